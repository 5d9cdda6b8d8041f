import { insertSentEmail } from "../../db/emails/changes";
import type { Statement } from "../../platform/database";
import { type EmailFailure, type EmailResult, sendEmail } from "../../platform/email";
import type { Settings } from "../../platform/env";
import { newId } from "../../platform/secrets";
import { type ShareParts, takeShare } from "../../platform/shares";
import type { Tools } from "../../platform/tools";
import type { Shares } from "../../protocol/endpoint";
import { normalizeEmail } from "../../protocol/fields";
import type { EmailLook } from "../email-rendering";
import { type EmailDesign, recordProblem, renderCustomised, themeOf } from "./customised-email";
import { deliveryError } from "./delivery-error";
import { countEmail, type EmailCount, latecomersParts } from "./email-limit";
import { emailRouteOf, type ProjectMailServer } from "./email-route";
import { plainName } from "./name-in-email";
import { mayReceive } from "./recipients";
import { type FinishedEmail, renderSystemEmail } from "./system-email";
import type { SystemEmailVariables, SystemTemplate } from "./system-emails";

/** Holds what sending needs: the sender, and where it is logged. */
export interface EmailDeps extends Pick<Tools, "db" | "firstDb" | "attempts" | "trace"> {
  settings: Pick<Settings, "smtpUrl" | "mailFrom" | "apiUrl" | "limitsRequests">;
  project: {
    id: string;
    displayName: string;
    ownerTeamId: string | null;
    mailServer: ProjectMailServer;
    emailLogDays: number;
    look: EmailLook;
    shares: Shares;
  };
  /** Without it, emails are as every project has them. */
  design?: EmailDesign;
}

/** One system email: what it says, and to whom. */
export interface SystemEmail<Template extends SystemTemplate> {
  template: Template;
  to: string;
  /** Says how it is counted: one too many is withheld, which the log shows. A withheld email counts for nobody. */
  count?: EmailCount | null;
  /** Says what of the project's share an email without a count counts for. */
  parts?: ShareParts;
  /** Says why no server is tried, where that is known. */
  failure?: EmailFailure;
  /** Holds what is stored in the batch of the log if the email was sent. */
  onceSent?: readonly Statement[];
  variables: Omit<SystemEmailVariables<Template>, "projectDisplayName">;
}

/**
 * Sends one system email by the project's own server, or by the shared one under the project's name. It makes one attempt, and writes the
 * delivery log whether that succeeds or fails. The caller decides whether the response waits for it, and what a failure means to the
 * client.
 */
export async function sendSystemEmail<Template extends SystemTemplate>(
  deps: EmailDeps,
  email: SystemEmail<Template>,
): Promise<EmailResult> {
  const { db } = deps;
  const { isShared } = deps.project.mailServer;
  const project = isShared ? { ...deps.project, displayName: nameBySharedServer(deps.project) } : deps.project;
  const route = emailRouteOf(project, deps.settings);
  const variables = {
    ...(isShared ? withoutMisleading(email.variables as Record<string, string | null>) : email.variables),
    ...(email.template === "sign_in_invitation" && { teamDisplayName: project.displayName }),
    projectDisplayName: project.displayName,
  } as SystemEmailVariables<Template>;
  const theme = deps.design && themeOf(deps.design, email.template);
  const builtIn = renderSystemEmail(email.template, variables, project.look, theme);
  const withheld = email.failure ?? (await reasonToWithhold(deps, email));
  const { loggedSubject, secrets, ...content } = withheld
    ? builtIn
    : await designed(deps, email.template, builtIn, variables);
  const result =
    withheld ??
    (route.isUsable
      ? await sendEmail(route.server, {
          from: route.from,
          to: email.to,
          ...content,
          // RFC 3834 section 5: keeps automatic replies from being sent.
          headers: { "Auto-Submitted": "auto-generated" },
        })
      : route.failure);
  await db.batch([
    insertSentEmail(db, {
      projectId: project.id,
      id: newId(),
      to: [email.to],
      subject: loggedSubject,
      ...route.log,
      error: result.ok ? null : deliveryError(result, secrets),
      sentAt: Date.now(),
      kind: email.template,
    }),
    ...(result.ok ? (email.onceSent ?? []) : []),
  ]);
  return result;
}

/**
 * Lists what strangers may have written, with what stands in its place where it misleads: for a name, neutral words stand for an empty one.
 */
const strangersTexts: ReadonlyMap<string, string> = new Map([
  ["userDisplayName", ""],
  ["teamDisplayName", ""],
  ["apiKeyDescription", ""],
  ["invitation", "You are invited"],
]);

function withoutMisleading(variables: Readonly<Record<string, string | null>>): Record<string, string | null> {
  const shown = Object.entries(variables).map(([name, value]) => {
    const substitute = strangersTexts.get(name);
    return [name, substitute !== undefined && isMisleading(value ?? "") ? substitute : value];
  });
  return Object.fromEntries(shown);
}

/** The email as the project has designed it. What is wrong in a design costs the design, and never the email. */
async function designed<Template extends SystemTemplate>(
  { db, project, design }: EmailDeps,
  template: Template,
  builtIn: FinishedEmail,
  variables: SystemEmailVariables<Template>,
): Promise<FinishedEmail> {
  const customised = design && (await renderCustomised({ design, project }, { template, builtIn, variables }));
  if (!customised) return builtIn;
  if ("email" in customised) return customised.email;
  await recordProblem(db, { id: project.id, config: design.config }, customised.problem);
  return builtIn;
}

async function reasonToWithhold(
  deps: EmailDeps,
  { template, to, count, parts }: Pick<SystemEmail<SystemTemplate>, "template" | "to" | "count" | "parts">,
): Promise<EmailFailure | undefined> {
  if (!(await mayReceive(deps, to, count?.site))) {
    await count?.share?.giveBack();
    return withheld(
      "The email was not sent: until an owner of this project has verified an email address, the shared email server sends to the project's own team only, 20 emails a day. Verify your address, or configure an email server of your own.",
    );
  }
  const counted = count && (await countEmail(deps, count, normalizeEmail(to)));
  if (counted && "retryAfterMillis" in counted) {
    return { ...withheld("The email was not sent: too many emails to this address within 10 minutes."), ...counted };
  }
  const { project, settings } = deps;
  // The internal project is not counted, so that no project keeps owners from their emails.
  if (!settings.limitsRequests || !project.mailServer.isShared || project.id === "internal") return undefined;
  const refusal = await takeShare(deps, "emails", project, {
    parts: count?.parts ?? parts ?? {},
    otherwise: count ? latecomersParts(count, { kind: template, address: normalizeEmail(to) }) : undefined,
  });
  if (!refusal) return undefined;
  await counted?.giveBack();
  return {
    ...withheld(
      "The email was not sent: the project has used up its emails of this hour by the shared email server, or the part of them that one network or all who are not its own servers may request. Configure an email server of your own, or ask the operator of the instance for more.",
    ),
    ...refusal,
  };
}

function withheld(detail: string): EmailFailure {
  return { ok: false, reason: "withheld", detail, retryable: false };
}

/** The letters of the name by which the internal project's emails are known. */
const instance = "gatehouse";

/**
 * Lists what looks like the letters of the instance's name, in lower case: of UTS #39 what common fonts show, small capitals and digits.
 */
const lookAlikes = {
  a: "4@ɑᴀαⲁаꭺᗅꓮ",
  e: "3℮ᴇεⲉеҽⴹꭼꓰ",
  g: "ɡɢᶃԍցꮐꓖ",
  h: "ʜηⲏнһհꮋꮒᕼꓧ",
  o: "0ᴏᴑοσⲟоօჿⵔꓳ",
  s: "5$ꜱƽѕꮪꮥꓢ",
  t: "7ᴛτⲧтꭲꓔ",
  u: "ᴜʋυսᑌꓴ",
};

const letterOf = new Map(
  Object.entries(lookAlikes).flatMap(([letter, alike]) => [...alike].map((character) => [character, letter])),
);

/**
 * Returns a project's name for its emails by the shared server, which come from the instance's own address. A name that could be taken for
 * the instance's says that it is a project's. Anyone may have a project, and request emails to owners in it.
 */
function nameBySharedServer({ id, displayName }: { id: string; displayName: string }): string {
  return id !== "internal" && resemblesInstance(displayName) ? `Project “${plainName(displayName)}”` : displayName;
}

/** So many digits are a number to call. */
const misleadingDigits = /(?:\p{N}\P{N}*){7}/u;

/**
 * Says whether the name of a team, a key or a person would speak for the instance, or gives a number to call. Anyone may choose such a
 * name, and have emails with it sent to others from the instance's own address.
 */
function isMisleading(chosen: string): boolean {
  return resemblesInstance(chosen) || misleadingDigits.test(beginningOf(chosen));
}

function resemblesInstance(name: string): boolean {
  const letters = beginningOf(name)
    .toLowerCase()
    .replace(/[^a-z]/gu, (character) => letterOf.get(character) ?? "");
  return letters.includes(instance);
}

function beginningOf(name: string): string {
  return name.slice(0, 1_000).normalize("NFKD");
}

import { insertSentEmail } from "../../db/emails/changes";
import type { Statement } from "../../platform/database";
import type { Settings } from "../../platform/env";
import { type MailFailure, type MailResult, sendMail } from "../../platform/mail";
import { newId } from "../../platform/secrets";
import { type ShareParts, takeShare } from "../../platform/shares";
import type { Tools } from "../../platform/tools";
import type { Shares } from "../../protocol/endpoint";
import { normalizeEmail } from "../../protocol/fields";
import type { MailLook } from "../email-rendering";
import { type MailDesign, recordProblem, renderCustomised, themeOf } from "./customised-mail";
import { deliveryError } from "./delivery-error";
import { countMail, latecomersParts, type MailCount } from "./mail-limit";
import { mailRouteOf, type ProjectMailServer } from "./mail-route";
import { plainName } from "./name-in-mail";
import { mayReceive } from "./recipients";
import { type RenderedMail, renderSystemMail } from "./system-mail";
import type { SystemMailVariables, SystemTemplate } from "./system-mails";

/** What sending needs: the sender, and where it is logged. */
export interface MailDeps extends Pick<Tools, "db" | "firstDb" | "attempts" | "trace"> {
  settings: Pick<Settings, "smtpUrl" | "mailFrom" | "apiUrl" | "limitsRequests">;
  project: {
    id: string;
    displayName: string;
    ownerTeamId: string | null;
    mailServer: ProjectMailServer;
    mailLogDays: number;
    look: MailLook;
    shares: Shares;
  };
  /** Without it, mails are as every project has them. */
  design?: MailDesign;
}

/** One system mail: what it says, and to whom. */
export interface SystemMail<Template extends SystemTemplate> {
  template: Template;
  to: string;
  /** How it is counted: one too many is withheld, which the log shows. A withheld mail counts for nobody. */
  count?: MailCount | null;
  /** What of the project's share a mail without a count counts for. */
  parts?: ShareParts;
  /** Why no server is tried, where that is known. */
  failure?: MailFailure;
  /** What is stored in the batch of the log if the mail was sent. */
  onceSent?: readonly Statement[];
  variables: Omit<SystemMailVariables<Template>, "projectDisplayName">;
}

/**
 * Sends one system mail by the project's own server, or by the shared one under the project's name, and writes the
 * delivery log whatever comes of it. One attempt. The caller decides whether the response waits for it, and what a failure
 * means to the client.
 */
export async function sendSystemMail<Template extends SystemTemplate>(
  deps: MailDeps,
  mail: SystemMail<Template>,
): Promise<MailResult> {
  const { db } = deps;
  const { isShared } = deps.project.mailServer;
  const project = isShared ? { ...deps.project, displayName: nameBySharedServer(deps.project) } : deps.project;
  const route = mailRouteOf(project, deps.settings);
  const variables = {
    ...(isShared ? withoutMisleading(mail.variables as Record<string, string | null>) : mail.variables),
    ...(mail.template === "sign_in_invitation" && { teamDisplayName: project.displayName }),
    projectDisplayName: project.displayName,
  } as SystemMailVariables<Template>;
  const theme = deps.design && themeOf(deps.design, mail.template);
  const builtIn = renderSystemMail(mail.template, variables, project.look, theme);
  const withheld = mail.failure ?? (await reasonToWithhold(deps, mail));
  const { loggedSubject, secrets, ...content } = withheld
    ? builtIn
    : await designed(deps, mail.template, builtIn, variables);
  const result =
    withheld ??
    (route.isUsable
      ? await sendMail(route.server, {
          from: route.from,
          to: mail.to,
          ...content,
          // RFC 3834 section 5: keeps automatic replies from being sent.
          headers: { "Auto-Submitted": "auto-generated" },
        })
      : route.failure);
  await db.batch([
    insertSentEmail(db, {
      projectId: project.id,
      id: newId(),
      to: [mail.to],
      subject: loggedSubject,
      ...route.log,
      error: result.ok ? null : deliveryError(result, secrets),
      sentAt: Date.now(),
      kind: mail.template,
    }),
    ...(result.ok ? (mail.onceSent ?? []) : []),
  ]);
  return result;
}

/** What strangers may have written, with what stands in its place where it misleads: for a name, neutral words stand for an empty one. */
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

/** The mail as the project has designed it. What is wrong in a design costs the design, and never the mail. */
async function designed<Template extends SystemTemplate>(
  { db, project, design }: MailDeps,
  template: Template,
  builtIn: RenderedMail,
  variables: SystemMailVariables<Template>,
): Promise<RenderedMail> {
  const customised = design && (await renderCustomised({ design, project }, { template, builtIn, variables }));
  if (!customised) return builtIn;
  if ("mail" in customised) return customised.mail;
  await recordProblem(db, { id: project.id, config: design.config }, customised.problem);
  return builtIn;
}

async function reasonToWithhold(
  deps: MailDeps,
  { template, to, count, parts }: Pick<SystemMail<SystemTemplate>, "template" | "to" | "count" | "parts">,
): Promise<MailFailure | undefined> {
  if (!(await mayReceive(deps, to, count?.site))) {
    await count?.share?.giveBack();
    return withheld(
      "The email was not sent: until an owner of this project has verified an email address, the shared email server sends to the project's own team only, 20 emails a day. Verify your address, or configure an email server of your own.",
    );
  }
  const counted = count && (await countMail(deps, count, normalizeEmail(to)));
  if (counted && "retryAfterMillis" in counted) {
    return { ...withheld("The email was not sent: too many emails to this address within 10 minutes."), ...counted };
  }
  const { project, settings } = deps;
  // The internal project is not counted, so that no project keeps owners from their mails.
  if (!settings.limitsRequests || !project.mailServer.isShared || project.id === "internal") return undefined;
  const refusal = await takeShare(deps, "emails", project, {
    parts: count?.parts ?? parts ?? {},
    otherwise: count ? latecomersParts(count, { kind: template, address: normalizeEmail(to) }) : undefined,
  });
  if (!refusal) return undefined;
  await counted?.giveBack();
  return {
    ...withheld(
      "The email was not sent: the project has used up its emails of this hour by the shared email server, or the part of them that one network or all who are not its own servers may request. Configure an email server of your own, or ask the operator of the installation for more.",
    ),
    ...refusal,
  };
}

function withheld(detail: string): MailFailure {
  return { ok: false, reason: "withheld", detail, retryable: false };
}

/** The letters of the name by which the internal project's mails are known. */
const installation = "gatehouse";

/** What looks like the letters of the installation's name, in lower case: of UTS #39 what common fonts show, small capitals and digits. */
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
 * A project's name in its mails by the shared server, which come from the installation's own address: one that could be taken for the
 * installation's says that it is a project's. Anyone may have a project, and request mails to owners in it.
 */
function nameBySharedServer({ id, displayName }: { id: string; displayName: string }): string {
  return id !== "internal" && resemblesInstallation(displayName) ? `Project “${plainName(displayName)}”` : displayName;
}

/** So many digits are a number to call. */
const misleadingDigits = /(?:\p{N}\P{N}*){7}/u;

/**
 * Whether what somebody calls a team, a key or themselves would speak for the installation in a mail from its own address, or give a
 * number to call: anyone may have one, and have mails sent to others in which it stands.
 */
function isMisleading(chosen: string): boolean {
  return resemblesInstallation(chosen) || misleadingDigits.test(beginningOf(chosen));
}

function resemblesInstallation(name: string): boolean {
  const letters = beginningOf(name)
    .toLowerCase()
    .replace(/[^a-z]/gu, (character) => letterOf.get(character) ?? "");
  return letters.includes(installation);
}

function beginningOf(name: string): string {
  return name.slice(0, 1_000).normalize("NFKD");
}

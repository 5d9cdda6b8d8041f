import { type ProjectConfig, themeSourceFor } from "../../config";
import { builtInTemplates, systemTemplateIds } from "../../config/built-in-mails/templates";
import { builtInThemes, defaultThemeId, emptyTheme } from "../../config/built-in-mails/themes";
import { systemActor } from "../../db/audit/actor";
import { recordAudit, unlessRecorded } from "../../db/audit/changes";
import type { Database } from "../../platform/database";
import { logFault } from "../../protocol/fault-log";
import { type RenderTools, renderEmails } from "../email-rendering";
import { findMisuse, withoutCodes } from "./mail-codes";
import { nameInMail } from "./name-in-mail";
import { type RenderedMail, type SystemTemplate, shown } from "./system-mail";

/** The themes and templates of a project, and what renders them. */
export interface MailDesign {
  config: Pick<ProjectConfig, "emails" | "audit">;
  /** Whether mails may have the project's own text: by the shared server they have not. */
  hasOwnText: boolean;
  tools: RenderTools;
}

/** Why a project's own sources were not used for a mail. */
export interface DesignProblem {
  templateId: string;
  /** Never the message of an error: a source can put a code into it. */
  details: { reason: "source" | "unavailable" | "link" | "address" | "failed"; file?: string; line?: number };
}

/** The system mails that have a template, each with the variables that the template is given beside the names. */
const templates: Partial<Record<SystemTemplate, { id: string; variables: readonly string[] }>> = {
  email_verification: { id: systemTemplateIds.emailVerification, variables: ["emailVerificationLink"] },
  password_reset: { id: systemTemplateIds.passwordReset, variables: ["passwordResetLink"] },
  magic_link: { id: systemTemplateIds.magicLink, variables: ["magicLink", "otp"] },
  team_invitation: { id: systemTemplateIds.teamInvitation, variables: ["teamDisplayName", "teamInvitationLink"] },
  sign_in_invitation: {
    id: systemTemplateIds.signInInvitation,
    variables: ["signInInvitationLink", "teamDisplayName"],
  },
};

const builtInSources: ReadonlySet<string> = new Set([
  emptyTheme,
  ...[builtInThemes, builtInTemplates].flatMap((sources) => Object.values(sources).map(({ tsxSource }) => tsxSource)),
]);

/**
 * Renders a system mail from the project's own sources, where it has changed the template or the theme; undefined where
 * it has not.
 *
 * @param builtIn the mail as every project has it, whose subject stands in for a template without one
 */
export async function renderCustomised(
  { design, project }: { design: MailDesign; project: { id: string } },
  { template, builtIn, variables }: { template: SystemTemplate; builtIn: RenderedMail; variables: MailVariables },
): Promise<{ mail: RenderedMail } | { problem: DesignProblem } | undefined> {
  const sources = changedSources(design, template);
  if (!sources) return undefined;
  const { templateId, names, source, themeSource } = sources;
  const problem = (details: DesignProblem["details"]) => ({ problem: { templateId, details } });
  const displayName = nameInMail(variables.userDisplayName ?? null);
  const common = { projectDisplayName: shown("projectDisplayName", variables.projectDisplayName ?? "") };
  const own = names.map((name) => [name, shown(name, variables[name] ?? "")]);
  const job = {
    projectId: project.id,
    source: { tsx: source },
    themeSource,
    project: { displayName: common.projectDisplayName },
    variables: { ...common, userDisplayName: displayName ?? "", ...Object.fromEntries(own) },
  };
  try {
    const rendered = await renderEmails(design.tools, job, [{ user: { displayName } }]);
    if (!rendered.ok) {
      const { reason, file, line } = rendered.error;
      return problem({ reason, ...(file && { file }), ...(line && { line }) });
    }
    const [mail] = rendered.mails;
    const fault = mail ? findMisuse(mail.html, builtIn.secrets) : "failed";
    if (!mail || fault) return problem({ reason: fault ?? "failed" });
    const subject = lineOf(mail.subject) || builtIn.subject;
    const { html, text } = mail;
    return { mail: { ...builtIn, subject, html, text, loggedSubject: withoutCodes(subject, builtIn.secrets) } };
  } catch (error) {
    logFault(error, { operation: "render system mail", template });
    return problem({ reason: "failed" });
  }
}

/** The variables of a system mail, as its sender gives them. */
export type MailVariables = Readonly<Record<string, string | null>>;

/** How often a problem that stays is recorded. */
const problemMillis = 60 * 60_000;

/** Records why a project's own sources were not used, where its owners see it. */
export async function recordProblem(
  db: Database,
  project: { id: string; config: Pick<ProjectConfig, "audit"> },
  { templateId, details }: DesignProblem,
): Promise<void> {
  const event = { type: "email_template.failed", target: { type: "email_template", id: templateId }, details } as const;
  const isNew = unlessRecorded(project.id, event, { since: Date.now() - problemMillis });
  try {
    await db.batch([recordAudit(db, project, systemActor, event, isNew)]);
  } catch (error) {
    logFault(error, { operation: "record a problem of a mail template" });
  }
}

function changedSources({ config: { emails }, hasOwnText }: MailDesign, mail: SystemTemplate) {
  const template = templates[mail];
  const stored = template && emails.templates[template.id];
  if (!stored) return undefined;
  const [source, themeSource] = [stored.tsxSource, themeSourceFor(emails, stored.themeId)];
  const isUnchanged =
    source === builtInTemplates[template.id]?.tsxSource && themeSource === builtInThemes[defaultThemeId]?.tsxSource;
  const isAllowed = hasOwnText || (builtInSources.has(source) && builtInSources.has(themeSource));
  if (isUnchanged || !isAllowed) return undefined;
  return { templateId: template.id, names: template.variables, source, themeSource };
}

const longestSubject = 500;

function lineOf(subject = ""): string {
  return subject
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, longestSubject);
}

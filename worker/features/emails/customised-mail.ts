import { type ProjectConfig, themeSourceFor } from "../../config";
import { systemActor } from "../../db/audit/actor";
import { recordAudit, unlessRecorded } from "../../db/audit/changes";
import type { Database } from "../../platform/database";
import { logFault } from "../../protocol/fault-log";
import { isBuiltInTheme, type MailLook, type RenderTools, renderEmails } from "../email-rendering";
import { findMisuse } from "./mail-codes";
import { builtInSource, contentOf, defaultTheme, finished, type RenderedMail, templateIds } from "./system-mail";
import type { SystemMailVariables, SystemTemplate } from "./system-mails";

/** The themes and templates of a project, and what renders them. */
export interface MailDesign {
  config: Pick<ProjectConfig, "emails" | "audit">;
  /** Whether mails may have templates and themes of the project's own: by the shared server of a deployment they have not. */
  hasOwnSources: boolean;
  tools: RenderTools;
}

/** Why a project's own sources were not used for a mail. */
export interface DesignProblem {
  templateId: string;
  /** Never the message of an error: a source can put a code into it. */
  details: {
    reason: "source" | "unavailable" | "link" | "address" | "failed";
    file?: string;
    line?: number;
  };
}

/** The theme of a system mail: that of its template, or the active one. Without sources of its own, one that is built in. */
export function themeOf({ config: { emails }, hasOwnSources }: MailDesign, template: SystemTemplate): string {
  const id = templateIds[template];
  const theme = themeSourceFor(emails, id && emails.templates[id]?.themeId);
  return hasOwnSources || isBuiltInTheme(theme) ? theme : defaultTheme;
}

/**
 * Renders a system mail from the project's own sources; undefined where both are built in, which needs no isolate, and for
 * mails that no project changes.
 *
 * @param builtIn the mail as every project has it, whose subject stands in for a template without one
 */
export async function renderCustomised<Template extends SystemTemplate>(
  { design, project }: { design: MailDesign; project: { id: string; look: MailLook } },
  mail: { template: Template; builtIn: RenderedMail; variables: SystemMailVariables<Template> },
): Promise<{ mail: RenderedMail } | { problem: DesignProblem } | undefined> {
  const { template, builtIn } = mail;
  const templateId = templateIds[template];
  const stored = templateId && design.config.emails.templates[templateId];
  if (!templateId || !stored) return undefined;
  const themeSource = themeOf(design, template);
  const { tsxSource: source } = stored;
  const isBuiltIn = source === builtInSource(template) && isBuiltInTheme(themeSource);
  if (isBuiltIn || !design.hasOwnSources) return undefined;
  const problem = (details: DesignProblem["details"]) => ({ problem: { templateId, details } });
  const { variables, project: shownProject, user, secrets } = contentOf(mail.variables, project.look);
  const names = { projectDisplayName: shownProject.displayName, userDisplayName: user.displayName ?? "" };
  const batch = {
    projectId: project.id,
    source: { tsx: source },
    themeSource,
    project: shownProject,
    // Older templates declare the names among their variables.
    variables: { ...names, ...variables },
  };
  try {
    const rendered = await renderEmails(design.tools, batch, [{ user }]);
    if (!rendered.ok) {
      const { reason, file, line } = rendered.error;
      return problem({ reason, ...(file && { file }), ...(line && { line }) });
    }
    const [made] = rendered.mails;
    if (!made) return problem({ reason: "failed" });
    const fault = findMisuse(made.html, secrets);
    if (fault) return problem({ reason: fault });
    return { mail: finished(made, lineOf(made.subject) || builtIn.subject, secrets) };
  } catch (error) {
    logFault(error, { operation: "render system mail", template });
    return problem({ reason: "failed" });
  }
}

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

const longestSubject = 500;

function lineOf(subject = ""): string {
  return subject
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, longestSubject);
}

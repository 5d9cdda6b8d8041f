import { type ProjectConfig, themeSourceFor } from "../../config";
import { systemActor } from "../../db/audit/actor";
import { recordAudit, unlessRecorded } from "../../db/audit/changes";
import type { Database } from "../../platform/database";
import { logFault } from "../../protocol/fault-log";
import { type EmailLook, isBuiltInTheme, type RenderTools, renderEmails } from "../email-rendering";
import { findMisuse } from "./email-codes";
import { builtInSource, contentOf, defaultTheme, type FinishedEmail, finished, templateIds } from "./system-email";
import type { SystemEmailVariables, SystemTemplate } from "./system-emails";

/** The themes and templates of a project, and what renders them. */
export interface EmailDesign {
  config: Pick<ProjectConfig, "emails" | "audit">;
  /** Is true if emails may have templates and themes of the project's own: by the shared server of a deployment they have not. */
  hasOwnSources: boolean;
  tools: RenderTools;
}

/** Says why a project's own sources were not used for an email. */
export interface DesignProblem {
  templateId: string;
  /** Never the message of an error: a source can put a code into it. */
  details: {
    reason: "source" | "unavailable" | "link" | "address" | "failed";
    file?: string;
    line?: number;
  };
}

/** The theme of a system email: that of its template, or the active one. Without sources of its own, one that is built in. */
export function themeOf({ config: { emails }, hasOwnSources }: EmailDesign, template: SystemTemplate): string {
  const id = templateIds[template];
  const theme = themeSourceFor(emails, id && emails.templates[id]?.themeId);
  return hasOwnSources || isBuiltInTheme(theme) ? theme : defaultTheme;
}

/**
 * Renders a system email from the project's own sources. The result is undefined where template and theme are built in, because
 * that needs no isolate. It is also undefined for emails that no project changes, and for projects that may have no sources of
 * their own.
 *
 * @param builtIn the email as every project has it, whose subject stands in for a template without one
 */
export async function renderCustomised<Template extends SystemTemplate>(
  { design, project }: { design: EmailDesign; project: { id: string; look: EmailLook } },
  email: { template: Template; builtIn: FinishedEmail; variables: SystemEmailVariables<Template> },
): Promise<{ email: FinishedEmail } | { problem: DesignProblem } | undefined> {
  const { template, builtIn } = email;
  const templateId = templateIds[template];
  const stored = templateId && design.config.emails.templates[templateId];
  if (!templateId || !stored) return undefined;
  const themeSource = themeOf(design, template);
  const { tsxSource: source } = stored;
  const isBuiltIn = source === builtInSource(template) && isBuiltInTheme(themeSource);
  if (isBuiltIn || !design.hasOwnSources) return undefined;
  const problem = (details: DesignProblem["details"]) => ({ problem: { templateId, details } });
  const { variables, project: shownProject, user, secrets } = contentOf(email.variables, project.look);
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
    const [made] = rendered.emails;
    if (!made) return problem({ reason: "failed" });
    const fault = findMisuse(made.html, secrets);
    if (fault) return problem({ reason: fault });
    return { email: finished(made, lineOf(made.subject) || builtIn.subject, secrets) };
  } catch (error) {
    logFault(error, { operation: "render system email", template });
    return problem({ reason: "failed" });
  }
}

/** Limits how often a problem that stays is recorded. */
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
    logFault(error, { operation: "record a problem of an email template" });
  }
}

const maxSubjectLength = 500;

function lineOf(subject = ""): string {
  return subject
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, maxSubjectLength);
}

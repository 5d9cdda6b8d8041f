import type { ConfigOverride } from "../../../config";
import { type AuditEvent, recordAudit } from "../../../db/audit/changes";
import type { Project } from "../../../db/projects/project";
import type { Tools } from "../../../platform/tools";
import type { CommonError } from "../../../protocol/common-errors";
import type { Failing } from "../../../protocol/failing";
import type { Statements } from "../../../protocol/handler";
import type { Caller } from "../../access";
import { type EmailBatch, lookOf, type RenderedEmail, renderEmails } from "../../email-rendering";
import { changeProject } from "../../projects";
import type { projectIsBusy } from "../../projects/changes/contract";

type Previewed = Pick<Project, "id" | "displayName" | "logoUrl" | "config">;

type Sources = Pick<EmailBatch, "source" | "themeSource" | "categoriesWithoutLink">;

/** An email of a project with its preview values. */
export function previewOf(project: Previewed, sources: Sources): EmailBatch {
  return { ...sources, projectId: project.id, variables: {}, project: lookOf(project), preview: true };
}

/** Renders an email of a project with its preview values, and fails the request with what is wrong in a source. */
export async function renderPreview(
  context: Tools & Failing<"EMAIL_RENDERING_ERROR">,
  project: Previewed,
  sources: Sources,
): Promise<RenderedEmail> {
  const rendered = await renderEmails(context, previewOf(project, sources), [{}]);
  if (!rendered.ok) return context.fail("EMAIL_RENDERING_ERROR", { error: rendered.error.message });
  const [email] = rendered.emails;
  if (!email) throw new Error("A preview has one email");
  return email;
}

/**
 * Changes the themes or templates of a project, and records the event with the change.
 *
 * @param patchFor the patch of the configuration, made from the project as it is at that moment
 */
export async function changeSources(
  context: Tools & Failing<CommonError | typeof projectIsBusy> & { caller: Caller },
  event: AuditEvent,
  patchFor: (project: Project) => ConfigOverride,
): Promise<void> {
  const { db, caller } = context;
  await changeProject(context, caller.project, {}, patchFor, (unchanged) => {
    const recorded = recordAudit(db, caller.project, caller.actor, event, unchanged);
    return { event: recorded } as unknown as Statements;
  });
}

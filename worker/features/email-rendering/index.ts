import { runIsolated } from "../../platform/sandbox";
import type { Trace } from "../../platform/trace";
import { builtInMails } from "./built-in-mail";
import { isolateCode } from "./isolate-code";
import { type MailLook, projectInMail } from "./project-in-mail";
import type { MailContent, MailRecipient, RenderedEmail } from "./sandbox/render-mail";
import type { RenderJob, RenderOutcome } from "./sandbox/renderer";
import type { RenderingError } from "./sandbox/rendering-error";

export { builtInFrame, builtInMails, isBuiltInTheme } from "./built-in-mail";
export { lookOf, type MailLook, projectInMail } from "./project-in-mail";
export type { MailRecipient, RenderedEmail } from "./sandbox/render-mail";

/** How many mails one call renders at most. */
export const mailsPerRender = 100;

/** Characters of one source. */
export const longestSource = 200_000;

/** What a mail says: a template or draft in TSX, or markup. */
export type EmailSource = { tsx: string } | { html: string };

export interface EmailBatch extends Partial<Pick<MailContent, "variables" | "preview">> {
  /** Isolates belong to one project. */
  projectId: string;
  source: EmailSource;
  /** The theme in TSX; for no theme, `emptyTheme`. */
  themeSource: string;
  project: { displayName: string } & Partial<MailLook>;
}

export type RenderResult =
  | { ok: true; mails: RenderedEmail[] }
  | { ok: false; error: RenderingError & { reason: "source" | "unavailable" } };

/** What rendering works with: the loader of isolates, which an installation may be without, and the files of the sandbox. */
export interface RenderTools {
  sandbox: WorkerLoader | null;
  assets: Fetcher;
  settings: { apiUrl: string };
  trace: Pick<Trace, "renderMillis">;
}

/**
 * Renders user-written sources for 1 to `mailsPerRender` recipients by one call of a Dynamic Worker, and built-in ones by
 * none. What a source does wrong is a result that names the line, never an exception.
 */
export async function renderEmails(
  tools: RenderTools,
  batch: EmailBatch,
  recipients: MailRecipient[],
): Promise<RenderResult> {
  const { source, themeSource, variables = {}, preview = false, projectId } = batch;
  const project = projectInMail(batch.project);
  if (recipients.length > mailsPerRender) throw new Error(`At most ${mailsPerRender} mails are rendered at once`);
  const builtIn =
    "tsx" in source &&
    builtInMails({ template: source.tsx, theme: themeSource }, { variables, project, preview }, recipients);
  if (builtIn) return { ok: true, mails: builtIn };
  if (!tools.sandbox) return failed(unavailable, "unavailable");
  const sources = { ...("tsx" in source && { template: source.tsx }), theme: themeSource };
  for (const [file, tsx] of Object.entries(sources)) {
    if (tsx.length > longestSource) return failed(`${file}: The source is longer than ${longestSource} characters.`);
  }
  const job: RenderJob = { variables, project, preview, recipients, ...("html" in source && { html: source.html }) };
  const result = await runIsolated(tools.sandbox, {
    ...(await isolateCode({ ...tools, sandbox: tools.sandbox }, projectId, sources)),
    input: job,
    cpuMs: 10_000,
  });
  if (!result.ok) return failed(failures[result.reason]);
  const outcome = result.output as RenderOutcome;
  tools.trace.renderMillis += (outcome.charged ?? 0) / 1000;
  return outcome.ok ? { ok: true, mails: outcome.mails } : { ok: false, error: { ...outcome.error, reason: "source" } };
}

const unavailable =
  "This installation does not render sources of its users: it was deployed without the worker_loaders binding. Built-in templates and themes work.";

const failures = {
  time: "The source takes too long.",
  size: "The mails are too large.",
  failed: "The source used more time or memory than a mail may use, or could not be loaded.",
};

function failed(message: string, reason: "source" | "unavailable" = "source"): RenderResult {
  return { ok: false, error: { message, reason } };
}

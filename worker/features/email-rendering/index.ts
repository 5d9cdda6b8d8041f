import { runIsolated } from "../../platform/sandbox";
import type { Trace } from "../../platform/trace";
import { builtInEmails } from "./built-in-email";
import { isolateCode } from "./isolate-code";
import type { EmailContent, EmailRecipient, RenderedEmail } from "./sandbox/render-email";
import type { RenderJob, RenderOutcome } from "./sandbox/renderer";
import type { RenderingError } from "./sandbox/rendering-error";

export { builtInEmails, builtInFrame, isBuiltInTheme } from "./built-in-email";
export type { EmailRecipient, RenderedEmail } from "./sandbox/render-email";

import type { Project } from "../../db/projects/project";

/** Limits how many emails one call renders at most. */
export const emailsPerRender = 100;

/** Characters of one source. */
export const maxSourceLength = 200_000;

/** Holds what an email says: a template or draft in TSX, or markup. */
export type EmailSource = { tsx: string } | { html: string };

export interface EmailBatch extends Partial<Pick<EmailContent, "variables" | "preview" | "categoriesWithoutLink">> {
  /** Isolates belong to one project. */
  projectId: string;
  source: EmailSource;
  /** The theme in TSX; for no theme, `emptyTheme`. */
  themeSource: string;
  project: { displayName: string } & Partial<EmailLook>;
}

export type RenderResult =
  | { ok: true; emails: RenderedEmail[] }
  | { ok: false; error: RenderingError & { reason: "source" | "unavailable" } };

/** Holds what rendering works with: the loader of isolates, which an instance may be without, and the files of the sandbox. */
export interface RenderTools {
  sandbox: WorkerLoader | null;
  assets: Fetcher;
  settings: { apiUrl: string };
  trace: Pick<Trace, "renderMillis">;
}

/**
 * Renders user-written sources for 1 to `emailsPerRender` recipients by one call of a Dynamic Worker, and built-in ones by
 * none. What a source does wrong is a result that names the line, never an exception.
 */
export async function renderEmails(
  tools: RenderTools,
  batch: EmailBatch,
  recipients: EmailRecipient[],
): Promise<RenderResult> {
  const { source, themeSource, variables = {}, preview = false, categoriesWithoutLink, projectId } = batch;
  const content = { variables, project: projectInEmail(batch.project), preview, categoriesWithoutLink };
  if (recipients.length > emailsPerRender) throw new Error(`At most ${emailsPerRender} emails are rendered at once`);
  const builtIn = "tsx" in source && builtInEmails({ template: source.tsx, theme: themeSource }, content, recipients);
  if (builtIn) return { ok: true, emails: builtIn };
  if (!tools.sandbox) return failed(unavailable, "unavailable");
  const sources = { ...("tsx" in source && { template: source.tsx }), theme: themeSource };
  for (const [file, tsx] of Object.entries(sources)) {
    if (tsx.length > maxSourceLength)
      return failed(`${file}: The source is longer than ${maxSourceLength} characters.`);
  }
  const job: RenderJob = { ...content, recipients, ...("html" in source && { html: source.html }) };
  const result = await runIsolated(tools.sandbox, {
    ...(await isolateCode({ ...tools, sandbox: tools.sandbox }, projectId, sources)),
    input: job,
    cpuMs: 10_000,
  });
  if (!result.ok) return failed(failures[result.reason]);
  const outcome = result.output as RenderOutcome;
  tools.trace.renderMillis += (outcome.charged ?? 0) / 1000;
  return outcome.ok
    ? { ok: true, emails: outcome.emails }
    : { ok: false, error: { ...outcome.error, reason: "source" } };
}

const unavailable =
  "This instance does not render sources of its users: it was deployed without the worker_loaders binding. Built-in templates and themes work.";

const failures = {
  time: "The source takes too long.",
  size: "The emails are too large.",
  failed: "The source used more time or memory than an email may use, or could not be loaded.",
};

function failed(message: string, reason: "source" | "unavailable" = "source"): RenderResult {
  return { ok: false, error: { message, reason } };
}

/** Says how a project's emails look. */
export interface EmailLook {
  logoUrl: string | null;
  /** `#rrggbb` */
  accentColor: string | undefined;
}

/** The name of a project and how its emails look. */
export function lookOf({
  displayName,
  logoUrl,
  config,
}: Pick<Project, "displayName" | "logoUrl" | "config">): { displayName: string } & EmailLook {
  return { displayName, logoUrl, accentColor: config.appearance.accentColor };
}

/** A project, as sources are given it. Colours are always `#rrggbb`, and those of texts can be read on their grounds. */
export function projectInEmail({
  displayName,
  ...look
}: { displayName: string } & Partial<EmailLook>): EmailContent["project"] {
  const accent = accentOf(look.accentColor);
  const [accentColor, accentTextColor] = accent ?? ["#15171c", white];
  const [darkAccentColor, darkAccentTextColor] = accent ?? ["#f4f5f7", "#15171c"];
  return {
    displayName,
    logoUrl: imageAddress(look.logoUrl),
    accentColor,
    accentTextColor,
    darkAccentColor,
    darkAccentTextColor,
  };
}

/** Black and white: one of them has a contrast of at least 4.58:1 to any colour. Softer ones have not. */
const [white, black] = ["#ffffff", "#000000"];

/** Checked here too: what is stored may be older than its rule, and the value lands in a style sheet. */
function accentOf(colour = ""): [colour: string, text: string] | undefined {
  return /^#[0-9a-f]{6}$/i.test(colour) ? [colour, textColourOn(colour)] : undefined;
}

/** The address of an image that email programs load. They load http(s) only, and show no `data:`. */
function imageAddress(url: string | null | undefined): string | null {
  if (!url || !/^https?:\/\//i.test(url) || url.length > 2_000 || !URL.canParse(url)) return null;
  return new URL(url).href;
}

/** The text colour of the higher contrast (WCAG 2.2, contrast ratio). */
function textColourOn(colour: string): string {
  const luminance = luminanceOf(colour);
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? white : black;
}

/** WCAG 2.2, relative luminance. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

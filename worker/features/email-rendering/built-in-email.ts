import { notices } from "../../config/built-in-emails/notices";
import { builtInTemplates } from "../../config/built-in-emails/templates";
import { builtInThemes, emptyTheme } from "../../config/built-in-emails/themes";
import { renderedTemplates, renderedThemes } from "./built-in-renderings";
import type { EmailContent, EmailProject, EmailRecipient, RenderedEmail } from "./sandbox/render-email";

interface Part {
  html: string;
  text: string;
}

type Frame = Record<"plain" | "withLink", Part>;

interface RenderedTheme {
  plain: Frame;
  withLogo: Frame;
  previewProps: { unsubscribeLink?: string };
}

interface RenderedTemplate {
  named: Part;
  unnamed: Part;
  subject?: string;
  notificationCategory?: string;
  previewVariables: Record<string, string>;
  /** Holds what stands in for variables that may be left out. */
  defaults: Record<string, string>;
}

/** By source: one that a project has changed is none of them. */
const themes = bySource<RenderedTheme>({ ...sourcesOf(builtInThemes), none: emptyTheme }, renderedThemes);
const templates = bySource<RenderedTemplate>({ ...sourcesOf(builtInTemplates), ...notices }, renderedTemplates);

/** Tells whether a source is one of the themes that every project has, or the empty one. */
export function isBuiltInTheme(source: string): boolean {
  return themes.has(source);
}

/**
 * Returns what stands before and after an email in a built-in theme, as it was rendered at build time.
 *
 * @throws Error for another source
 */
export function builtInFrame(
  source: string,
  project: EmailProject,
  unsubscribeLink: string | undefined,
): [before: string, after: string] {
  const theme = themes.get(source);
  if (!theme) throw new Error("The theme is not a built-in one");
  const values = new Map([...projectValues(project), ["unsubscribeLink", unsubscribeLink ?? ""]]);
  const [before = "", after = ""] = frameOf(theme, project, unsubscribeLink).html.split("{{body}}");
  return [fill(before, values, escapeHtml), fill(after, values, escapeHtml)];
}

/**
 * Emails of a built-in template in a built-in theme, which were rendered at build time from the same sources: no isolate is
 * needed. Undefined for other sources, and for values that the sources would not take as they are.
 */
export function builtInEmails(
  { template, theme }: { template: string; theme: string },
  { variables, project, preview, categoriesWithoutLink = [] }: EmailContent,
  recipients: EmailRecipient[],
): RenderedEmail[] | undefined {
  const [body, shell] = [templates.get(template), themes.get(theme)];
  if (!body || !shell) return undefined;
  const given = { ...(preview ? body.previewVariables : body.defaults), ...variables };
  const values = new Map<string, string>();
  for (const name of Object.keys(body.previewVariables)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (typeof value !== "string" || (isScript(value) && isLink(name, body))) return undefined;
    values.set(name, value);
  }
  if (recipients.some(({ unsubscribeLink }) => isScript(unsubscribeLink ?? ""))) return undefined;
  const hasPreviewLink = preview && !categoriesWithoutLink.includes(body.notificationCategory ?? "");
  const previewLink = hasPreviewLink ? shell.previewProps.unsubscribeLink : undefined;
  return recipients.map((recipient) => builtInEmail({ body, shell, values, project, previewLink }, preview, recipient));
}

interface Content {
  body: RenderedTemplate;
  shell: RenderedTheme;
  values: ReadonlyMap<string, string>;
  project: EmailProject;
  previewLink: string | undefined;
}

function builtInEmail(
  { body, shell, values: common, project, previewLink }: Content,
  preview: boolean,
  recipient: EmailRecipient,
): RenderedEmail {
  const displayName = recipient.user ? recipient.user.displayName : preview ? "John Doe" : null;
  const link = recipient.unsubscribeLink ?? previewLink;
  const values = new Map([
    ...common,
    ...projectValues(project),
    ["userDisplayName", displayName ?? ""],
    ["unsubscribeLink", link ?? ""],
  ]);
  const [inner, outer] = [displayName ? body.named : body.unnamed, frameOf(shell, project, link)];
  const whole = (part: "html" | "text") => outer[part].replace("{{body}}", () => inner[part]);
  const { subject, notificationCategory } = body;
  return {
    html: fill(whole("html"), values, escapeHtml),
    text: fill(whole("text"), values, (value) => value.replace(/\s+/g, " ")),
    ...(subject !== undefined && { subject: fill(subject, values, String) }),
    ...(notificationCategory !== undefined && { notificationCategory }),
  };
}

function frameOf({ plain, withLogo }: RenderedTheme, { logoUrl }: EmailProject, link: string | undefined): Part {
  return (logoUrl ? withLogo : plain)[link ? "withLink" : "plain"];
}

function projectValues({ displayName, logoUrl, ...colours }: EmailProject): [name: string, value: string][] {
  return [["projectDisplayName", displayName], ["logoUrl", logoUrl ?? ""], ...Object.entries<string>(colours)];
}

/** Fills placeholders once: one in a value is text. */
function fill(source: string, values: ReadonlyMap<string, string>, write: (value: string) => string): string {
  return source.replace(/\{\{(\w+)\}\}/g, (_, name: string) => write(values.get(name) ?? ""));
}

const htmlEscapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

/** As React does it. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEscapes[character] ?? "");
}

/** React puts an error in the place of such an address, wherever blanks and signs that cannot be seen are in it. */
function isScript(value: string): boolean {
  return value
    .replace(/[\p{Cc}\s]/gu, "")
    .toLowerCase()
    .startsWith("javascript:");
}

function isLink(name: string, { unnamed }: RenderedTemplate): boolean {
  return unnamed.html.includes(`href="{{${name}}}"`);
}

function sourcesOf(emails: Record<string, { tsxSource: string }>): Record<string, string> {
  return Object.fromEntries(Object.entries(emails).map(([id, { tsxSource }]) => [id, tsxSource]));
}

function bySource<Rendered>(
  sources: Record<string, string>,
  rendered: Record<string, unknown>,
): ReadonlyMap<string, Rendered> {
  return new Map(Object.entries(sources).map(([id, source]) => [source, rendered[id] as Rendered]));
}

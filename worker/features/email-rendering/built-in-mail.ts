import { builtInTemplates } from "../../config/built-in-mails/templates";
import { builtInThemes, emptyTheme } from "../../config/built-in-mails/themes";
import { renderedTemplates, renderedThemes } from "./built-in-renderings";
import type { MailContent, MailRecipient, RenderedEmail } from "./sandbox/render-mail";

interface Part {
  html: string;
  text: string;
}

interface RenderedTheme {
  plain: Part;
  withLink: Part;
  previewProps: { unsubscribeLink?: string };
}

interface RenderedTemplate {
  named: Part;
  unnamed: Part;
  subject?: string;
  notificationCategory?: string;
  previewVariables: Record<string, string>;
}

/** By source: one that a project has changed is none of them. */
const themes = bySource<RenderedTheme>({ ...builtInThemes, none: { tsxSource: emptyTheme } }, renderedThemes);
const templates = bySource<RenderedTemplate>(builtInTemplates, renderedTemplates);

/**
 * A built-in theme by its source, as it was rendered at build time, with the placeholders `{{body}}` and, in the second,
 * `{{unsubscribeLink}}`; undefined for other sources.
 */
export function builtInTheme(source: string): { plain: string; withLink: string } | undefined {
  const theme = themes.get(source);
  return theme && { plain: theme.plain.html, withLink: theme.withLink.html };
}

/**
 * Mails of a built-in template in a built-in theme, which were rendered at build time from the same sources: no isolate is
 * needed. Undefined for other sources, and for values that the sources would not take as they are.
 */
export function builtInMails(
  { template, theme }: { template: string; theme: string },
  { variables, project, preview }: MailContent,
  recipients: MailRecipient[],
): RenderedEmail[] | undefined {
  const [body, shell] = [templates.get(template), themes.get(theme)];
  if (!body || !shell) return undefined;
  const given = { ...(preview && body.previewVariables), ...variables };
  const values = new Map<string, string>();
  for (const name of Object.keys(body.previewVariables)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (typeof value !== "string" || isScript(value)) return undefined;
    values.set(name, value);
  }
  values.set("projectDisplayName", project.displayName);
  if (recipients.some(({ unsubscribeLink }) => isScript(unsubscribeLink ?? ""))) return undefined;
  return recipients.map((recipient) => builtInMail(body, shell, values, preview, recipient));
}

function builtInMail(
  body: RenderedTemplate,
  shell: RenderedTheme,
  common: ReadonlyMap<string, string>,
  preview: boolean,
  recipient: MailRecipient,
): RenderedEmail {
  const displayName = recipient.user ? recipient.user.displayName : preview ? "John Doe" : null;
  const link = recipient.unsubscribeLink ?? (preview ? shell.previewProps.unsubscribeLink : undefined);
  const values = new Map([...common, ["userDisplayName", displayName ?? ""], ["unsubscribeLink", link ?? ""]]);
  const [inner, outer] = [displayName ? body.named : body.unnamed, link ? shell.withLink : shell.plain];
  const whole = (part: "html" | "text") => outer[part].replace("{{body}}", () => inner[part]);
  const { subject, notificationCategory } = body;
  return {
    html: fill(whole("html"), values, escapeHtml),
    text: fill(whole("text"), values, (value) => value.replace(/\s+/g, " ")),
    ...(subject !== undefined && { subject: fill(subject, values, String) }),
    ...(notificationCategory !== undefined && { notificationCategory }),
  };
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

function bySource<Rendered>(
  sources: Record<string, { tsxSource: string }>,
  rendered: Record<string, unknown>,
): ReadonlyMap<string, Rendered> {
  return new Map(Object.entries(sources).map(([id, { tsxSource }]) => [tsxSource, rendered[id] as Rendered]));
}

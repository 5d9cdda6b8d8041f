import { renderedTemplates } from "./rendered-templates";
import type { systemTemplates } from "./system-templates";
import type { CommonVariables } from "./system-templates/mail-frame";

export type SystemTemplate = keyof typeof systemTemplates;

/** What the caller gives a system mail: the names of project and user, and the template's own variables. */
export type SystemMailVariables<Template extends SystemTemplate> = {
  projectDisplayName: string;
  /** Null or empty where the user, or the name, is not known. */
  userDisplayName: string | null;
} & Omit<Parameters<(typeof systemTemplates)[Template]["Mail"]>[0], keyof CommonVariables>;

/**
 * Fills a template that was rendered at build time. Values are text, whatever they hold: HTML in them is escaped (OWASP
 * Cross Site Scripting Prevention, rules 1 and 2: every value lands in an element or in a quoted attribute), a
 * placeholder in them is not filled in its turn, and a line end in them starts no line of its own.
 */
export function renderSystemMail<Template extends SystemTemplate>(
  template: Template,
  { userDisplayName, ...variables }: SystemMailVariables<Template>,
): { subject: string; html: string; text: string } {
  const values = new Map(Object.entries({ ...variables, greeting: greeting(userDisplayName) }));
  const fill = (source: string, write: (value: string) => string) =>
    source.replace(/\{\{(\w+)\}\}/g, (_, name: string) => write((values.get(name) ?? "").replace(/\s+/g, " ")));
  const { subject, html, text } = renderedTemplates[template];
  return { subject: fill(subject, String), html: fill(html, escapeHtml), text: fill(text, String) };
}

function greeting(userDisplayName: string | null): string {
  const name = nameInMail(userDisplayName);
  return name === null ? "Hello," : `Hello ${name},`;
}

/**
 * A name as a mail may show it; null for one that is empty, too long for a line, or that mail programs would turn into a
 * link: otherwise a sign-up with a chosen name and another person's address would deliver advertisements.
 */
export function nameInMail(displayName: string | null): string | null {
  const name = displayName?.trim() ?? "";
  const isName = name !== "" && name.length <= 60 && !/[/:@]|[\p{L}\p{N}]\.\p{L}{2}/u.test(name);
  return isName ? name : null;
}

const htmlEscapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEscapes[character] ?? "");
}

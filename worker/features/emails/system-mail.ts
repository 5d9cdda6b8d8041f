import { colourValues, logoImage, type MailLook } from "./mail-look";
import { nameInMail, plainName } from "./name-in-mail";
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

/** The variables that people chose, each with what stands in its place where nothing of it can be shown. */
const chosenNames: ReadonlyMap<string, string> = new Map([
  ["projectDisplayName", "a project"],
  ["teamDisplayName", "a team"],
  ["apiKeyDescription", "without a name"],
  ["webhookProject", "a project"],
  ["failingProject", "a project"],
]);

/** The variables whose text is ours. All others are links and codes. */
const ownTexts: ReadonlySet<string> = new Set([
  "change",
  "circumstances",
  "apiKeyLastFour",
  "validFor",
  "webhookHost",
  "failures",
  // A name in it has passed `nameInMail`.
  "invitation",
]);

/** Characters of a line of plain text, which quoting lengthens. */
const longestLine = 72;

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  /** The subject without the codes in it, which would let a reader of the delivery log sign in. */
  loggedSubject: string;
  /** What opens an account: the mail's links and codes. */
  secrets: string[];
}

/**
 * Fills a template that was rendered at build time. Values are text, whatever they hold: HTML in them is escaped (OWASP
 * Cross Site Scripting Prevention, rules 1 and 2: every value lands in an element or in a quoted attribute), a
 * placeholder in them is not filled in its turn, and a line end in them starts no line of its own.
 */
export function renderSystemMail<Template extends SystemTemplate>(
  template: Template,
  { userDisplayName, ...variables }: SystemMailVariables<Template>,
  look: MailLook = { logoUrl: null, accentColor: undefined },
): RenderedMail {
  const own = Object.entries(variables as Record<string, string>);
  const values = new Map([
    ...own.map(([name, value]) => [name, shown(name, value)] as const),
    ["greeting", greeting(userDisplayName)],
    ...colourValues(look),
  ]);
  const fill = (source: string, write: (value: string, name: string) => string) =>
    source.replace(/\{\{(\w+)\}\}/g, (_, name: string) => write(values.get(name) ?? "", name));
  const { subject, html, text } = renderedTemplates[template];
  return {
    subject: fill(subject, String),
    html: fill(html, (value, name) => (name === "logo" ? logoImage(look, escapeHtml) : escapeHtml(value))),
    text: wrapped(fill(text, String)),
    loggedSubject: fill(subject, (value, name) => (isSecret(name) ? "•".repeat(value.length) : value)),
    secrets: own.filter(([name]) => isSecret(name)).map(([, value]) => value),
  };
}

/** Lines that every mail program shows whole; what has no blanks, such as a link, keeps its line. */
function wrapped(text: string): string {
  return text.split("\n").map(wrappedLine).join("\n");
}

function wrappedLine(line: string): string {
  let length = 0;
  return line
    .split(" ")
    .map((word, index) => {
      const fits = index === 0 || length + 1 + word.length <= longestLine;
      length = fits && index > 0 ? length + 1 + word.length : word.length;
      return index === 0 ? word : `${fits ? " " : "\n"}${word}`;
    })
    .join("");
}

function isSecret(name: string): boolean {
  return !chosenNames.has(name) && !ownTexts.has(name);
}

/** A variable as mails show it: names lose what would become a link; links and codes stay as they are. */
export function shown(name: string, value: string): string {
  const substitute = chosenNames.get(name);
  return substitute === undefined ? value.replace(/\s+/g, " ") : plainName(value) || substitute;
}

function greeting(userDisplayName: string | null): string {
  const name = nameInMail(userDisplayName);
  return name === null ? "Hello," : `Hello ${name},`;
}

const htmlEscapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEscapes[character] ?? "");
}

import { notices } from "../../config/built-in-emails/notices";
import { builtInTemplates, systemTemplateIds } from "../../config/built-in-emails/templates";
import { builtInThemes, defaultThemeId } from "../../config/built-in-emails/themes";
import { builtInEmails, type EmailLook, isBuiltInTheme, projectInEmail, type RenderedEmail } from "../email-rendering";
import { withoutCodes } from "./email-codes";
import { nameInEmail, plainName } from "./name-in-email";
import type { SystemEmailVariables, SystemTemplate } from "./system-emails";

/** The template of an email in a project's configuration; absent for those that no project changes. */
export const templateIds: Partial<Record<SystemTemplate, string>> = {
  email_verification: systemTemplateIds.emailVerification,
  password_reset: systemTemplateIds.passwordReset,
  magic_link: systemTemplateIds.magicLink,
  team_invitation: systemTemplateIds.teamInvitation,
  sign_in_invitation: systemTemplateIds.signInInvitation,
};

/** The source of an email as every project has it. */
export function builtInSource(template: SystemTemplate): string {
  const id = templateIds[template];
  const source = id ? builtInTemplates[id]?.tsxSource : notices[template as keyof typeof notices];
  if (source === undefined) throw new Error(`The email ${template} has no source`);
  return source;
}

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
  // A name in it has passed `nameInEmail`.
  "invitation",
]);

/** Characters of a line of plain text, which quoting lengthens. */
const maxLineLength = 72;

export interface FinishedEmail {
  subject: string;
  html: string;
  text: string;
  /** The subject without the codes in it, which would let a reader of the delivery log sign in. */
  loggedSubject: string;
  /** Lists what opens an account: the email's links and codes. */
  secrets: string[];
}

/**
 * Returns what sources are given for a system email. Names lose what email programs would link, and no value has lines; HTML in
 * them is escaped where they are filled in.
 */
export function contentOf<Template extends SystemTemplate>(
  { userDisplayName, ...variables }: SystemEmailVariables<Template>,
  look: EmailLook,
) {
  const shownVariables = Object.entries(variables as Record<string, string>).map(
    ([name, value]) => [name, shown(name, value)] as const,
  );
  const { projectDisplayName = "", ...own } = Object.fromEntries(shownVariables);
  return {
    variables: own as Record<string, string>,
    project: { displayName: projectDisplayName, ...look },
    user: { displayName: nameInEmail(userDisplayName) },
    secrets: secretsAmong(variables as Record<string, string>),
  };
}

function secretsAmong(variables: Record<string, string>): string[] {
  return Object.entries(variables)
    .filter(([name]) => !chosenNames.has(name) && !ownTexts.has(name))
    .map(([, value]) => value);
}

/**
 * A system email as every project has it, from what was rendered of its source at build time.
 *
 * @param theme the source of a theme; Default Light takes the place of one that is not built in
 */
export function renderSystemEmail<Template extends SystemTemplate>(
  template: Template,
  given: SystemEmailVariables<Template>,
  look: EmailLook = { logoUrl: null, accentColor: undefined },
  theme: string = defaultTheme,
): FinishedEmail {
  const { variables, project, user, secrets } = contentOf(given, look);
  const sources = { template: builtInSource(template), theme: isBuiltInTheme(theme) ? theme : defaultTheme };
  const content = { variables, project: projectInEmail(project), preview: false };
  const [email] = builtInEmails(sources, content, [{ user }]) ?? [];
  if (!email) throw new Error(`The email ${template} cannot be made of its variables`);
  return finished(email, email.subject ?? "", secrets);
}

/** The source of Default Light, as it comes with every project. */
export const defaultTheme = builtInThemes[defaultThemeId]?.tsxSource ?? "";

/** An email as it is sent and logged. */
export function finished({ html, text }: RenderedEmail, subject: string, secrets: string[]): FinishedEmail {
  return { subject, html, text: wrapped(text), loggedSubject: withoutCodes(subject, secrets), secrets };
}

/** Lines that every email program shows whole; what has no blanks, such as a link, keeps its line. */
function wrapped(text: string): string {
  return text.split("\n").map(wrappedLine).join("\n");
}

function wrappedLine(line: string): string {
  let length = 0;
  return line
    .split(" ")
    .map((word, index) => {
      const fits = index === 0 || length + 1 + word.length <= maxLineLength;
      length = fits && index > 0 ? length + 1 + word.length : word.length;
      return index === 0 ? word : `${fits ? " " : "\n"}${word}`;
    })
    .join("");
}

/** A variable as emails show it: names lose what would become a link; links and codes stay as they are. */
function shown(name: string, value: string): string {
  const substitute = chosenNames.get(name);
  return substitute === undefined ? value.replace(/\s+/g, " ") : plainName(value) || substitute;
}

import type { EmailDraft, EmailTemplate, Json } from "../../../kit";
import type { BodyOf } from "../../../kit/requests/endpoints";
import { wireNames } from "../../../kit/requests/wire-names";
import type { Translate } from "../../translation/use-translation";

/** The categories of mails, which every project has. Users can switch the second one off. */
export const categories = ["Transactional", "Marketing"] as const;

export type Category = (typeof categories)[number];

/** A user who is to get a mail. */
export interface ChosenUser {
  readonly id: string;
  /** Null where the user is known by the id alone. */
  readonly name: string | null;
  /** Null for none; undefined where it is not known. */
  readonly email: string | null | undefined;
}

/** A mail to users as it is being made: texts, as they are typed. */
export interface WrittenMail {
  readonly audience: "all" | "chosen";
  readonly users: readonly ChosenUser[];
  readonly kind: "template" | "draft" | "html";
  readonly templateId: string;
  /** JSON. */
  readonly variables: string;
  readonly draftId: string;
  readonly html: string;
  readonly subject: string;
  /** Undefined for the theme of the draft or else the active one, false for none. */
  readonly themeId: string | false | undefined;
  readonly category: Category;
}

export const newMail: WrittenMail = {
  audience: "chosen",
  users: [],
  kind: "html",
  templateId: "",
  variables: "{}",
  draftId: "",
  html: "",
  subject: "",
  themeId: undefined,
  category: "Transactional",
};

/** The call of the kit that sends the mail. */
export function sendOptionsOf(mail: WrittenMail): Readonly<Record<string, Json>> {
  const { kind, audience, users, subject, themeId, category } = mail;
  return {
    ...(audience === "all" ? { allUsers: true } : { userIds: users.map(({ id }) => id) }),
    ...(kind === "html" && { html: mail.html }),
    ...(kind === "template" && { templateId: mail.templateId, variables: variablesOf(mail.variables) ?? {} }),
    ...(kind === "draft" && { draftId: mail.draftId }),
    ...(subject.trim() !== "" && { subject: subject.trim() }),
    ...(themeId !== undefined && { themeId }),
    notificationCategoryName: category,
  };
}

/** The body of the request that sends the mail. */
export function requestOf(mail: WrittenMail): BodyOf<"POST /emails/send-email", "server"> {
  return wireNames(sendOptionsOf(mail)) as BodyOf<"POST /emails/send-email", "server">;
}

/** What keeps the mail from being sent, by the field in which to mend it. Empty for nothing. */
export function problemsOf(mail: WrittenMail, t: Translate): Partial<Record<keyof WrittenMail, string>> {
  const { kind, audience, users } = mail;
  const problems = {
    users: audience === "chosen" && users.length === 0 && t("Choose who gets the email."),
    templateId: kind === "template" && mail.templateId === "" && t("Choose a template."),
    variables:
      kind === "template" &&
      variablesOf(mail.variables) === undefined &&
      t("Enter a JSON object without null among its values, such as {example}.", { example: '{"name": "Ada"}' }),
    draftId: kind === "draft" && mail.draftId === "" && t("Choose a draft."),
    html: kind === "html" && mail.html.trim() === "" && t("Write the email."),
    subject: kind === "html" && mail.subject.trim() === "" && t("Enter a subject."),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== false));
}

/** The variables that a text of JSON holds; undefined where they are none that a template can have. */
export function variablesOf(text: string): { readonly [name: string]: Json } | undefined {
  try {
    const value = JSON.parse(text) as Json;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject && !Object.values(value).includes(null) ? (value as { [name: string]: Json }) : undefined;
  } catch {
    return undefined;
  }
}

/** The source that looks as the mail will, for its preview; undefined before there is anything to show. */
export function previewSource(
  mail: WrittenMail,
  { templates, drafts }: { templates: readonly EmailTemplate[]; drafts: readonly EmailDraft[] },
): string | undefined {
  if (mail.kind === "template") return templates.find(({ id }) => id === mail.templateId)?.tsxSource;
  if (mail.kind === "draft") return drafts.find(({ id }) => id === mail.draftId)?.tsxSource;
  if (mail.html.trim() === "") return undefined;
  // JSON is an expression of the language, whatever the text holds.
  return `import { NotificationCategory, Subject } from "@stackframe/emails";
export function EmailTemplate() {
  return (
    <>
      <Subject value={${JSON.stringify(mail.subject)}} />
      <NotificationCategory value={${JSON.stringify(mail.category)}} />
      <div dangerouslySetInnerHTML={{ __html: ${JSON.stringify(mail.html)} }} />
    </>
  );
}`;
}

/** The theme of the preview: a draft may have one of its own. */
export function previewTheme(mail: WrittenMail, drafts: readonly EmailDraft[]): string | false | undefined {
  if (mail.kind !== "draft" || mail.themeId !== undefined) return mail.themeId;
  return drafts.find(({ id }) => id === mail.draftId)?.themeId;
}

/** The ids in a text, such as a column that was copied from a table; none where it holds anything else. */
export function userIdsIn(text: string): readonly string[] {
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  const areIds = words.every((word) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(word));
  return areIds ? [...new Set(words.map((word) => word.toLowerCase()))] : [];
}

/** The users with some more of them, each once. One that is better known replaces the same one. */
export function withUsers(users: readonly ChosenUser[], added: readonly ChosenUser[]): readonly ChosenUser[] {
  const byId = new Map(users.map((user) => [user.id, user]));
  for (const user of added) if (user.email !== undefined || !byId.has(user.id)) byId.set(user.id, user);
  return [...byId.values()];
}

import type { EmailDraft, Json } from "../../../kit";
import type { BodyOf } from "../../../kit/requests/endpoints";
import { wireNames } from "../../../kit/requests/wire-names";
import type { Translate } from "../../translation/use-translation";
import type { UserSearch } from "../../user-filters/user-search";
import type { Category } from "./categories";

/** A user who is to get an email. */
export interface ChosenUser {
  readonly id: string;
  /** Null where the user is known by the id alone. */
  readonly name: string | null;
  /** Null for none; undefined where it is not known. */
  readonly email: string | null | undefined;
}

/** An email to users as it is being made: texts, as they are typed. */
export interface WrittenEmail {
  readonly audience: "all" | "chosen" | "filtered";
  readonly users: readonly ChosenUser[];
  /** Selects the users where it goes to those of a filter. */
  readonly filter: UserSearch;
  /** The users of the filter; undefined before they are read, and where they are too many. */
  readonly filtered: readonly ChosenUser[] | undefined;
  /** An email that is written as text becomes a draft. */
  readonly kind: "text" | "template" | "draft" | "html";
  readonly text: string;
  readonly templateId: string;
  /** JSON. */
  readonly variables: string;
  /** Of a text, the draft that it is stored as; empty before. */
  readonly draftId: string;
  readonly html: string;
  readonly subject: string;
  /** Undefined for the theme of the draft or else the active one, false for none. */
  readonly themeId: string | false | undefined;
  readonly category: Category;
}

export const newEmail: WrittenEmail = {
  audience: "chosen",
  users: [],
  filter: {},
  filtered: undefined,
  kind: "text",
  text: "",
  templateId: "",
  variables: "{}",
  draftId: "",
  html: "",
  subject: "",
  themeId: undefined,
  category: "Transactional",
};

/** The most users to whom one email may go, unless it goes to all. */
export const maxRecipients = 20_000;

/** The users to whom the email goes; undefined where it goes to all. */
export function recipientsOf({ audience, users, filtered = [] }: WrittenEmail): readonly ChosenUser[] | undefined {
  if (audience === "all") return undefined;
  return audience === "chosen" ? users : filtered;
}

/** The call of the kit that sends the email. That of a text is stored as a draft before. */
export function sendOptionsOf(email: WrittenEmail): Readonly<Record<string, Json>> {
  const { kind, subject, themeId, category } = email;
  const recipients = recipientsOf(email);
  return {
    ...(recipients ? { userIds: recipients.map(({ id }) => id) } : { allUsers: true }),
    ...(kind === "html" && { html: email.html }),
    ...(kind === "template" && { templateId: email.templateId, variables: variablesOf(email.variables) ?? {} }),
    ...((kind === "draft" || kind === "text") && { draftId: email.draftId }),
    // A text has its subject in its source, with variables.
    ...(kind !== "text" && subject.trim() !== "" && { subject: subject.trim() }),
    // Else the email would come in the theme that its draft had before.
    ...(kind === "text" ? { themeId: themeId ?? null } : themeId !== undefined && { themeId }),
    notificationCategoryName: category,
  };
}

/** The body of the request that sends the email. */
export function requestOf(email: WrittenEmail): BodyOf<"POST /emails/send-email", "server"> {
  return wireNames(sendOptionsOf(email)) as BodyOf<"POST /emails/send-email", "server">;
}

/** Returns what keeps the email from being sent, by the field in which to mend it. Empty for nothing. */
export function problemsOf(email: WrittenEmail, t: Translate): Partial<Record<keyof WrittenEmail, string>> {
  const { kind } = email;
  const recipients = recipientsOf(email);
  const problems = {
    users: recipients?.length === 0 && t("Choose who gets the email."),
    templateId: kind === "template" && email.templateId === "" && t("Choose a template."),
    variables:
      kind === "template" &&
      variablesOf(email.variables) === undefined &&
      t("Enter a JSON object without null among its values, such as {example}.", { example: '{"name": "Ada"}' }),
    draftId: kind === "draft" && email.draftId === "" && t("Choose a draft."),
    html: kind === "html" && email.html.trim() === "" && t("Write the email."),
    text: kind === "text" && email.text.trim() === "" && t("Write the email."),
    subject: (kind === "html" || kind === "text") && email.subject.trim() === "" && t("Enter a subject."),
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

/** The theme of the preview: a draft may have one of its own. */
export function previewTheme(email: WrittenEmail, drafts: readonly EmailDraft[]): string | false | undefined {
  if (email.kind !== "draft" || email.themeId !== undefined) return email.themeId;
  return drafts.find(({ id }) => id === email.draftId)?.themeId;
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

import type { AuditEventType } from "../../kit";
import { msg } from "../translation/message";
import type { Translate } from "../translation/use-translation";
import { eventText, eventTexts } from "./event-texts";

/** The topics of events, with what their types begin with. The last one has all others. */
const topics = [
  { label: msg("Users"), subjects: ["user", "contact_channel", "sign_in_invitation"] },
  {
    label: msg("Sign-in and sessions"),
    subjects: ["session", "sessions", "password", "totp", "recovery_codes", "passkey", "oauth_account"],
  },
  {
    label: msg("Teams and permissions"),
    subjects: ["team", "team_membership", "team_permission", "project_permission"],
  },
  { label: msg("Keys and secrets"), subjects: ["api_key", "internal_key", "data_vault_entry"] },
  { label: msg("Emails"), subjects: ["email", "email_template", "email_theme", "email_draft"] },
  { label: msg("Webhooks"), subjects: ["webhook_endpoint", "webhook_message", "webhooks_token"] },
  { label: msg("Payments"), subjects: ["stripe_account", "test_purchase", "subscription", "payment"] },
  { label: msg("Project"), subjects: [] },
] as const;

/** The types of a topic that a search finds, by their names and their texts. */
export interface EventGroup {
  readonly label: string;
  readonly types: readonly { readonly type: AuditEventType; readonly text: string }[];
}

/** All types of events by topic, of which each word of `query` is part of the type or of its text. */
export function findEventTypes(query: string, t: Translate): EventGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const types = (Object.keys(eventTexts) as AuditEventType[])
    .map((type) => ({ type, text: eventText(type, t) }))
    .filter(({ type, text }) => words.every((word) => `${type} ${text}`.toLowerCase().includes(word)));
  return topics
    .map((topic) => ({ label: t(topic.label), types: types.filter(({ type }) => topicOf(type) === topic) }))
    .filter(({ types }) => types.length > 0);
}

function topicOf(type: AuditEventType): (typeof topics)[number] {
  const [subject] = type.split(".");
  const named = topics.find(({ subjects }) => subjects.some((each) => each === subject));
  return named ?? topics[topics.length - 1] ?? topics[0];
}

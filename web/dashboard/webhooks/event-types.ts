import type { WebhookEventType } from "../../kit";
import { msg, type PlainMessage } from "../translation/message";
import type { Translate } from "../translation/use-translation";
import type { EventTypeInfo } from "./webhooks-api";

const texts: Record<WebhookEventType, PlainMessage> = {
  "user.created": msg("A user was created"),
  "user.updated": msg("A user was changed"),
  "user.deleted": msg("A user was deleted"),
  "team.created": msg("A team was created"),
  "team.updated": msg("A team was changed"),
  "team.deleted": msg("A team was deleted"),
  "team_membership.created": msg("A user became a member of a team"),
  "team_membership.deleted": msg("A user is no longer a member of a team"),
  "team_permission.created": msg("A permission in a team was granted"),
  "team_permission.deleted": msg("A permission in a team was revoked"),
  "project_permission.created": msg("A permission in the project was granted"),
  "project_permission.deleted": msg("A permission in the project was revoked"),
  "item.low_balance": msg("A customer has less of an item than its threshold"),
};

const groups: Record<string, PlainMessage> = {
  user: msg("Users"),
  team: msg("Teams"),
  team_membership: msg("Members of teams"),
  team_permission: msg("Permissions in teams"),
  project_permission: msg("Permissions in the project"),
  item: msg("Items"),
};

/** The heading of what a type is about; the name of that where it has none. */
export function groupText(subject: string, t: Translate): string {
  const text = Object.hasOwn(groups, subject) ? groups[subject] : undefined;
  return text ? t(text) : subject;
}

/** Types by what they are about, in their order. */
export function typesBySubject(types: readonly EventTypeInfo[]): Map<string, EventTypeInfo[]> {
  return Map.groupBy(types, ({ name }) => name.slice(0, name.indexOf(".")));
}

/** Returns what an event of a type reports. */
export function eventTypeText(type: WebhookEventType, t: Translate): string {
  return t(texts[type]);
}

/** An event of a type as it is sent, as JSON for people. */
export function exampleOf(known: readonly EventTypeInfo[], type: WebhookEventType): string {
  const [example] = known.find(({ name }) => name === type)?.schemas?.["1"]?.examples ?? [];
  return JSON.stringify(example ?? { type }, null, 2);
}

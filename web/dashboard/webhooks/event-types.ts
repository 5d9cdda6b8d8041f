import type { WebhookEventType } from "../../kit";
import { msg } from "../translation/msg";
import type { Translate } from "../translation/use-translation";
import type { EventTypeInfo } from "./webhooks-api";

const texts: Record<WebhookEventType, ReturnType<typeof msg>> = {
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

/** What an event of a type reports. */
export function eventTypeText(type: WebhookEventType, t: Translate): string {
  return t(texts[type]);
}

/** An event of a type as it is sent, as JSON for people. */
export function exampleOf(known: readonly EventTypeInfo[], type: WebhookEventType): string {
  const [example] = known.find(({ name }) => name === type)?.schemas?.["1"]?.examples ?? [];
  return JSON.stringify(example ?? { type }, null, 2);
}

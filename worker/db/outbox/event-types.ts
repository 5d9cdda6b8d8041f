/** The events that webhooks report. The data of each is an object on the wire, as the API shows it to servers. */
export const eventTypes = [
  "user.created",
  "user.updated",
  "user.deleted",
  "team.created",
  "team.updated",
  "team.deleted",
  "team_membership.created",
  "team_membership.deleted",
  "team_permission.created",
  "team_permission.deleted",
  "project_permission.created",
  "project_permission.deleted",
  "item.low_balance",
] as const;

export type EventType = (typeof eventTypes)[number];

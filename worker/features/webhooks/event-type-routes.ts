import { type EventType, eventTypes } from "../../db/outbox/event-types";
import type { ApiRouter } from "./api-authentication";
import * as contract from "./api-contract";
import { exampleEvents } from "./example-events";

const descriptions: Record<EventType, string> = {
  "user.created": "A user was created",
  "user.updated": "A user was changed",
  "user.deleted": "A user was deleted",
  "team.created": "A team was created",
  "team.updated": "A team was changed",
  "team.deleted": "A team was deleted",
  "team_membership.created": "A user became a member of a team",
  "team_membership.deleted": "A user is no longer a member of a team",
  "team_permission.created": "A permission in a team was granted",
  "team_permission.deleted": "A permission in a team was revoked",
  "project_permission.created": "A permission in the project was granted",
  "project_permission.deleted": "A permission in the project was revoked",
  "item.low_balance": "A customer has less of an item than its threshold",
};

/** The types are part of the API, so that they have no time of their own. */
const madeAt = "2026-11-01T00:00:00.000Z";

export function eventTypeRoutes(router: ApiRouter): void {
  router.route(contract.listEventTypes, () => ({
    data: eventTypes.map(eventTypeOf),
    iterator: null,
    prevIterator: null,
    done: true,
  }));

  router.route(contract.readEventType, ({ params, fail }) =>
    eventTypeOf(eventTypes.find((each) => each === params.event_type) ?? fail(contract.entityNotFound)),
  );
}

function eventTypeOf(name: EventType) {
  return {
    name,
    description: descriptions[name],
    archived: false,
    deprecated: false,
    // Svix has a JSON Schema for each version of a type. An example alone is a valid one.
    schemas: { "1": { examples: [{ type: name, data: exampleEvents[name] }] } },
    createdAt: madeAt,
    updatedAt: madeAt,
  };
}

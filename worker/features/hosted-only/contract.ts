// What newer clients can call and only a service that others host can do: it is refused in words, or has nothing to list.
import * as z from "zod";
import { adminOnly, endpoint, serverOrHigher } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import { noQuery, Pagination, shortText } from "../../protocol/fields";

export const notOffered = plainError(400, "This instance does not offer this.", {
  remedy: "The API reference says at the endpoint what to use instead.",
});

/** Whatever a client sends with it changes nothing. */
const anyBody = z.looseObject({});
const anyQuery = z.looseObject({});

const refused = { response: z.object({}), errors: [notOffered] } as const;

export const boostCapacity = endpoint("POST /emails/capacity-boost", {
  summary: "Refuse to send emails faster for a while",
  description:
    "How many emails a project sends is limited by its mail server, and by the shares that the operator sets.",
  access: serverOrHigher,
  query: noQuery,
  body: anyBody,
  ...refused,
});

export const manageDomain = endpoint("POST /internal/emails/managed-onboarding/{step}", {
  summary: "Refuse to manage a domain for emails",
  description: "A project sends from a domain of its own by its own mail server, `emails.server` of its configuration.",
  access: adminOnly,
  params: z.strictObject({
    step: z.enum(["setup", "check", "apply", "delete"]).describe("`setup`, `check`, `apply` or `delete`."),
  }),
  query: noQuery,
  body: anyBody,
  ...refused,
});

export const listManagedDomains = endpoint("GET /internal/emails/managed-onboarding/list", {
  summary: "List no domains for emails",
  description: "The instance manages none, so the list is empty.",
  access: adminOnly,
  query: noQuery,
  response: z.object({ items: z.array(z.object({})).describe("Always empty.") }),
});

export const rewriteTemplate = endpoint("POST /internal/rewrite-template-source", {
  summary: "Refuse to rewrite the source of a template",
  description: "The assistant of the dashboard changes templates on request.",
  access: adminOnly,
  query: noQuery,
  body: anyBody,
  ...refused,
});

export const queryAnalytics = endpoint("POST /internal/analytics/query", {
  summary: "Refuse to query what visitors did",
  description: "Nothing of it is kept. `GET /internal/metrics` has the project's numbers.",
  access: adminOnly,
  query: noQuery,
  body: anyBody,
  response: z.object({}),
  errors: ["ANALYTICS_NOT_ENABLED"],
});

export const listReplays = endpoint("GET /internal/session-replays", {
  summary: "List no recordings of sessions",
  description: "No page is recorded, so the list is empty.",
  access: adminOnly,
  query: anyQuery,
  response: z.object({
    items: z.array(z.object({})).describe("Always empty."),
    pagination: Pagination.describe("There is no other page."),
  }),
});

const replayId = shortText.describe("The id of a recording. There is none.");

export const readReplay = endpoint("GET /internal/session-replays/{session_replay_id}", {
  summary: "Refuse to show the recording of a session",
  description: "No page is recorded.",
  access: adminOnly,
  params: z.strictObject({ session_replay_id: replayId }),
  query: anyQuery,
  ...refused,
});

export const readReplayPart = endpoint("GET /internal/session-replays/{session_replay_id}/{part}", {
  summary: "Refuse to list what a recording consists of",
  description: "No page is recorded.",
  access: adminOnly,
  params: z.strictObject({
    session_replay_id: replayId,
    part: z.enum(["chunks", "events"]).describe("`chunks` or `events`."),
  }),
  query: anyQuery,
  ...refused,
});

export const readReplayChunk = endpoint("GET /internal/session-replays/{session_replay_id}/chunks/{chunk_id}/events", {
  summary: "Refuse to list the events of a part of a recording",
  description: "No page is recorded.",
  access: adminOnly,
  params: z.strictObject({
    session_replay_id: replayId,
    chunk_id: shortText.describe("The id of a part. There is none."),
  }),
  query: anyQuery,
  ...refused,
});

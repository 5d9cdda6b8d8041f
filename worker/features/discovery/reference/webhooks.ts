import { absent } from "../../../protocol/openapi-schemas";
import type { EndpointEntry, Group } from "./entry";
import { cursor } from "./samples";

export const webhooks: Group = {
  section: "Administration",
  name: "Webhooks",
  description:
    "Every change of users, teams, memberships and permissions is sent to the project's endpoints as JSON of `{type, data}`, signed by Standard Webhooks. Endpoints, deliveries and attempts are administered through a part of Svix' interface below `/api/v1/app/{project_id}`, by the `svix` library or any other client of it. See docs/webhooks.md.",
  samples: {
    token: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxZGYwN2FlNiIsImF1ZCI6ImdhdGVob3VzZS93ZWJob29rcyJ9.c2lnbmF0dXJl",
  },
  endpoints: {
    "POST /webhooks/svix-token": {},
    "POST /internal/send-test-webhook": {
      samples: {
        endpoint_id: "ep_0198c2d1a4007d3f5b7a9c1e2f4a6b8d",
        success: false,
        error_message: "The endpoint responded with status 401.",
      },
    },
  },
};

const endpointId = "ep_0198c2d1a4007d3f5b7a9c1e2f4a6b8d";
const messageId = "msg_5f1c2b3a-4d5e-4f60-8a7b-9c0d1e2f3a4b";
const attemptId = "atmpt_0198c2d1b2c44e6f8a0b2c4d6e8f0a1b";
const created = "2026-11-01T09:30:00.000Z";
const url = "https://hooks.example.com/gatehouse";
const finished: EndpointEntry = {
  description: "What is found is queued at once. A further request has what this one has left.",
  samples: {
    "response.id": "task_0198c2d1a4007d3f5b7a9c1e2f4a6b8d",
    "response.status": "finished",
    "response.nextSince": "2026-11-01T09:30:00.000Z",
  },
};
const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

export const svixInterface: Group = {
  section: "Administration",
  name: "Endpoints and events of webhooks",
  description:
    "The part of Svix' interface that is served here. Its errors are Svix': `{code, detail}`, and a 422 with a list of what is wrong with a request. Beside those of each endpoint, 400 is for a body that is no JSON, 413 for a project that may store no more, and 429 for too many requests. A field of Svix that is not served is refused.",
  samples: {
    endpoint_id: endpointId,
    message_id: messageId,
    attempt_id: attemptId,
    event_type: "user.created",
    eventType: "user.created",
    eventTypes: ["user.created", "user.deleted"],
    event_types: "user.created,user.deleted",
    iterator: endpointId,
    limit: 50,
    order: "descending",
    before: created,
    after: created,
    since: created,
    until: created,
    url,
    description: "CRM",
    disabled: false,
    metadata: { team: "sales" },
    secret,
    key: secret,
    headers: absent,
    "body.throttleRate": absent,
    "body.channels": absent,
    "body.uid": absent,
    gracePeriodSeconds: absent,
    createdAt: created,
    updatedAt: created,
    timestamp: created,
    msgId: messageId,
    endpointId,
    status: 0,
    "query.status": "0",
    "response.response": "ok",
    "data.response": "ok",
    "response.data.id": endpointId,
    "response.id": endpointId,
    statusText: "success",
    success: 118,
    pending: 2,
    sending: 0,
    fail: 1,
    canceled: 0,
    done: true,
    archived: false,
    deprecated: false,
    name: "user.created",
    schemas: { "1": { examples: [{ type: "user.created", data: {} }] } },
    responseStatusCode: 200,
    responseDurationMs: 84,
    triggerType: 0,
    msg: absent,
    payload: { type: "user.created", data: { id: "3f0c8a52-6b1d-4e7f-8a2b-9c4d5e6f7081" } },
  },
  endpoints: {
    "GET /app/{project_id}/endpoint": { description: "Newest first, unless `order` says otherwise." },
    "POST /app/{project_id}/endpoint": { description: "It gets what happens from then on." },
    "GET /app/{project_id}/endpoint/{endpoint_id}": { description: "Its secret is read by itself." },
    "PUT /app/{project_id}/endpoint/{endpoint_id}": {
      description: "What is left out gets its default. It changes only what exists.",
    },
    "PATCH /app/{project_id}/endpoint/{endpoint_id}": { description: "What is left out stays as it is." },
    "DELETE /app/{project_id}/endpoint/{endpoint_id}": {
      description: "Nothing is sent to it any more.",
      responses: [{ status: 204, description: "It is deleted." }],
    },
    "GET /app/{project_id}/endpoint/{endpoint_id}/secret": { description: "The audit log says who has read it." },
    "POST /app/{project_id}/endpoint/{endpoint_id}/secret/rotate": {
      description: "Receivers verify by either until the old one ends.",
      responses: [{ status: 204, description: "The new secret signs." }],
    },
    "GET /app/{project_id}/endpoint/{endpoint_id}/stats": { description: "Of the events of a span of time." },
    "POST /app/{project_id}/endpoint/{endpoint_id}/recover": finished,
    "POST /app/{project_id}/endpoint/{endpoint_id}/replay-missing": finished,
    "POST /app/{project_id}/endpoint/{endpoint_id}/send-example": {
      description: "Other endpoints do not get it.",
      samples: { "response.id": messageId },
    },
    "GET /app/{project_id}/msg": {
      description: "Those of the last 30 days.",
      samples: { iterator: cursor, "response.data.id": messageId },
    },
    "GET /app/{project_id}/msg/{message_id}": {
      description: "With what receivers get, unless `with_content` is `false`.",
      samples: { "response.id": messageId },
    },
    "GET /app/{project_id}/msg/{message_id}/attempt/{attempt_id}": {
      description: "With the response that came back.",
      samples: { "response.id": attemptId },
    },
    "POST /app/{project_id}/msg/{message_id}/endpoint/{endpoint_id}/resend": {
      description: "The endpoint need not have got it before.",
    },
    "GET /app/{project_id}/attempt/endpoint/{endpoint_id}": {
      description: "With the response to each, unless `with_content` is `false`.",
      samples: { iterator: attemptId, "response.data.id": attemptId },
    },
    "GET /app/{project_id}/attempt/msg/{message_id}": {
      description: "With the response to each, unless `with_content` is `false`.",
      samples: { iterator: attemptId, "response.data.id": attemptId },
    },
    "GET /event-type": {
      description: "They are the same for all projects.",
      samples: { iterator: null, description: "A user was created" },
    },
    "GET /event-type/{event_type}": {
      description: "With an example of what is sent.",
      samples: { description: "A user was created" },
    },
  },
};

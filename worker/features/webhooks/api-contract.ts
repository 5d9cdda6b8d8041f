// The part of Svix' API with which a project's webhooks are administered: endpoints, events, attempts. Its requests have a token of
// `POST /webhooks/svix-token`, and its errors are Svix', as the `svix` library reads them.
import * as z from "zod";
import { endpoint } from "../../protocol/endpoint";
import { plainError, tooManyRequests } from "../../protocol/error-definitions";
import { shortText } from "../../protocol/fields";
import * as shapes from "./api-shapes";

export const invalidToken = plainError(401, "Invalid token", {
  remedy: "Make a new one: `POST /webhooks/svix-token`.",
});

/** Also for what belongs to another project. */
export const entityNotFound = plainError(404, "Entity not found", {
  remedy: "Check the ids, of which the project's is that of the token.",
});

export const endpointDisabled = plainError(400, "The endpoint is disabled", { remedy: "Enable it first." });

export const tooManyEndpoints = plainError(409, "A project has at most 100 endpoints", {
  remedy: "Remove an endpoint first.",
});

/** An endpoint was changed while it was being written, or used. */
export const endpointBusy = plainError(409, "The endpoint was changed at the same time. Try again.", {
  remedy: "Send the request again.",
});

export const secretUnreadable = plainError(
  409,
  "The secret is sealed under a root secret that is gone. Delete the endpoint and create it anew.",
  { remedy: "Delete the endpoint, and create it anew." },
);

const project = { project_id: shortText.describe("The project's id, which is that of the token.") };
const message = { message_id: shortText.describe("The id of the event.") };
const endpointId = { endpoint_id: shortText.describe("The id of the endpoint.") };

const errors = [invalidToken, entityNotFound] as const;
const ofProject = { access: "webhooks", params: z.strictObject(project), errors } as const;
const ofEndpoint = { ...ofProject, params: z.strictObject({ ...project, ...endpointId }) } as const;
const ofMessage = { ...ofProject, params: z.strictObject({ ...project, ...message }) } as const;

export const listEndpoints = endpoint("GET /app/{project_id}/endpoint", {
  ...ofProject,
  summary: "List the endpoints of a project",
  query: shapes.EndpointQuery,
  response: shapes.listOf(shapes.Endpoint),
});

export const createEndpoint = endpoint("POST /app/{project_id}/endpoint", {
  ...ofProject,
  summary: "Create an endpoint",
  body: shapes.EndpointIn,
  response: shapes.Endpoint,
  status: 201,
  errors: [...errors, tooManyEndpoints],
});

export const readEndpoint = endpoint("GET /app/{project_id}/endpoint/{endpoint_id}", {
  ...ofEndpoint,
  summary: "Read an endpoint",
  response: shapes.Endpoint,
});

export const replaceEndpoint = endpoint("PUT /app/{project_id}/endpoint/{endpoint_id}", {
  ...ofEndpoint,
  summary: "Replace all of an endpoint but its secret",
  body: shapes.EndpointReplacement,
  response: shapes.Endpoint,
});

export const changeEndpoint = endpoint("PATCH /app/{project_id}/endpoint/{endpoint_id}", {
  ...ofEndpoint,
  summary: "Change an endpoint",
  body: shapes.EndpointPatch,
  response: shapes.Endpoint,
});

export const removeEndpoint = endpoint("DELETE /app/{project_id}/endpoint/{endpoint_id}", {
  ...ofEndpoint,
  summary: "Delete an endpoint",
  response: "response",
});

export const readSecret = endpoint("GET /app/{project_id}/endpoint/{endpoint_id}/secret", {
  ...ofEndpoint,
  summary: "Read the secret of an endpoint",
  response: z.object({ key: z.string().describe("The secret by which receivers verify what is sent.") }),
  errors: [...errors, secretUnreadable],
});

export const rotateSecret = endpoint("POST /app/{project_id}/endpoint/{endpoint_id}/secret/rotate", {
  ...ofEndpoint,
  summary: "Replace the secret of an endpoint, which signs beside the new one for a day",
  body: shapes.RotateIn,
  response: "response",
  errors: [...errors, endpointBusy, secretUnreadable],
});

export const readStats = endpoint("GET /app/{project_id}/endpoint/{endpoint_id}/stats", {
  ...ofEndpoint,
  summary: "Count what was sent to an endpoint, by its outcome",
  query: shapes.StatsQuery,
  response: shapes.Stats,
});

export const recoverFailed = endpoint("POST /app/{project_id}/endpoint/{endpoint_id}/recover", {
  ...ofEndpoint,
  summary: "Send again what has failed in a span of time, a thousand events at most",
  body: shapes.RecoverIn,
  response: shapes.Task,
  status: 202,
  errors: [...errors, endpointDisabled],
});

export const replayMissing = endpoint("POST /app/{project_id}/endpoint/{endpoint_id}/replay-missing", {
  ...ofEndpoint,
  summary: "Send what an endpoint was not sent in a span of time, a thousand events at most",
  body: shapes.RecoverIn,
  response: shapes.Task,
  status: 202,
  errors: [...errors, endpointDisabled, tooManyRequests],
});

export const sendExample = endpoint("POST /app/{project_id}/endpoint/{endpoint_id}/send-example", {
  ...ofEndpoint,
  summary: "Send an example to an endpoint",
  body: shapes.SendExampleIn,
  response: shapes.Message,
  status: 202,
  errors: [...errors, endpointDisabled, endpointBusy],
});

export const listMessages = endpoint("GET /app/{project_id}/msg", {
  ...ofProject,
  summary: "List the events of a project, newest first",
  query: shapes.MessageQuery,
  response: shapes.listOf(shapes.Message),
});

export const readMessage = endpoint("GET /app/{project_id}/msg/{message_id}", {
  ...ofMessage,
  summary: "Read an event",
  query: shapes.OneMessageQuery,
  response: shapes.Message,
});

export const readAttempt = endpoint("GET /app/{project_id}/msg/{message_id}/attempt/{attempt_id}", {
  ...ofProject,
  summary: "Read an attempt to send an event",
  params: z.strictObject({ ...project, ...message, attempt_id: shortText.describe("The id of the attempt.") }),
  query: shapes.OneAttemptQuery,
  response: shapes.Attempt,
});

export const resendMessage = endpoint("POST /app/{project_id}/msg/{message_id}/endpoint/{endpoint_id}/resend", {
  ...ofProject,
  summary: "Send an event to an endpoint again",
  params: z.strictObject({ ...project, ...message, ...endpointId }),
  body: shapes.Nothing,
  response: shapes.Nothing,
  status: 202,
  errors: [...errors, endpointDisabled, endpointBusy],
});

export const listAttemptsOfEndpoint = endpoint("GET /app/{project_id}/attempt/endpoint/{endpoint_id}", {
  ...ofEndpoint,
  summary: "List the attempts to send to an endpoint, newest first",
  query: shapes.AttemptsOfEndpointQuery,
  response: shapes.listOf(shapes.Attempt),
});

export const listAttemptsOfMessage = endpoint("GET /app/{project_id}/attempt/msg/{message_id}", {
  ...ofMessage,
  summary: "List the attempts to send an event, newest first",
  query: shapes.AttemptsOfMessageQuery,
  response: shapes.listOf(shapes.Attempt),
});

export const listEventTypes = endpoint("GET /event-type", {
  access: "webhooks",
  summary: "List the types of events",
  response: shapes.listOf(shapes.EventTypeOut),
  errors: [invalidToken],
});

export const readEventType = endpoint("GET /event-type/{event_type}", {
  access: "webhooks",
  summary: "Read a type of events",
  params: z.strictObject({ event_type: shortText.describe("The name of the type.") }),
  response: shapes.EventTypeOut,
  errors,
});

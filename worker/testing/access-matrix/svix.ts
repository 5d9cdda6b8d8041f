import type { EndpointKey } from "../../protocol/endpoint";
import { type RequestInput, sendRequest } from "../send-request";
import { keySetOf } from "./inputs";
import type { Row } from "./row";
import type { Scenario } from "./scenario";

// The endpoints of Svix' interface, whose requests have a token of their own.

/** One endpoint, with the status of its success. It is 404 where the scenario has nothing that the request could be about. */
interface SvixRow {
  key: EndpointKey;
  success: number;
  input?: RequestInput;
}

const url = "https://receiver.example.net/x/accept";
const since = new Date(0).toISOString();

export const svixRows: SvixRow[] = [
  { key: "GET /app/{project_id}/endpoint", success: 200 },
  { key: "POST /app/{project_id}/endpoint", success: 201, input: { body: { url } } },
  { key: "GET /app/{project_id}/endpoint/{endpoint_id}", success: 200 },
  { key: "PUT /app/{project_id}/endpoint/{endpoint_id}", success: 200, input: { body: { url } } },
  { key: "PATCH /app/{project_id}/endpoint/{endpoint_id}", success: 200, input: { body: { description: "New" } } },
  { key: "DELETE /app/{project_id}/endpoint/{endpoint_id}", success: 204 },
  { key: "GET /app/{project_id}/endpoint/{endpoint_id}/secret", success: 200 },
  { key: "POST /app/{project_id}/endpoint/{endpoint_id}/secret/rotate", success: 204, input: { body: {} } },
  { key: "GET /app/{project_id}/endpoint/{endpoint_id}/stats", success: 200 },
  { key: "POST /app/{project_id}/endpoint/{endpoint_id}/recover", success: 202, input: { body: { since } } },
  { key: "POST /app/{project_id}/endpoint/{endpoint_id}/replay-missing", success: 202, input: { body: { since } } },
  {
    key: "POST /app/{project_id}/endpoint/{endpoint_id}/send-example",
    success: 202,
    input: { body: { eventType: "user.created" } },
  },
  { key: "GET /app/{project_id}/msg", success: 200 },
  { key: "GET /app/{project_id}/msg/{message_id}", success: 200 },
  { key: "GET /app/{project_id}/msg/{message_id}/attempt/{attempt_id}", success: 404 },
  { key: "POST /app/{project_id}/msg/{message_id}/endpoint/{endpoint_id}/resend", success: 202, input: { body: {} } },
  { key: "GET /app/{project_id}/attempt/endpoint/{endpoint_id}", success: 200 },
  { key: "GET /app/{project_id}/attempt/msg/{message_id}", success: 200 },
  { key: "GET /event-type", success: 200 },
  { key: "GET /event-type/{event_type}", success: 200, input: { params: { event_type: "user.created" } } },
];

const authenticationFailed = "401 authentication_failed";

/** What each token gets of a request, with what is expected of it. Nothing but the success of the valid one changes anything. */
export async function svixOutcomes({ key, success, input }: SvixRow, scenario: Scenario) {
  const { project } = scenario;
  const tokenOf = async (role: "admin" | "owner") =>
    (await scenario.as(role)("POST /webhooks/svix-token", { body: {} })).body.token;
  const [ofKey, ofOwner] = [await tokenOf("admin"), await tokenOf("owner")];
  const ofForeign = (await (await scenario.foreign()).admin("POST /webhooks/svix-token", { body: {} })).body.token;
  const params = { project_id: project.id, ...(await eventOf(scenario, ofOwner)), attempt_id: "atmpt_0" };

  const expected: Record<string, unknown> = {};
  const found: Record<string, unknown> = {};
  const send = async (caller: string, headers: Record<string, string | undefined>, outcome: string) => {
    const { status, body } = await sendRequest(key, { ...input, params: { ...params, ...input?.params }, headers });
    expected[caller] = outcome;
    found[caller] = status < 400 ? `${status}` : `${status} ${body.code}`;
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const succeeded = success < 400 ? `${success}` : `${success} not_found`;
  // The types of events are the same for all projects.
  const isOfProject = key.includes("{project_id}");
  await send("no token", {}, authenticationFailed);
  await send("a wrong token", bearer(`${ofKey}x`), authenticationFailed);
  await send("an admin key in its place", bearer(project.keys.admin), authenticationFailed);
  await send("another project's token", bearer(ofForeign), isOfProject ? "404 not_found" : succeeded);
  await send("an owner's token", bearer(ofOwner), succeeded);
  const revoked = await project.admin("PATCH /internal/api-keys/{api_key_id}", {
    params: await keySetOf(scenario),
    body: { revoked: true },
  });
  if (revoked.status !== 200) throw new Error(`The key set is not revoked: ${revoked.text}`);
  await send("a token of keys that are revoked", bearer(ofKey), isOfProject ? authenticationFailed : succeeded);
  return { expected, found };
}

/** An endpoint, and an event that is sent to it. */
async function eventOf({ project }: Scenario, token: string): Promise<Record<string, string>> {
  const [headers, params] = [{ authorization: `Bearer ${token}` }, { project_id: project.id }];
  const endpoint = await sendRequest("POST /app/{project_id}/endpoint", { headers, params, body: { url } });
  await project.server("POST /users", { body: {} });
  const { body } = await sendRequest("GET /app/{project_id}/msg", { headers, params });
  return { endpoint_id: endpoint.body.id, message_id: body.data[0].id };
}

// Webhooks.

export const webhooks: Row[] = [
  {
    key: "POST /internal/send-test-webhook",
    input: async ({ project }) => {
      const { body } = await project.admin("POST /webhooks/svix-token", { body: {} });
      const { id: project_id } = project;
      const { body: made } = await sendRequest("POST /app/{project_id}/endpoint", {
        params: { project_id },
        headers: { authorization: `Bearer ${body.token}` },
        body: { url: "https://hooks.example.com/matrix" },
      });
      return { body: { endpoint_id: made.id } };
    },
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
  {
    key: "POST /webhooks/svix-token",
    input: () => ({ body: {} }),
    outcomes: {
      "201": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
    withoutEvent: "What is done with the token is recorded; svix-service.test.ts has the event of one of Svix.",
  },
];

import { describe, expect, it } from "vitest";
import type * as z from "zod";
import type { Endpoint, EndpointKey } from "../../protocol/endpoint";
import { project, type TestProject } from "../../testing/project";
import { twoRotations } from "../../testing/rotation";
import { type RequestInput, sendRequest, type TestResponse } from "../../testing/send-request";
import * as contract from "./api-contract";
import { endpointOf, record, run, webhookToken } from "./webhooks.fixtures";

const url = "https://receiver.example.net/x/accept";
const since = new Date(0).toISOString();

interface Sent {
  p: TestProject;
  ids: { project_id: string; endpoint_id: string; message_id: string; attempt_id: string };
  send(endpoint: Endpoint, input?: RequestInput): Promise<TestResponse>;
}

/** A project with an endpoint, and an event that was sent to it. */
async function sent(): Promise<Sent> {
  const p = await project();
  const { endpoint, svix } = await endpointOf(p);
  await record(p);
  await run(p, endpoint);
  const [attempt] = (await svix.messageAttempt.listByEndpoint(p.id, endpoint.id)).data;
  const ids = {
    project_id: p.id,
    endpoint_id: endpoint.id,
    message_id: attempt?.msgId ?? "",
    attempt_id: attempt?.id ?? "",
  };
  const headers = { authorization: `Bearer ${await webhookToken(p)}` };
  return { p, ids, send: ({ key }, input) => sendRequest(key, { params: ids, headers, ...input }) };
}

/** Expects a success whose body is all that the contract declares, and nothing else. */
function expectDeclared(endpoint: Endpoint, response: TestResponse): void {
  expect(response.status).toBe(endpoint.status ?? 200);
  expect((endpoint.response as z.ZodType).parse(response.body)).toEqual(response.body);
}

const unauthorized = { code: "authentication_failed", detail: "Invalid token" };
const notFound = { code: "not_found", detail: "Entity not found" };

describe("GET /app/{project_id}/endpoint", () => {
  it("200 with a page of what the contract declares", async () => {
    const { send, ids } = await sent();
    const response = await send(contract.listEndpoints, { query: { limit: "1", order: "ascending" } });
    expectDeclared(contract.listEndpoints, response);
    expect(response.body).toMatchObject({ data: [{ id: ids.endpoint_id }], done: true, prevIterator: null });
  });
});

describe("POST /app/{project_id}/endpoint", () => {
  it("201 with the endpoint", async () => {
    const { send } = await sent();
    const response = await send(contract.createEndpoint, { body: { url, metadata: { a: "b" } } });
    expectDeclared(contract.createEndpoint, response);
    expect(response.body).toMatchObject({ url, metadata: { a: "b" }, eventTypes: null, disabled: false });
  });
});

describe("GET /app/{project_id}/endpoint/{endpoint_id}", () => {
  it("200 with the endpoint, and 404 for an id of whatever form", async () => {
    const { send, ids } = await sent();
    expectDeclared(contract.readEndpoint, await send(contract.readEndpoint));
    for (const endpoint_id of ["x", "x".repeat(1_500)]) {
      const response = await send(contract.readEndpoint, { params: { ...ids, endpoint_id } });
      expect([response.status, response.body]).toEqual([404, notFound]);
    }
  });
});

describe("PUT /app/{project_id}/endpoint/{endpoint_id}", () => {
  it("200 with the endpoint", async () => {
    const { send } = await sent();
    const response = await send(contract.replaceEndpoint, { body: { url, description: "New" } });
    expectDeclared(contract.replaceEndpoint, response);
    expect(response.body).toMatchObject({ url, description: "New" });
  });
});

describe("PATCH /app/{project_id}/endpoint/{endpoint_id}", () => {
  it("200 with the endpoint", async () => {
    const { send } = await sent();
    const response = await send(contract.changeEndpoint, { body: { disabled: true } });
    expectDeclared(contract.changeEndpoint, response);
    expect(response.body.disabled).toBe(true);
  });
});

describe("DELETE /app/{project_id}/endpoint/{endpoint_id}", () => {
  it("204 without a body, and then 404", async () => {
    const { send } = await sent();
    const [first, second] = [await send(contract.removeEndpoint), await send(contract.removeEndpoint)];
    expect([first.status, first.text, second.status, second.body]).toEqual([204, "", 404, notFound]);
  });
});

describe("GET /app/{project_id}/endpoint/{endpoint_id}/secret", () => {
  it("200 with the secret, which no cache keeps", async () => {
    const { send } = await sent();
    const response = await send(contract.readSecret);
    expectDeclared(contract.readSecret, response);
    expect(response.headers.get("cache-control")).toContain("no-store");
  });

  it("409 where it is sealed under a root secret that is gone", async () => {
    const p = await project();
    const { first, second } = twoRotations();
    const { SERVER_SECRET_PREVIOUS: _, ...promoted } = second;
    const tokenUnder = async (settings: Record<string, string>) =>
      (await p.admin("POST /webhooks/svix-token", { body: {}, settings })).body.token;
    const under = async (settings: Record<string, string>, { key }: Endpoint, input: RequestInput) => {
      const headers = { authorization: `Bearer ${await tokenUnder(settings)}` };
      return sendRequest(key, { ...input, headers, settings });
    };
    const made = await under(first, contract.createEndpoint, { params: { project_id: p.id }, body: { url } });
    const params = { project_id: p.id, endpoint_id: made.body.id };
    const detail = "The secret is sealed under a root secret that is gone. Delete the endpoint and create it anew.";
    for (const [endpoint, input] of [
      [contract.readSecret, { params }],
      [contract.rotateSecret, { params, body: {} }],
    ] as const) {
      const response = await under(promoted, endpoint, input);
      expect([response.status, response.body]).toEqual([409, { code: "conflict", detail }]);
    }
  });
});

describe("POST /app/{project_id}/endpoint/{endpoint_id}/secret/rotate", () => {
  it("204 without a body", async () => {
    const { send } = await sent();
    const response = await send(contract.rotateSecret, { body: {} });
    expect([response.status, response.text]).toEqual([204, ""]);
  });

  it("409 where it was rotated at the same time", async () => {
    // Race: each has read the secret before another has replaced it, and the receiver would have one that is lost.
    const { send } = await sent();
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(contract.rotateSecret, { body: {} })));
    const refused = responses.filter(({ status }) => status !== 204);
    expect(refused.length).toBeGreaterThan(0);
    const detail = "The endpoint was changed at the same time. Try again.";
    for (const each of refused) expect([each.status, each.body]).toEqual([409, { code: "conflict", detail }]);
  });
});

describe("GET /app/{project_id}/endpoint/{endpoint_id}/stats", () => {
  it("200 with what was sent in a span of time", async () => {
    const { send } = await sent();
    const response = await send(contract.readStats, { query: { since } });
    expectDeclared(contract.readStats, response);
    expect(response.body.success).toBe(1);
    expect((await send(contract.readStats, { query: { until: since } })).body.success).toBe(0);
  });
});

describe("POST /app/{project_id}/endpoint/{endpoint_id}/recover", () => {
  it("202 with a task that is finished", async () => {
    const { send } = await sent();
    expectDeclared(contract.recoverFailed, await send(contract.recoverFailed, { body: { since } }));
  });
});

describe("POST /app/{project_id}/endpoint/{endpoint_id}/replay-missing", () => {
  it("202 with a task that is finished", async () => {
    const { send } = await sent();
    expectDeclared(contract.replayMissing, await send(contract.replayMissing, { body: { since } }));
  });
});

describe("POST /app/{project_id}/endpoint/{endpoint_id}/send-example", () => {
  it("202 with the event, and 400 where the endpoint is disabled", async () => {
    const { send } = await sent();
    const body = { eventType: "user.created" };
    expectDeclared(contract.sendExample, await send(contract.sendExample, { body }));
    await send(contract.changeEndpoint, { body: { disabled: true } });
    const refused = await send(contract.sendExample, { body });
    const disabled = { code: "endpoint_disabled", detail: "The endpoint is disabled" };
    expect([refused.status, refused.body]).toEqual([400, disabled]);
  });
});

describe("GET /app/{project_id}/msg", () => {
  it("200 with a page of events, and 422 for an iterator of no list", async () => {
    const { send } = await sent();
    expectDeclared(contract.listMessages, await send(contract.listMessages));
    const empty = await send(contract.listMessages, { query: { with_content: "false" } });
    expect(empty.body.data).toMatchObject([{ payload: {} }]);
    const refused = await send(contract.listMessages, { query: { iterator: "x" } });
    const msg = "This is no iterator of this list";
    expect([refused.status, refused.body]).toEqual([
      422,
      { detail: [{ loc: ["query", "iterator"], msg, type: "value_error" }] },
    ]);
  });
});

describe("GET /app/{project_id}/msg/{message_id}", () => {
  it("200 with the event", async () => {
    const { send } = await sent();
    expectDeclared(contract.readMessage, await send(contract.readMessage));
  });
});

describe("GET /app/{project_id}/msg/{message_id}/attempt/{attempt_id}", () => {
  it("200 with the attempt", async () => {
    const { send } = await sent();
    expectDeclared(contract.readAttempt, await send(contract.readAttempt));
  });
});

describe("POST /app/{project_id}/msg/{message_id}/endpoint/{endpoint_id}/resend", () => {
  it("202 with nothing", async () => {
    const { send } = await sent();
    expectDeclared(contract.resendMessage, await send(contract.resendMessage, { body: {} }));
  });
});

describe("GET /app/{project_id}/attempt/endpoint/{endpoint_id}", () => {
  it("200 with a page of attempts, each with its event", async () => {
    const { send, ids } = await sent();
    const response = await send(contract.listAttemptsOfEndpoint, { query: { with_msg: "true" } });
    expectDeclared(contract.listAttemptsOfEndpoint, response);
    expect(response.body.data).toMatchObject([{ id: ids.attempt_id, msg: { id: ids.message_id } }]);
  });
});

describe("GET /app/{project_id}/attempt/msg/{message_id}", () => {
  it("200 with a page of attempts", async () => {
    const { send, ids } = await sent();
    const response = await send(contract.listAttemptsOfMessage, { query: { endpoint_id: ids.endpoint_id } });
    expectDeclared(contract.listAttemptsOfMessage, response);
    expect(response.body.data).toMatchObject([{ id: ids.attempt_id }]);
  });
});

describe("GET /event-type", () => {
  it("200 with all types, for which nothing is read, and 401 without a token", async () => {
    const { send } = await sent();
    const response = await send(contract.listEventTypes);
    expectDeclared(contract.listEventTypes, response);
    expect(response.cost.d1).toBe(0);
    const refused = await send(contract.listEventTypes, { headers: {} });
    expect([refused.status, refused.body]).toEqual([401, unauthorized]);
  });
});

describe("GET /event-type/{event_type}", () => {
  it("200 with the type, and 404 for another name", async () => {
    const { send } = await sent();
    const read = (event_type: string) => send(contract.readEventType, { params: { event_type } });
    expectDeclared(contract.readEventType, await read("user.created"));
    const other = await read("user.exploded");
    expect([other.status, other.body]).toEqual([404, notFound]);
  });
});

describe("a path or a method that is not served", () => {
  it("404 in the form of Svix, with a token and without", async () => {
    const { send, ids } = await sent();
    for (const key of [`POST /app/${ids.project_id}/integration`, `PUT /app/${ids.project_id}/endpoint`]) {
      const other = { key: key as EndpointKey } as Endpoint;
      for (const input of [{ body: {} }, { body: {}, headers: {} }]) {
        const response = await send(other, input);
        expect([response.status, response.body]).toEqual([404, notFound]);
      }
    }
  });
});

describe("a request that is wrong in several ways", () => {
  it("is refused for its token first, then its project, then its form, before anything is read", async () => {
    const { send, ids } = await sent();
    const wrong = { rawBody: "{", headers: { "content-type": "application/json" } };
    const unproven = await send(contract.createEndpoint, wrong);
    expect([unproven.status, unproven.body]).toEqual([401, unauthorized]);
    const elsewhere = await send(contract.createEndpoint, {
      params: { ...ids, project_id: "other" },
      body: { url: 1 },
    });
    expect([elsewhere.status, elsewhere.body]).toEqual([404, notFound]);
    for (const body of [{ url: 1 }, { url: "ftp://receiver.example.net" }]) {
      const response = await send(contract.createEndpoint, { body });
      expect([response.status, response.cost.d1]).toEqual([422, 0]);
    }
  });

  // Evidence: webhooks-api-names-few-complaints
  it("is told of the first of them, however many there are and however long their names", async () => {
    // Attack: an owner sends bodies of two megabytes with as many unknown fields as fit. Each is named, in a response of 17 MB. As many entries
    // of metadata are more than fit on the stack.
    const { send } = await sent();
    const entries = Object.fromEntries(Array.from({ length: 49_000 }, (_, index) => [`f${index}`, 0]));
    const unknown = await send(contract.createEndpoint, { body: { url, ...entries } });
    expect([unknown.status, unknown.body.detail.length]).toEqual([422, 20]);
    expect(unknown.body.detail[19].loc).toEqual(["body", "f19"]);
    const long = await send(contract.createEndpoint, { body: { url, ["k".repeat(1_500_000)]: 0 } });
    expect([long.status, long.text.length < 5_000]).toEqual([422, true]);
    const metadata = await send(contract.createEndpoint, { body: { url, metadata: entries } });
    expect([metadata.status, metadata.body.detail]).toEqual([
      422,
      [{ loc: ["body", "metadata"], msg: "Use at most 50 entries", type: "value_error" }],
    ]);
  });
});

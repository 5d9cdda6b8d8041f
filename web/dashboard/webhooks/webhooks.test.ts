import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it, onTestFinished } from "vitest";
import { GatehouseAdminApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { sinceOf } from "./attempts-card";
import { parseEndpointSearch } from "./webhook-search";
import { callSvix, pathOf } from "./webhooks-api";

const now = Date.parse("2026-11-24T12:00:00Z");

describe("sinceOf", () => {
  it("is the beginning of a span, whatever the date", ({ expect }) => {
    expect(sinceOf("hour", "", now)?.toISOString()).toBe("2026-11-24T11:00:00.000Z");
    expect(sinceOf("month", "2026-11-01T00:00", now)?.toISOString()).toBe("2026-10-25T12:00:00.000Z");
  });

  it("is the date, and nothing where that is none or still to come", ({ expect }) => {
    expect(sinceOf("date", "2026-11-20T08:30:00Z", now)?.toISOString()).toBe("2026-11-20T08:30:00.000Z");
    expect(sinceOf("date", "", now)).toBeUndefined();
    expect(sinceOf("date", "2026-11-25T00:00:00Z", now)).toBeUndefined();
  });
});

describe("the address of an endpoint's page", () => {
  it("says which attempts are shown and what is open", ({ expect }) => {
    const search = { status: "failed", type: "user.created", attempt: "msg_1.atmpt_2", resend: "missing" };
    expect(parseEndpointSearch(search)).toEqual(search);
  });

  it("is read without what is invalid", ({ expect }) => {
    expect(
      parseEndpointSearch({ status: "toString", type: "user created", attempt: "../../x", resend: "all", more: 1 }),
    ).toEqual({});
    expect(parseEndpointSearch({ status: 2, type: 1, attempt: 7, resend: true })).toEqual({});
  });
});

describe("the path of an endpoint", () => {
  it("stays below the endpoints of the project, whatever the address of the page holds", ({ expect }) => {
    // Attack: a link to the dashboard whose id leads the owner's own requests to another part of the API.
    const app = { projectId: "p1" };
    for (const id of ["ep_1", "..", ".", "../../msg", "a/../../b", "x?limit=1#y", "%2e%2e"]) {
      const { pathname, search } = new URL(`https://api.example${pathOf(app, "endpoint", id, "stats")}`);
      expect(pathname, id).toMatch(/^\/app\/p1\/endpoint\/[^/]+\/stats$/);
      expect(search).toBe("");
    }
  });
});

describe("sending what was missed", () => {
  it("has the page read webhooks again once, however many steps it takes", async ({ expect }) => {
    let steps = 0;
    const server = createServer(({ url }, response) => {
      const isStep = url?.endsWith("/replay-missing");
      const body = isStep ? { nextSince: ++steps < 3 ? `2026-11-2${steps}T00:00:00Z` : null } : { token: "eyJ" };
      response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const app = new GatehouseAdminApp({
      projectId: "p1",
      publishableClientKey: "pck",
      secretServerKey: "ssk",
      superSecretAdminKey: "sak",
      tokenStore: "memory",
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
    await app.getSvixToken();
    let announced = 0;
    app[appInternals].connection.writes.onWrite(() => {
      announced += 1;
    });
    await callSvix(app, "endpoint.replayMissing", "ep_1", { since: new Date("2026-11-20T00:00:00Z") });
    expect([steps, announced]).toEqual([3, 1]);
  });
});

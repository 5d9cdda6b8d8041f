import { describe, it } from "vitest";
import { sinceOf } from "./attempts-card";
import { parseEndpointSearch } from "./webhook-search";
import { endpointPath } from "./webhooks-api";

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
      const { pathname, search } = new URL(`https://api.example${endpointPath(app, id)}/stats`);
      expect(pathname, id).toMatch(/^\/app\/p1\/endpoint\/[^/]+\/stats$/);
      expect(search).toBe("");
    }
  });
});

import { describe, expect, it } from "vitest";
import { project } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";

const message = "This instance does not offer this.";
const ids = { session_replay_id: "r", chunk_id: "c" };

describe("POST /emails/capacity-boost", () => {
  it("400 plain, for servers too", async () => {
    const p = await project();
    expectPlainError(await p.server("POST /emails/capacity-boost", { body: {} }), 400, message);
  });
});

describe("POST /internal/emails/managed-onboarding/{step}", () => {
  it("400 plain for each step, whatever is sent", async () => {
    const p = await project();
    for (const step of ["setup", "check", "apply", "delete"]) {
      const sent = { params: { step }, body: { subdomain: "mail.example.com" } };
      expectPlainError(await p.admin("POST /internal/emails/managed-onboarding/{step}", sent), 400, message);
    }
  });
});

describe("GET /internal/emails/managed-onboarding/list", () => {
  it("200 with nothing", async () => {
    const p = await project();
    expect((await p.admin("GET /internal/emails/managed-onboarding/list")).body).toEqual({ items: [] });
  });
});

describe("POST /internal/rewrite-template-source", () => {
  it("400 plain", async () => {
    const p = await project();
    const body = { template_tsx_source: "export {}" };
    expectPlainError(await p.admin("POST /internal/rewrite-template-source", { body }), 400, message);
  });
});

describe("POST /internal/analytics/query", () => {
  it("400 ANALYTICS_NOT_ENABLED", async () => {
    const p = await project();
    const refused = await p.admin("POST /internal/analytics/query", { body: { query: "select 1", timeout_ms: 1000 } });
    expectError(refused, 400, "ANALYTICS_NOT_ENABLED");
  });
});

describe("GET /internal/session-replays", () => {
  it("200 with nothing, whatever is asked for", async () => {
    const p = await project();
    const { body } = await p.admin("GET /internal/session-replays", { query: { limit: "10" } });
    expect(body).toEqual({ items: [], pagination: { next_cursor: null } });
  });
});

describe("GET /internal/session-replays/{session_replay_id}", () => {
  it("400 plain", async () => {
    const p = await project();
    const { session_replay_id } = ids;
    const key = "GET /internal/session-replays/{session_replay_id}";
    expectPlainError(await p.admin(key, { params: { session_replay_id } }), 400, message);
  });
});

describe("GET /internal/session-replays/{session_replay_id}/{part}", () => {
  it("400 plain", async () => {
    const p = await project();
    const { session_replay_id } = ids;
    for (const part of ["chunks", "events"]) {
      const params = { session_replay_id, part };
      const key = "GET /internal/session-replays/{session_replay_id}/{part}";
      expectPlainError(await p.admin(key, { params }), 400, message);
    }
  });
});

describe("GET /internal/session-replays/{session_replay_id}/chunks/{chunk_id}/events", () => {
  it("400 plain", async () => {
    const p = await project();
    const key = "GET /internal/session-replays/{session_replay_id}/chunks/{chunk_id}/events";
    expectPlainError(await p.admin(key, { params: ids }), 400, message);
  });
});

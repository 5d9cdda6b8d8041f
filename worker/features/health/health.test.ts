import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import worker from "../../index";
import { scriptedSmtpServer } from "../../testing/scripted-smtp-server";

/** Requests of one isolate, whose settings differ from those of all tests. */
function isolate(settings: Record<string, unknown> = {}) {
  const own = { ...env, ...settings };
  return async () => {
    const context = createExecutionContext();
    const response = await worker.fetch(new Request("http://localhost:8787/health/ready"), own, context);
    const body = await response.json<{ ready: boolean; parts: Record<string, string> }>();
    await waitOnExecutionContext(context);
    return { status: response.status, headers: response.headers, body };
  };
}

describe("GET /health/ready", () => {
  it("200 with each part, and never from a cache", async () => {
    const { status, headers, body } = await isolate()();
    expect(body).toEqual({
      ready: true,
      parts: { database: "ok", queues: "ok", mail: "ok" },
      checked_at_millis: expect.any(Number),
    });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("503 with the part that fails, and nothing of why", async () => {
    const failing = {
      ...env.DB,
      prepare: () => {
        throw new Error("secret-host");
      },
    };
    const busy = await scriptedSmtpServer({ connect: "421 secret-host is busy" });
    const { status, body } = await isolate({ DB: failing, SMTP_URL: `smtp://127.0.0.1:${busy.port}` })();
    expect([status, body.ready, body.parts]).toEqual([
      503,
      false,
      { database: "failed", queues: "ok", mail: "failed" },
    ]);
    expect(JSON.stringify(body)).not.toContain("secret-host");
  });

  it("503 in bounded time when a mail server says nothing", async () => {
    const silent = await scriptedSmtpServer({ connect: "silence" });
    const settings = { SMTP_URL: `smtp://127.0.0.1:${silent.port}`, OUTBOUND_TIMEOUT_MS: "3000" };
    expect((await isolate(settings)()).body.parts).toMatchObject({ database: "ok", mail: "timeout" });
  });

  // Evidence: check-all-requests-some-seconds
  it("200 from one check for all requests of some seconds", async () => {
    // Attack: an anonymous client sends requests for readiness, to make the instance connect to its mail server.
    const server = await scriptedSmtpServer({});
    const request = isolate({ SMTP_URL: `smtp://127.0.0.1:${server.port}` });
    // The clock stands: on a slow machine the result of the check would not count any more.
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const together = await Promise.all(Array.from({ length: 10 }, request));
    const after = await request();
    expect([...together, after].map(({ status }) => status)).toEqual(Array(11).fill(200));
    const greetings = (await server.received()).filter((line) => line.startsWith("EHLO"));
    expect(greetings).toHaveLength(1);
  });
});

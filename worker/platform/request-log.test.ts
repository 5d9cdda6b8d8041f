import { describe, expect, it, onTestFinished, vi } from "vitest";
import { password, signUp } from "../testing/password-sign-ins";
import { project } from "../testing/project";
import { sendAndSettle } from "../testing/send-request";

/** The lines that are logged until the end of the test. */
function logged(): string[] {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
  onTestFinished(() => log.mockRestore());
  return lines;
}

const settings = { REQUEST_LOG: "on" };

describe("the log of requests", () => {
  it("has one line of JSON for a request, with its id, endpoint, outcome and cost", async () => {
    const p = await project();
    const lines = logged();
    const response = await p.admin("GET /internal/api-keys", { settings });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        message: "request",
        request_id: response.headers.get("x-stack-request-id"),
        project_id: p.id,
        endpoint: "GET /internal/api-keys",
        status: 200,
        round_trips: 1,
        rows_read: expect.any(Number),
        rows_written: 0,
      },
    ]);
  });

  it("has the true status of an error, and no project that was not proven", async () => {
    const p = await project();
    const lines = logged();
    await sendAndSettle("GET /internal/api-keys", {
      settings,
      headers: {
        "x-stack-project-id": p.id,
        "x-stack-access-type": "admin",
        "x-stack-super-secret-admin-key": "wrong",
        "x-stack-override-error-status": "true",
      },
    });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ project_id: null, status: 401 }]);
  });

  it("has one line without the path of a request that no endpoint takes", async () => {
    // Attack: a path forges a line of the log, or carries a secret into it.
    const lines = logged();
    await sendAndSettle('GET /nothing%0A{"message":"request"}', { settings, query: { token: "hidden" } });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ endpoint: "unknown path", status: 404 }]);
    expect(lines.join()).not.toMatch(/hidden|nothing/);
  });

  it("has nothing of users, and is off unless it is switched on", async () => {
    const p = await project();
    const lines = logged();
    const user = await signUp(p);
    expect(lines).toEqual([]);
    const headers = { "user-agent": "Mozilla/5.0 (Browser)", "cf-connecting-ip": "203.0.113.9" };
    const body = { email: user.email, password };
    await p.client("POST /auth/password/sign-in", { settings, headers, body });
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toMatch(new RegExp(`${user.email}|${user.user_id}|Browser|203\\.0|${password}`));
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { refusal, serverOfEachTest } from "../testing/api-server";
import { FakeHost } from "../testing/fake-host";
import { GatehouseClientApp } from "./client-app";

const api = serverOfEachTest();

beforeEach(() => {
  api.on("POST /auth/cli", { body: { polling_code: "poll", login_code: "log&in", expires_at: "2030-01-01" } });
});
afterEach(async () => {
  vi.restoreAllMocks();
});

const waiting = { body: { status: "waiting" } };
const success = { status: 201, body: { status: "success", refresh_token: "shared" } };

function commandLine() {
  const host = new FakeHost();
  const app = new GatehouseClientApp(
    { projectId: "p1", publishableClientKey: "pck_1", baseUrl: api.url, tokenStore: null },
    host,
  );
  const links: string[] = [];
  const prompt = (options: Partial<Parameters<typeof app.promptCliLogin>[0]> = {}) =>
    app.promptCliLogin({ appUrl: "https://shop.example", promptLink: (url) => links.push(url), ...options });
  return { host, links, prompt };
}

describe("promptCliLogin", () => {
  it("uses the given interval and lifetime of the login", async () => {
    api.on("POST /auth/cli/poll", [waiting, success]);
    const { host, links, prompt } = commandLine();
    const options = { appUrl: "https://shop.example/", waitTimeMillis: 50, expiresInMillis: 60_000 };
    expect(await prompt(options)).toEqual({ status: "ok", data: "shared" });
    expect(links).toEqual(["https://shop.example/handler/cli-auth-confirm?login_code=log%26in"]);
    expect(api.bodyOf("POST /auth/cli")).toEqual({ expires_in_millis: 60_000 });
    expect(host.waits).toEqual([50]);
  });

  it("prints the link where nothing else shows it", async () => {
    api.on("POST /auth/cli/poll", success);
    const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
    await commandLine().prompt({ promptLink: undefined });
    expect(print.mock.calls).toEqual([
      [
        "Please visit the following URL to authenticate:\nhttps://shop.example/handler/cli-auth-confirm?login_code=log%26in",
      ],
    ]);
  });

  it.each([
    ["expired", "CLI_AUTH_EXPIRED_ERROR", "CLI authentication request expired. Please try again."],
    ["used", "CLI_AUTH_USED_ERROR", "This authentication token has already been used."],
    ["asleep", "CLI_AUTH_ERROR", "Unexpected status from CLI auth polling: asleep"],
  ])("%s: %s is a result", async (status, errorCode, message) => {
    api.on("POST /auth/cli/poll", { body: { status } });
    expect(await commandLine().prompt()).toMatchObject({ status: "error", error: { errorCode, message } });
  });

  it("CLI_AUTH_ERROR: gives up after the given number of polls", async () => {
    api.on("POST /auth/cli/poll", waiting);
    const { host, prompt } = commandLine();
    expect(await prompt({ maxAttempts: 3 })).toMatchObject({
      status: "error",
      error: { errorCode: "CLI_AUTH_ERROR", message: "Timed out waiting for CLI authentication." },
    });
    expect(api.requestsFor("POST /auth/cli/poll")).toHaveLength(3);
    expect(host.waits).toEqual([2000, 2000]);
  });

  it.each([
    [{ status: 403, body: "Not here." }, "Failed to initiate CLI auth: 403 Not here."],
    [
      refusal("INVALID_POLLING_CODE", 400, "The polling code is invalid or does not exist."),
      "Failed to initiate CLI auth: 400 The polling code is invalid or does not exist.",
    ],
  ])("CLI_AUTH_ERROR: contains the server's refusal, at the start and while it waits", async (reply, message) => {
    api.on("POST /auth/cli/poll", reply);
    const error = { errorCode: "CLI_AUTH_ERROR", message };
    expect(await commandLine().prompt()).toMatchObject({ status: "error", error });
    api.on("POST /auth/cli", reply);
    const { links, prompt } = commandLine();
    expect(await prompt()).toMatchObject({ status: "error", error });
    expect(links).toEqual([]);
  });

  it("throws the cause when the server does not respond", async () => {
    api.on("POST /auth/cli/poll", "hang up");
    await expect(commandLine().prompt()).rejects.toThrow(/^Gatehouse is unable to connect to the server\./);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { decodeKnownError } from "../errors/known-error";
import { RequestError } from "../errors/request-error";
import { connectionError } from "../requests/retries";
import { FakeHost, FakePage } from "../testing/fake-host";
import { alertOnError } from "./alert-on-error";

const logged: unknown[][] = [];

beforeEach(() => {
  logged.length = 0;
  vi.spyOn(console, "error").mockImplementation((...args) => void logged.push(args));
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns what is alerted and logged when this is thrown by work that no code waits for. */
async function shown(error: unknown, page: FakePage | null = new FakePage()) {
  const work = Promise.reject(error);
  alertOnError(work, new FakeHost(page));
  await work.catch(() => undefined);
  return { alerts: page?.alerts, logged };
}

describe("an error that no code handles", () => {
  it("is shown as its own message when it is known", async () => {
    const body = JSON.stringify({ code: "TEAM_NOT_FOUND", error: "Team t1 not found." });
    expect(await shown(decodeKnownError("TEAM_NOT_FOUND", 404, body))).toEqual({
      alerts: ["Team t1 not found."],
      logged: [],
    });
  });

  it("400: is shown as the text of the refusal", async () => {
    const refusal = new RequestError("https://api.example/x", 400, "User already has a password set.");
    expect(await shown(refusal)).toEqual({ alerts: ["User already has a password set."], logged: [] });
  });

  it("asks to check the connection when the server cannot be reached", async () => {
    expect(await shown(connectionError(new FakeHost(), [new TypeError("fetch failed")]))).toEqual({
      alerts: ["Gatehouse is unable to connect to the server. Please check your internet connection and try again."],
      logged: [],
    });
  });

  it.each([
    new TypeError("undefined is not a function"),
    new RequestError("https://api.example/x", 500, "id 7"),
    "text",
  ])("is shown as unhandled and logged with its cause when it is %s", async (error) => {
    expect(await shown(error)).toEqual({
      alerts: ["An unhandled error occurred. Please report this to the developer."],
      logged: [["Uncaught error in asynchronous function:", error]],
    });
  });

  it("is logged on a server", async () => {
    const error = new Error("no page");
    expect((await shown(error, null)).logged).toEqual([["Uncaught error in asynchronous function:", error]]);
  });
});

it("work that succeeds shows nothing", async () => {
  const page = new FakePage();
  alertOnError(Promise.resolve(), new FakeHost(page));
  await Promise.resolve();
  expect({ alerts: page.alerts, logged }).toEqual({ alerts: [], logged: [] });
});

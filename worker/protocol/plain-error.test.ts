import { describe, expect, it } from "vitest";
import { PlainError } from "./plain-error";

describe("PlainError", () => {
  it.each([
    [400, "Bad Request"],
    [401, "Unauthorized"],
    [403, "Forbidden"],
    [404, "Not Found"],
    [409, "Conflict"],
    [429, "Too Many Requests"],
    [500, "Internal Server Error"],
  ] as const)("%i without a text of its own says %s", (status, text) => {
    const error = new PlainError(status);
    expect([error.status, error.message]).toEqual([status, text]);
  });

  it("keeps the handler's text and the cause for the log", () => {
    const cause = new Error("inside");
    const error = new PlainError(404, "Session not found.", { cause });
    expect([error.status, error.message, error.cause]).toEqual([404, "Session not found.", cause]);
  });
});

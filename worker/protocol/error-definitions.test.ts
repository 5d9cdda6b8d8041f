import { describe, expect, it } from "vitest";
import { DefinedError, plainError } from "./error-definitions";

describe("plain errors", () => {
  it.each([
    [400, "Bad Request"],
    [401, "Unauthorized"],
    [403, "Forbidden"],
    [404, "Not Found"],
    [409, "Conflict"],
    [429, "Too Many Requests"],
    [500, "Internal Server Error"],
  ] as const)("%i without a text has the reason phrase %s", (status, text) => {
    const error = new DefinedError(plainError(status));
    expect([error.definition.status, error.message]).toEqual([status, text]);
  });

  it("have the text of their definition, and keep the cause for the log", () => {
    const cause = new Error("inside");
    const error = new DefinedError(plainError(404, "Session not found."), undefined, { cause });
    expect([error.definition.status, error.message, error.cause]).toEqual([404, "Session not found.", cause]);
  });
});

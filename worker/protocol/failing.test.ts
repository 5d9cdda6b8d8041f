import { describe, expect, expectTypeOf, it } from "vitest";
import type { CommonError } from "./common-errors";
import { DefinedError, oauthError, plainError, textTemplateOf, tooManyRequests } from "./error-definitions";
import { fail as failWithAny } from "./fail";
import type { Fail, Failing, Failure } from "./failing";
import type { KnownError } from "./known-errors";

const notFound = plainError(404, "Session not found.");
const gone = plainError(410, "Session not found.");
const disabled = plainError(400, "Sessions are disabled.");
const noProvider = plainError(404, ({ id }: { id: string }) => `Provider ${id} not found`);
const noLink = plainError(404, ({ id }: { id: string }) => `Link ${id} not found`);
const missingParameter = oauthError("invalid_request", ({ name }: { name: string }) => `Missing parameter: ${name}`);

/** Returns what a function throws. */
function thrownBy(raise: () => never): unknown {
  try {
    return raise();
  } catch (error) {
    return error;
  }
}

describe("the type of fail", () => {
  it("allows less where more is declared, and not the other way round", () => {
    expectTypeOf<Fail<"TEAM_NOT_FOUND" | "USER_NOT_FOUND">>().toExtend<Fail<"TEAM_NOT_FOUND">>();
    expectTypeOf<Fail<"TEAM_NOT_FOUND">>().not.toExtend<Fail<"TEAM_NOT_FOUND" | "USER_NOT_FOUND">>();
    expectTypeOf<Fail<"TEAM_NOT_FOUND">>().not.toExtend<Fail<"USER_NOT_FOUND">>();
    expectTypeOf<Fail<never>>().not.toExtend<Fail<"USER_NOT_FOUND">>();
    expectTypeOf<Fail<Failure>>().toExtend<Fail<CommonError>>();
    expectTypeOf<Fail<typeof notFound | "USER_NOT_FOUND">>().toExtend<Fail<typeof notFound>>();
    expectTypeOf<Fail<"USER_NOT_FOUND">>().not.toExtend<Fail<typeof notFound>>();
  });

  it("takes definitions apart by status, text and the words around details", () => {
    expectTypeOf<Fail<typeof notFound>>().not.toExtend<Fail<typeof gone>>();
    expectTypeOf<Fail<typeof gone>>().not.toExtend<Fail<typeof notFound>>();
    expectTypeOf<Fail<typeof notFound>>().not.toExtend<Fail<typeof disabled>>();
    expectTypeOf<Fail<typeof noProvider>>().not.toExtend<Fail<typeof noLink>>();
    expectTypeOf<Fail<typeof noProvider>>().not.toExtend<Fail<typeof notFound>>();
    expectTypeOf<Fail<typeof disabled>>().not.toExtend<Fail<typeof missingParameter>>();
  });

  it("does not compile for an undeclared error, missing details, or a helper that may raise more", () => {
    const requireTeam = ({ fail }: Failing<"TEAM_NOT_FOUND">) => fail("TEAM_NOT_FOUND", { team_id: "x" });
    const use = ({ fail }: Failing<"USER_NOT_FOUND" | "PROJECT_NOT_FOUND" | typeof noProvider>) => {
      // @ts-expect-error: the code is not declared
      fail("TEAM_NOT_FOUND", { team_id: "x" });
      // @ts-expect-error: the definition is not declared
      fail(noLink, { id: "x" });
      // @ts-expect-error: the details are missing
      fail("PROJECT_NOT_FOUND");
      // @ts-expect-error: the details are missing
      fail(noProvider);
      // @ts-expect-error: the details are those of another error
      fail(noProvider, { name: "x" });
      // @ts-expect-error: the helper raises a code that is not declared
      requireTeam({ fail });
    };
    expect(use).toBeTypeOf("function");
  });
});

describe("fail", () => {
  it("raises a code of the catalogue with its details and its cause", () => {
    const cause = new Error("inside");
    const error = thrownBy(() => failWithAny("TEAM_NOT_FOUND", { team_id: "x" }, { cause })) as KnownError;
    expect([error.code, error.details, error.cause]).toEqual(["TEAM_NOT_FOUND", { team_id: "x" }, cause]);
  });

  it("raises a definition with its text, made from details where it has some", () => {
    const cause = new Error("inside");
    const fixed = thrownBy(() => failWithAny(notFound, undefined, { cause })) as DefinedError;
    expect([fixed.definition, fixed.message, fixed.cause]).toEqual([notFound, "Session not found.", cause]);
    const filled = thrownBy(() => failWithAny(noProvider, { id: "x" })) as DefinedError;
    expect([filled.definition, filled.message]).toEqual([noProvider, "Provider x not found"]);
  });
});

describe("an error's definition", () => {
  it.each([
    [400, "Bad Request"],
    [401, "Unauthorized"],
    [403, "Forbidden"],
    [404, "Not Found"],
    [409, "Conflict"],
    [429, "Too Many Requests"],
    [500, "Internal Server Error"],
  ] as const)("%i without a text of its own has %s", (status, text) => {
    expect(plainError(status)).toEqual({ kind: "plain", status, text });
  });

  it("shows as a template where details go", () => {
    const definitions = [notFound, noProvider, missingParameter, tooManyRequests];
    expect(definitions.map(textTemplateOf)).toEqual([
      "Session not found.",
      "Provider {id} not found",
      "Missing parameter: {name}",
      "Too Many Requests",
    ]);
  });
});

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

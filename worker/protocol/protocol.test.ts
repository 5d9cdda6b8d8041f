import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod";
import type { CommonError } from "./common-errors";
import { DefinedError, oauthError, plainError, textTemplateOf, tooManyRequests } from "./error-definitions";
import { fail as failWithAny } from "./fail";
import type { Fail, Failing, Failure } from "./failing";
import { email, normalizeEmail, storedEmail } from "./fields";
import { KnownError } from "./known-errors";
import { readClientVersion } from "./request-headers";
import { mergeOverloadErrors } from "./request-parts";
import { trackSending } from "./sending";
import { shapeFor, tiers } from "./tiers";
import { validate } from "./validation-messages";

const refused = (...allowed: string[]) =>
  new KnownError("INSUFFICIENT_ACCESS_TYPE", { actual_access_type: "client", allowed_access_types: allowed });
const complaint = (message: string) => new KnownError("SCHEMA_ERROR", { message });

describe("mergeOverloadErrors", () => {
  it("responds one error as it is", () => {
    const only = complaint("body is wrong");
    expect(mergeOverloadErrors([only])).toBe(only);
  });

  it("merges errors that are equal", () => {
    const { code, message } = mergeOverloadErrors([complaint("body is wrong"), complaint("body is wrong")]);
    expect([code, message]).toEqual(["SCHEMA_ERROR", "body is wrong"]);
  });

  it("unites refused tiers in the order client, server, admin", () => {
    const { code, details, message } = mergeOverloadErrors([refused("admin"), refused("server"), refused("admin")]);
    expect([code, details]).toEqual([
      "INSUFFICIENT_ACCESS_TYPE",
      { actual_access_type: "client", allowed_access_types: ["server", "admin"] },
    ]);
    expect(message).toBe("The x-stack-access-type header must be 'server' or 'admin', but was 'client'.");
  });

  it("hides refused tiers behind any other error, wherever they stand", () => {
    const other = complaint("body is wrong");
    expect(mergeOverloadErrors([refused("server"), other])).toBe(other);
    expect(mergeOverloadErrors([other, refused("admin"), refused("server")])).toBe(other);
  });

  it("ALL_OVERLOADS_FAILED: several errors are listed with code, details and message, and printed one by one", () => {
    const { code, status, details, message } = mergeOverloadErrors([
      complaint("body.a must be defined"),
      refused("server"),
      new KnownError("CANNOT_GET_OWN_USER_WITHOUT_USER"),
    ]);
    expect([code, status]).toEqual(["ALL_OVERLOADS_FAILED", 400]);
    expect(details).toEqual({
      overload_errors: [
        {
          code: "SCHEMA_ERROR",
          details: { message: "body.a must be defined" },
          error: "body.a must be defined",
        },
        {
          code: "CANNOT_GET_OWN_USER_WITHOUT_USER",
          error: "You have specified 'me' as a userId, but did not provide authentication for a user.",
        },
      ],
    });
    expect(message).toBe(
      `This endpoint has multiple overloads, but they all failed to process the request.

  Overload 1: {
    "code": "SCHEMA_ERROR",
    "details": {
      "message": "body.a must be defined"
    },
    "error": "body.a must be defined"
  }

  Overload 2: {
    "code": "CANNOT_GET_OWN_USER_WITHOUT_USER",
    "error": "You have specified 'me' as a userId, but did not provide authentication for a user."
  }`,
    );
  });
});

describe("an email address", () => {
  // Attack: a letter beyond ASCII whose lower case is within it makes one address of two people's.
  it("has a normal form of an address that takes no letter beyond ASCII for another one", () => {
    expect(normalizeEmail(" Kate.I@Home.EXAMPLE ")).toBe("kate.i@home.example");
    for (const address of ["\u212Aate@home.example", "\u0130da@home.example"]) {
      expect(normalizeEmail(address)).toBe(address);
      expect(storedEmail.safeParse(address).success).toBe(false);
    }
  });

  it("is one with either spelling of an internationalised domain", () => {
    for (const address of ["Ada@Bücher.example", "ada@xn--bcher-kva.example", "ada@bu\u0308cher。example"]) {
      expect(storedEmail.parse(address)).toBe("ada@xn--bcher-kva.example");
    }
  });

  // Attack: what follows the host of a URL, or stands before it, is cut off, and the rest is another person's address.
  it("is none with more than letters, digits, dots and hyphens in such a domain", () => {
    for (const domain of [
      "bücher.example/x",
      "bücher.example:80",
      "bücher.example#",
      "ü@bücher.example",
      "bü cher.example",
    ]) {
      expect(storedEmail.safeParse(`ada@${domain}`).success).toBe(false);
    }
  });

  it("says that its part before the @ must be ASCII", () => {
    const complaints = ["josé@home.example", "ada@home..example"].map((address) => validate(email, address, "email"));
    expect(complaints).toEqual([
      {
        ok: false,
        complaints: [
          "email must be a valid email whose part before the @ has ASCII characters alone, since most servers take no others",
        ],
      },
      { ok: false, complaints: ["email must be a valid email"] },
    ]);
  });
});

const [client, server, admin] = [z.object({ a: z.string() }), z.object({ b: z.string() }), z.object({ c: z.string() })];

describe("a shape per tier", () => {
  it.each([
    ["all three", tiers({ client, server, admin }), [client, server, admin]],
    ["none for admins: they get the server's", tiers({ client, server }), [client, server, server]],
    ["none for servers: they get the client's", tiers({ client, admin }), [client, client, admin]],
    ["none for clients: there is only the highest", tiers({ server, admin }), [admin, server, admin]],
  ])("%s", (_, shape, expected) => {
    expect((["client", "server", "admin"] as const).map((tier) => shapeFor(shape, tier))).toEqual(expected);
  });

  it("is the same for all tiers when it is plain", () => {
    expect(shapeFor(client, "admin")).toBe(client);
  });
});

describe("the client's version", () => {
  const read = (value: string) => readClientVersion(new Headers({ "x-stack-client-version": value }));

  it.each([
    ["js @stackframe/js@2.8.41", { platform: "js", packageName: "@stackframe/js", version: "2.8.41" }],
    ["python   @acme/sdk@10.0.1", { platform: "python", packageName: "@acme/sdk", version: "10.0.1" }],
  ])("%s", (value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  it.each(["", "2.8.41", "js", "js stackframe/js@2.8.41", "js @stackframe/js@", "js @stackframe/js@2.8.41; drop"])(
    "counts as absent when it does not parse: '%s'",
    (value) => {
      expect(read(value)).toBeNull();
    },
  );

  it("is absent without its header", () => {
    expect(readClientVersion(new Headers())).toBeNull();
  });
});

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

// Attack: telling from the time of a response which work follows it, such as an email to an address that has an account.
it.each([
  ["a text", "{}", "{}"],
  ["a stream", new Blob(["streamed"]).stream(), "streamed"],
])("work after a response with %s does not start before its body is taken", async (_, body, text) => {
  const events: string[] = [];
  const tracked = trackSending(body);
  const worked = tracked.sent.then(() => events.push("work"));
  // Whatever is due runs before the client begins to read.
  for (const _task of [1, 2, 3]) await scheduler.wait(0);
  events.push("read");
  expect(await new Response(tracked.body).text()).toBe(text);
  await worked;
  expect(events).toEqual(["read", "work"]);
});

it.each([null, ""])("work after a response with the body %j starts in a later task", async (none) => {
  const events: string[] = [];
  const { body, sent } = trackSending(none);
  const worked = sent.then(() => events.push("work"));
  events.push(await new Response(body).text());
  await worked;
  expect(events).toEqual(["", "work"]);
});

it("work starts when the client goes away before it has read the body", async () => {
  const { body, sent } = trackSending("{}");
  await new Response(body).body?.cancel();
  await sent;
});

it("keeps Content-Length", async () => {
  const { body, sent } = trackSending("äöü");
  expect((await new Response(body).arrayBuffer()).byteLength).toBe(6);
  await sent;
});

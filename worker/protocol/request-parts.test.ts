import { describe, expect, it } from "vitest";
import * as z from "zod";
import { normalizeEmail, storedEmail } from "./fields";
import { KnownError } from "./known-errors";
import { readClientVersion } from "./request-headers";
import { mergeOverloadErrors } from "./request-parts";
import { shapeFor, tiers } from "./tiers";

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

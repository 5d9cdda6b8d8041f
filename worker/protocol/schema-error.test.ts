import { describe, expect, it } from "vitest";
import * as z from "zod";
import { cast } from "./casting";
import {
  base64,
  email,
  flag,
  integer,
  metadata,
  password,
  projectId,
  strictEmail,
  url,
  userIdOrMe,
  uuid,
  verificationCode,
} from "./fields";
import { schemaErrorText, validatePart } from "./validation-messages";

/** The complaint about `body` when `field` is sent as its only field. */
function complaints(field: z.ZodType, value: unknown, ownUserId?: string): string[] {
  return complaintsOf(z.strictObject({ field }), value === undefined ? {} : { field: value }, ownUserId);
}

function complaintsOf(schema: z.ZodType, body: unknown, ownUserId?: string): string[] {
  const result = validatePart({ name: "body", schema, value: cast(schema, body, ownUserId), original: body });
  return result.ok ? [] : result.complaints;
}

const id = "3f1c8a52-9d4e-4b1f-8a77-0c5d2e6b9f10";

describe("message templates", () => {
  const table: [rule: string, field: z.ZodType, value: unknown, text: string | string[]][] = [
    ["required", z.string(), undefined, "body.field must be defined"],
    ["required number", z.number(), undefined, "body.field must be defined"],
    ["required enumeration", z.enum(["a", "b"]), undefined, "body.field must be defined"],
    ["required union", z.union([z.string(), z.number()]), undefined, "body.field must be defined"],
    ["required metadata", metadata, undefined, "body.field must be defined"],
    ["null", z.string(), null, "body.field cannot be null"],
    ["null in an optional field", z.string().optional(), null, "body.field cannot be null"],
    ["null enumeration", z.enum(["a"]), null, "body.field cannot be null"],
    [
      "text from a list",
      z.string(),
      ["a", 1],
      'body.field must be a `string` type, but the final value was: `[\n  "a",\n  1\n]`.',
    ],
    [
      "text from an object",
      z.string(),
      { a: 1 },
      'body.field must be a `string` type, but the final value was: `{\n  "a": 1\n}`.',
    ],
    [
      "number from words",
      z.number(),
      "abc",
      'body.field must be a `number` type, but the final value was: `NaN` (cast from the value `"abc"`).',
    ],
    [
      "number from nothing",
      z.number(),
      "",
      'body.field must be a `number` type, but the final value was: `NaN` (cast from the value `""`).',
    ],
    [
      "number from a boolean",
      z.number(),
      true,
      "body.field must be a `number` type, but the final value was: `NaN` (cast from the value `true`).",
    ],
    [
      "boolean from words",
      z.boolean(),
      "yes",
      'body.field must be a `boolean` type, but the final value was: `"yes"`.',
    ],
    [
      "boolean from another number",
      z.boolean(),
      2,
      "body.field must be a `boolean` type, but the final value was: `2`.",
    ],
    [
      "object from JSON text",
      z.strictObject({}),
      "{}",
      'body.field must be a `object` type, but the final value was: `"{}"`.',
    ],
    [
      "object from a list",
      z.strictObject({}),
      [],
      "body.field must be a `object` type, but the final value was: `[]`.",
    ],
    [
      "list from an object",
      z.array(z.string()),
      { a: "b" },
      'body.field must be a `array` type, but the final value was: `{\n  "a": "b"\n}`.',
    ],
    ["enumeration", z.enum(["a", "b"]), "c", "body.field must be one of the following values: a, b"],
    ["one value", z.literal("totp"), "sms", "body.field must be one of the following values: totp"],
    ["exact length", z.string().length(4), "abc", "body.field must be exactly 4 characters"],
    ["exact length, too long", z.string().length(2), "abc", "body.field must be exactly 2 characters"],
    ["minimum length", z.string().min(4), "abc", "body.field must be at least 4 characters"],
    ["maximum length", z.string().max(2), "abc", "body.field must be at most 2 characters"],
    ["pattern", z.string().regex(/^a+$/i), "b", 'body.field must match the following: "/^a+$/i"'],
    ["e-mail", email, "no-address", "body.field must be a valid email"],
    ["UUID", uuid, "nothing", "body.field must be a valid UUID"],
    ["UUID of another version", uuid, "3f1c8a52-9d4e-1b1f-8a77-0c5d2e6b9f10", "body.field must be a valid UUID"],
    ["number minimum", z.number().min(1), 0, "body.field must be greater than or equal to 1"],
    ["number maximum", z.number().max(5), 6, "body.field must be less than or equal to 5"],
    ["integer", integer, 1.5, "body.field must be an integer"],
    ["fixed true", z.literal(true), false, "body.field field must be true"],
    ["fixed false", z.literal(false), true, "body.field field must be false"],
    ["list minimum", z.array(z.number()).min(2), [1], "body.field field must have at least 2 items"],
    ["list maximum", z.array(z.number()).max(1), [1, 2], "body.field field must have less than or equal to 1 items"],
    [
      "tuple too short",
      z.tuple([z.number(), z.string()]),
      [1],
      "body.field tuple value has too few items, expected a length of 2 but got 1 for value: `[1]`",
    ],
    [
      "tuple too long",
      z.tuple([z.number()]),
      [1, 2],
      "body.field tuple value has too many items, expected a length of 1 but got 2 for value: `[1,2]`",
    ],
    ["not empty", z.string().min(1, "{path} must not be empty"), "", "body.field must not be empty"],
    ["own test without text", z.string().refine(() => false), "a", "body.field is invalid"],
    [
      "unknown keys",
      z.strictObject({ a: z.string().optional() }),
      { b: 1, c: 2 },
      "body.field contains unknown properties: b, c",
    ],
    ["record that is none", z.record(z.string(), z.number()), [], "body.field must be an object"],
    [
      "record value",
      z.record(z.string(), z.number()),
      { a: "b" },
      'body.field.a must be a `number` type, but the final value was: `"b"`.',
    ],
    [
      "record key",
      z.record(z.string().max(1, "{path} key is too long"), z.number()),
      { ab: 1 },
      "body.field.ab key is too long",
    ],
    [
      "list item",
      z.array(z.strictObject({ n: z.number() })),
      [{ n: 1 }, { n: "x" }],
      'body.field[1].n must be a `number` type, but the final value was: `NaN` (cast from the value `"x"`).',
    ],
    [
      "nested unknown key",
      z.array(z.strictObject({ n: z.number() })),
      [{ n: 1, m: 2 }],
      "body.field[0] contains unknown properties: m",
    ],
    ["URL with spaces", url, "https://a b", ["body.field contains spaces", "body.field is not a valid URL"]],
    ["URL without scheme", url, "example.com", "body.field is not a valid URL"],
    ["base-64", base64(16), "a", "body.field is not valid base64"],
    ["project id", projectId, "External", "body.field is invalid"],
    ["long password", password, "x".repeat(71), "body.field must be at most 70 characters"],
    ["code", verificationCode, "abc", "body.field must be exactly 45 characters"],
    [
      "strict e-mail, syntax",
      strictEmail,
      "a@b",
      'body.field must match the following: "/^[^.]+(\\.[^.]+)*@.*\\.[^.][^.]+$/"',
    ],
    [
      "strict e-mail, several rules",
      strictEmail,
      ".",
      [
        "body.field must be a valid email",
        'body.field must match the following: "/^[^.]+(\\.[^.]+)*@.*\\.[^.][^.]+$/"',
      ],
    ],
  ];
  it.each(table)("%s", (_, field, value, text) => {
    expect(complaints(field, value)).toEqual([text].flat());
  });

  it("union: each alternative with its complaints, indented", () => {
    const field = z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.number() })]);
    expect(complaints(field, { a: 1 })).toEqual([
      "body.field is not matched by any of the provided schemas:\n" +
        "  Schema 0:\n    body.field.a must be a `string` type, but the final value was: `1`.\n" +
        "  Schema 1:\n    body.field.b must be defined\n    body.field contains unknown properties: a",
    ]);
  });

  it("a value that is text like a placeholder stays text", () => {
    expect(complaints(z.number(), "{path}")).toEqual([
      'body.field must be a `number` type, but the final value was: `NaN` (cast from the value `"{path}"`).',
    ]);
  });

  it("a missing body and a null body", () => {
    expect(complaintsOf(z.strictObject({ a: z.string() }), undefined)).toEqual(["body must be defined"]);
    expect(complaintsOf(z.strictObject({ a: z.string() }), null)).toEqual(["body cannot be null"]);
    expect(complaintsOf(z.strictObject({ a: z.string() }), "text")).toEqual([
      'body must be a `object` type, but the final value was: `"text"`.',
    ]);
  });

  it("all complaints at once, fields in declared order, unknown keys last", () => {
    const schema = z.strictObject({ email: z.string(), password: z.string().max(3), age: integer.min(1) });
    expect(complaintsOf(schema, { age: 0.5, password: "12345", extra: true })).toEqual([
      "body.email must be defined",
      "body.password must be at most 3 characters",
      "body.age must be an integer",
      "body.age must be greater than or equal to 1",
      "body contains unknown properties: extra",
    ]);
  });
});

describe("casting", () => {
  const table: [schema: z.ZodType, sent: unknown, read: unknown][] = [
    [z.string(), 12, "12"],
    [z.string(), true, "true"],
    [z.number(), " 1 2 ", 12],
    [z.number(), "0x10", 16],
    [z.number(), "1e3", 1000],
    [integer, "7", 7],
    [flag, "TRUE", true],
    [flag, "1", true],
    [flag, 0, false],
    [flag, "False", false],
    [z.literal(true), "true", true],
    [z.boolean().default(true), undefined, true],
    [z.number().nullable(), null, null],
    [z.array(z.number()), ["1", 2], [1, 2]],
    [z.strictObject({ a: z.boolean() }), { a: "1" }, { a: true }],
    [z.union([z.string(), z.number()]), 5, 5],
    [metadata, { n: "1" }, { n: "1" }],
    [uuid, id.toUpperCase(), id],
    [verificationCode, "A".repeat(45), "a".repeat(45)],
    [verificationCode, `oIl-${"A".repeat(20)} ${"A".repeat(22)}\n`, `011${"a".repeat(42)}`],
  ];
  it.each(table)("%#: %s takes %j as %j", (field, sent, read) => {
    const schema = z.strictObject({ field });
    const result = validatePart({
      name: "query",
      schema,
      value: cast(schema, { field: sent }, undefined),
      original: {},
    });
    expect(result).toEqual({ ok: true, value: { field: read } });
  });

  it("takes `me` as the caller where the field allows it, and as a wrong UUID elsewhere", () => {
    expect(complaints(userIdOrMe, "me", id)).toEqual([]);
    expect(complaints(userIdOrMe.optional(), "me", id)).toEqual([]);
    expect(complaints(uuid, "me", id)).toEqual(["body.field must be a valid UUID"]);
  });
});

describe("schemaErrorText", () => {
  it("has a headline, a line per complaint, and indents further lines of one", () => {
    expect(schemaErrorText("POST", "/api/v1/x", ["body.a must be defined", "body.b is odd:\n  more"])).toBe(
      "Request validation failed on POST /api/v1/x:\n  - body.a must be defined\n  - body.b is odd:\n    more",
    );
  });
});

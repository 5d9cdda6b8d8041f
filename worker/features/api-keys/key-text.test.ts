import { describe, expect, it } from "vitest";
import { composeKeyText, crc32 } from "./key-text";

const secret = "0123456789abcdefghjkmnpqrstvwxyz0123456789abc";

describe("crc32", () => {
  // The check value of the CRC catalogue (CRC-32/ISO-HDLC), and values of Python's zlib.
  it.for([
    ["", 0],
    ["123456789", 0xcbf43926],
    ["schlüssel", 0xe5fa94f6],
  ] as const)("of %j is %i", ([text, expected]) => {
    expect(crc32(new TextEncoder().encode(text))).toBe(expected);
  });
});

describe("composeKeyText", () => {
  // Composed by a program of its own in Python.
  it.for([
    [
      { id: "8f14e45f-ceea-467f-a8d6-3c1b0e2f4a5b", type: "user", isPublic: false },
      "sk_0123456789abcdefghjkmnpqrstvwxyz0123456789abc8f14e45fceea467fa8d63c1b0e2f4a5buser1574ck4u7h52b7f41a",
    ],
    [
      { id: "00000000-0000-4000-8000-000000000000", type: "team", isPublic: true },
      "pk_0123456789abcdefghjkmnpqrstvwxyz0123456789abc00000000000040008000000000000000team3574ck4u7h1bc0c44a",
    ],
    [
      { id: "3906c250-22ad-4f66-b9cf-9b4218de743c", type: "team", isPublic: false },
      "sk_0123456789abcdefghjkmnpqrstvwxyz0123456789abc3906c25022ad4f66b9cf9b4218de743cteam1574ck4u7h00e75581",
    ],
  ] as const)("of %j has 102 characters, the last eight a checksum with its zeros", ([key, expected]) => {
    expect(composeKeyText({ secret, ...key })).toBe(expected);
    expect(expected).toHaveLength(102);
  });
});

import { describe, expect, it } from "vitest";
import { equalSecrets, hashSecret, newId, newProjectKey, newRequestId, newSecret } from "./secrets";

const many = <T>(make: () => T): T[] => Array.from({ length: 2000 }, make);

describe("random text", () => {
  // Evidence: newid-lower-case-version-4
  it("newId is a lower-case UUID of version 4", () => {
    expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it("newSecret is 45 characters without i, l, o and u", () => {
    for (const secret of many(newSecret)) expect(secret).toMatch(/^[0-9abcdefghjkmnpqrstvwxyz]{45}$/);
  });

  // Evidence: newsecret-carries-bits-44-characters-take
  it("newSecret carries 224 bits: 44 characters take all 32 values, the last one the 16 that its 4 bits allow", () => {
    const secrets = many(newSecret);
    for (let position = 0; position < 44; position++) {
      expect(new Set(secrets.map((secret) => secret[position])).size).toBe(32);
    }
    expect([...new Set(secrets.map((secret) => secret[44]))].sort().join("")).toBe("02468acegjmprtwy");
  });

  it("newRequestId is 16 such characters, all of them free", () => {
    const ids = many(newRequestId);
    for (const id of ids) expect(id).toMatch(/^[0-9abcdefghjkmnpqrstvwxyz]{16}$/);
    for (let position = 0; position < 16; position++) {
      expect(new Set(ids.map((id) => id[position])).size).toBe(32);
    }
  });

  it.each(["pck", "ssk", "sak"] as const)("newProjectKey(%s) is the prefix and a secret", (prefix) => {
    expect(newProjectKey(prefix)).toMatch(new RegExp(`^${prefix}_[0-9abcdefghjkmnpqrstvwxyz]{45}$`));
  });

  // Evidence: never-makes-same-twice
  it("never makes the same twice", () => {
    expect(new Set(many(newSecret)).size).toBe(2000);
  });
});

describe("hashSecret", () => {
  it("is SHA-256 as base64url (the vector `abc` of FIPS 180-4)", async () => {
    expect(await hashSecret("abc")).toBe("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
  });
});

describe("equalSecrets", () => {
  it.each([
    ["", "", true],
    ["secret", "secret", true],
    ["é", "é", true],
    ["secret", "secreT", false],
    ["secret", "secre", false],
    ["secret", "secrets", false],
    ["secret", "", false],
  ])("%j and %j: %s", (a, b, equal) => {
    expect(equalSecrets(a, b)).toBe(equal);
  });
});

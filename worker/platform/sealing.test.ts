import { describe, expect, it } from "vitest";
import {
  isSealed,
  isSealedBefore,
  reseal,
  seal,
  sealLength,
  sealOf,
  UnsealError,
  unknownSeal,
  unseal,
} from "./sealing";
import { equalSecrets, hashSecret, newId, newProjectKey, newRequestId, newSecret } from "./secrets";

const secrets = { current: "root-secret" };
const rotated = { current: "the-next-root-secret", previous: "root-secret" };
const PURPOSE = "smtp-password/p1";
/** Made by node:crypto: HKDF-SHA-256, then AES-256-GCM with the purpose as additional data. */
const SEALED = "sealed:v1:AAECAwQFBgcICQoLtnuFcl0vydkbmdLm5pvOFHA6OzBmXBlCj58";

/** Everything that a failure shows: class, text and the absence of a cause. */
async function failure(opening: Promise<string>): Promise<unknown> {
  const error = await opening.then(
    (plaintext) => `opened: ${plaintext}`,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UnsealError);
  return { message: (error as UnsealError).message, cause: (error as UnsealError).cause };
}
const nothingOfTheInside = { message: "The sealed value could not be opened", cause: undefined };

describe("seal and unseal", () => {
  it("open a value that another implementation of the documented format sealed", async () => {
    expect(await unseal(secrets, PURPOSE, SEALED)).toBe("hunter2 é");
  });

  it.each(["", "password", "日本語 🗝", "\u{FEFF}starts with a mark", "x".repeat(100_000)])(
    "give %# back to the letter",
    async (text) => {
      expect(await unseal(secrets, PURPOSE, await seal(secrets, PURPOSE, text))).toBe(text);
    },
  );

  it("hide the text, and seal the same text differently each time", async () => {
    const [first, second] = await Promise.all([seal(secrets, PURPOSE, "hunter2"), seal(secrets, PURPOSE, "hunter2")]);
    expect(first).toMatch(/^sealed:v2:[0-9a-f]{12}:[A-Za-z0-9_-]{47}$/);
    expect(first).not.toBe(second);
  });

  it("rotation: the previous secret still opens, new values are sealed under the current one", async () => {
    expect(await unseal(rotated, PURPOSE, SEALED)).toBe("hunter2 é");
    const fresh = await seal(rotated, PURPOSE, "fresh");
    expect(await unseal({ current: "the-next-root-secret" }, PURPOSE, fresh)).toBe("fresh");
    expect(await failure(unseal(secrets, PURPOSE, fresh))).toEqual(nothingOfTheInside);
  });

  it("name their key by an id that HKDF derives from the root secret (vector computed with node:crypto)", async () => {
    expect(await seal(secrets, PURPOSE, "x")).toMatch(/^sealed:v2:ff8d2c44738b:/);
    expect(await sealOf("root-secret")).toBe("sealed:v2:ff8d2c44738b");
    expect(await sealOf("the-next-root-secret")).toHaveLength(sealLength);
  });

  it("open under the next secret too, which other isolates may have already", async () => {
    const fresh = await seal(rotated, PURPOSE, "fresh");
    expect(await unseal({ ...secrets, next: rotated.current }, PURPOSE, fresh)).toBe("fresh");
  });

  // Evidence: transplant-value-moved-another-purpose-does
  it("attack transplant: a value moved to another purpose does not open", async () => {
    expect(await failure(unseal(secrets, "smtp-password/p2", SEALED))).toEqual(nothingOfTheInside);
  });

  it("attack tampering: a change of any byte is found", async () => {
    const bytes = Uint8Array.from(atob(SEALED.slice(10).replaceAll("-", "+").replaceAll("_", "/")), (c) =>
      c.charCodeAt(0),
    );
    for (let position = 0; position < bytes.length; position++) {
      const changed = bytes.map((byte, index) => (index === position ? byte ^ 1 : byte));
      const text = btoa(String.fromCharCode(...changed))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");
      expect(await failure(unseal(secrets, PURPOSE, `sealed:v1:${text}`))).toEqual(nothingOfTheInside);
    }
  });

  it.each([
    "",
    "plain text",
    "sealed:v1:",
    "sealed:v1:AAAA",
    "sealed:v1:%%%",
    `sealed:v2:${SEALED.slice(10)}`,
    SEALED.slice(0, -4),
    SEALED.slice(10),
  ])("attack malformed value: %j fails like every other", async (text) => {
    expect(await failure(unseal(rotated, PURPOSE, text))).toEqual(nothingOfTheInside);
  });
});

describe("reseal", () => {
  const current = { current: rotated.current };

  it("seals what stands under the previous secret, or names no key, under the current one", async () => {
    for (const old of [SEALED, await seal(secrets, PURPOSE, "hunter2 é")]) {
      const resealed = (await reseal(rotated, PURPOSE, old)) ?? "";
      expect(resealed.startsWith(await sealOf(rotated.current))).toBe(true);
      expect(await unseal(current, PURPOSE, resealed)).toBe("hunter2 é");
    }
  });

  it("leaves what stands under the current or the next secret", async () => {
    const fresh = await seal(rotated, PURPOSE, "fresh");
    expect(await reseal(rotated, PURPOSE, fresh)).toBeUndefined();
    expect(await reseal({ ...secrets, next: rotated.current }, PURPOSE, fresh)).toBeUndefined();
  });

  it("after a step back seals anew what the secret had sealed that was stepped back from", async () => {
    const stray = await seal(rotated, PURPOSE, "stray");
    const back = { ...secrets, previous: rotated.current, next: rotated.current };
    expect(await unseal(secrets, PURPOSE, (await reseal(back, PURPOSE, stray)) ?? "")).toBe("stray");
  });

  it("marks what no secret opens, once, and it opens when its secret comes back", async () => {
    const lost = await seal(secrets, PURPOSE, "lost");
    const marked = (await reseal(current, PURPOSE, lost)) ?? "";
    expect(marked.startsWith(unknownSeal)).toBe(true);
    expect(await reseal(current, PURPOSE, marked)).toBeUndefined();
    expect(await failure(unseal(current, PURPOSE, marked))).toEqual(nothingOfTheInside);
    expect(await unseal(rotated, PURPOSE, marked)).toBe("lost");
    expect(await unseal(current, PURPOSE, (await reseal(rotated, PURPOSE, marked)) ?? "")).toBe("lost");
  });
});

describe("isSealedBefore", () => {
  it("is for the previous secret and for the form that names no key, while they are not current", async () => {
    const isBefore = (seal: string | null, root = rotated as typeof rotated | typeof secrets) =>
      isSealedBefore(root, seal);
    const [old, now] = [await sealOf(rotated.previous), await sealOf(rotated.current)];
    const outcomes = [isBefore(old), isBefore("sealed:v1:"), isBefore(now), isBefore(unknownSeal), isBefore(null)];
    expect(await Promise.all(outcomes)).toEqual([true, true, false, false, false]);
    expect(await isBefore(old, secrets)).toBe(false);
    expect(await isSealedBefore({ ...secrets, previous: secrets.current }, old)).toBe(false);
  });
});

describe("isSealed", () => {
  it.each([
    [SEALED, true],
    [`sealed:v2:0123456789ab:${SEALED.slice(10)}`, true],
    ["sealed:v2:0123456789AB:x", false],
    ["sealed", false],
    ["", false],
    ["a sealed:v1:", false],
  ])("%j: %s", (text, sealed) => {
    expect(isSealed(text)).toBe(sealed);
  });
});

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

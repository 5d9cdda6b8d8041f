import { describe, expect, it } from "vitest";
import { isSealed, seal, UnsealError, unseal } from "./sealing";

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
    expect(first).toMatch(/^sealed:v1:[A-Za-z0-9_-]{47}$/);
    expect(first).not.toBe(second);
  });

  it("rotation: the previous secret still opens, new values are sealed under the current one", async () => {
    expect(await unseal(rotated, PURPOSE, SEALED)).toBe("hunter2 é");
    const fresh = await seal(rotated, PURPOSE, "fresh");
    expect(await unseal({ current: "the-next-root-secret" }, PURPOSE, fresh)).toBe("fresh");
    expect(await failure(unseal(secrets, PURPOSE, fresh))).toEqual(nothingOfTheInside);
  });

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

describe("isSealed", () => {
  it.each([
    [SEALED, true],
    ["sealed", false],
    ["", false],
    ["a sealed:v1:", false],
  ])("%j: %s", (text, sealed) => {
    expect(isSealed(text)).toBe(sealed);
  });
});

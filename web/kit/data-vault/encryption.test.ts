import { describe, expect, it } from "vitest";
import { decryptValue, deriveKey, encryptValue } from "./encryption";

/** Values of the official client, with its salt and nonce set to 00 … 0f and a0 … ab. */
const vectors = [
  {
    secret: "test-secret",
    key: "my-key",
    bytes: "f67f981f7536381cbca6e2d2f373cbb94a7f034ce3f63b015051fc534d7fd35e",
    hashedKey: "mIl6Zh5gKSndkLIOOZ5bNbedij15RRuefNlBnH6rEGY=",
    value: "hello world",
    encrypted: "AQAAAQIDBAUGBwgJCgsMDQ4PoKGio6SlpqeoqaqrnnXQ7foRQLv8Khe3XZSHT9wAebmOpBhv93LI",
  },
  {
    secret: "s3crét ✓",
    key: "ключ",
    bytes: "70f18805c90afd8351d30a986d05cda03e98063787686589926719be9d850e47",
    hashedKey: "3teRU/IKcxYcYWG1oWSdppfJP2SZosBBQMtYri4TIFI=",
    value: "",
    encrypted: "AQAAAQIDBAUGBwgJCgsMDQ4PoKGio6Slpqeoqaqr/Arv4CcisGJxpZD8HmM7iw==",
  },
];

const failure = "Data vault client-side decryption failed. Are you sure you're using the correct secret?";

describe("the encryption of the data vault", () => {
  it.each(vectors)("derives and decrypts as the official client: $key", async ({ secret, key, ...vector }) => {
    const derived = await deriveKey(secret, key);
    expect(derived.hashedKey).toBe(vector.hashedKey);
    expect(Buffer.from(derived.bytes).toString("hex")).toBe(vector.bytes);
    expect(await decryptValue(derived, vector.encrypted)).toBe(vector.value);
  });

  it("decrypts what it has encrypted, each time to another text", async () => {
    const derived = await deriveKey("", "");
    for (const value of ["", "\ufeff👋\u0000", "a".repeat(700_000)]) {
      const encrypted = await encryptValue(derived, value);
      expect(encrypted).not.toBe(await encryptValue(derived, value));
      expect((await decryptValue(derived, encrypted)) === value).toBe(true);
    }
  });

  it("opens nothing with another secret or another key, and nothing that was changed", async () => {
    const derived = await deriveKey("secret", "key");
    const encrypted = await encryptValue(derived, "value");
    for (const other of [await deriveKey("Secret", "key"), await deriveKey("secret", "other")]) {
      await expect(decryptValue(other, encrypted)).rejects.toThrow(failure);
    }
    const bytes = Buffer.from(encrypted, "base64");
    for (const at of [2, 20, 40, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(decryptValue(derived, changed.toString("base64"))).rejects.toThrow(failure);
    }
    await expect(decryptValue(derived, bytes.subarray(0, 8).toString("base64"))).rejects.toThrow(failure);
  });

  it("refuses other formats by name", async () => {
    const derived = await deriveKey("secret", "key");
    for (const text of ["", "AQ==", "AgAA", "AQEA", "not base-64!"]) {
      await expect(decryptValue(derived, text)).rejects.toThrow(
        "has a format that this version of the kit does not read",
      );
    }
  });
});

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { tooManyRequests } from "../protocol/error-definitions";
import { fail } from "../protocol/fail";
import { burnPasswordHash, hashPassword, isSupportedPasswordHash, verifyPassword } from "./password-hash";
import { hashArgon2id } from "./password-hash/argon2id";
import { newTrace } from "./trace";

const project = { id: crypto.randomUUID(), shares: { hash_seconds: 30, renderings: 60, emails: 1000 } };
const tools = (trace = newTrace(), passwordHashCost: "standard" | "minimal" = "standard") => ({
  trace,
  settings: { passwordHashCost },
  costlyHashes: env.COSTLY_HASHES,
  attempts: env.ATTEMPTS,
  hashTurn: async () => undefined,
  fail(): never {
    throw new Error("The project has used up its share");
  },
});
const verify = (stored: string, password: string) => verifyPassword(tools(), project, stored, password);

/** `password` under the parameters that we choose ourselves, made by node:crypto. */
const argon2idOf = (hash: string) => `$argon2id$v=19$m=19456,t=2,p=1$c2l4dGVlbiBieXRlIHNsdA$${hash}`;

const BCRYPT_72 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

describe("hashPassword", () => {
  it("makes Argon2id with 19 MiB, two passes, one lane, 16 bytes of salt and 32 of hash", async () => {
    const stored = await hashPassword(tools(), "correct horse");
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await verify(stored, "correct horse")).toEqual({ valid: true, needsRehash: false });
    expect(await verify(stored, "correct horsf")).toEqual({ valid: false, needsRehash: false });
  });

  it("makes Argon2id of 32 KiB and one pass where tests ask for it, which is replaced where they do not", async () => {
    const cheap = tools(newTrace(), "minimal");
    const stored = await hashPassword(cheap, "correct horse");
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=32,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    const verdict = await verifyPassword(cheap, project, stored, "correct horse");
    expect(verdict).toEqual({ valid: true, needsRehash: false });
    expect(await verify(stored, "correct horse")).toEqual({ valid: true, needsRehash: true });
  });

  it("salts: one password has two hashes", async () => {
    expect(await hashPassword(tools(), "x")).not.toBe(await hashPassword(tools(), "x"));
  });

  // Evidence: takes-any-text
  it.each(["", " ", "a".repeat(1000), "日本語", "🗝️", "a\0b", "\ud800"])("takes any text (%j)", async (password) => {
    const stored = await hashPassword(tools(), password);
    expect(await verify(stored, password)).toEqual({ valid: true, needsRehash: false });
    expect(await verify(stored, `${password}x`)).toEqual({ valid: false, needsRehash: false });
  });

  // Evidence: truncation-password-beyond-byte-counts
  it("attack truncation: of a password beyond ASCII, every byte counts", async () => {
    const stored = await hashPassword(tools(), "日本語");
    expect(await verify(stored, "日本x")).toEqual({ valid: false, needsRehash: false });
  });

  // Evidence: truncation-what-follows-zero-byte-counts
  it("attack truncation: what follows a zero byte counts", async () => {
    const stored = await hashPassword(tools(), "a\0b");
    expect(await verify(stored, "a\0c")).toEqual({ valid: false, needsRehash: false });
    expect(await verify(stored, "a")).toEqual({ valid: false, needsRehash: false });
  });

  // Evidence: composed-decomposed-letter-are-one
  it("normalises: a composed and a decomposed letter are one password, a ligature and its letters are two", async () => {
    for (const typed of ["\u00e9", "e\u0301"]) {
      const stored = await hashPassword(tools(), typed);
      for (const again of ["\u00e9", "e\u0301"]) {
        expect(await verify(stored, again)).toEqual({ valid: true, needsRehash: false });
      }
      expect(await verify(stored, "e")).toEqual({ valid: false, needsRehash: false });
    }
    expect(await verify(await hashPassword(tools(), "\ufb01"), "fi")).toEqual({ valid: false, needsRehash: false });
  });

  it("gives each of many at once its own hash", async () => {
    const passwords = ["one", "two", "three", "four"];
    const stored = await Promise.all(passwords.map((password) => hashPassword(tools(), password)));
    const verdicts = await Promise.all(stored.map((hash, index) => verify(hash, passwords[index] ?? "")));
    expect(verdicts.map((verdict) => verdict.valid)).toEqual([true, true, true, true]);
  });
});

describe("verifyPassword: published vectors", () => {
  it.each([
    [
      "Argon2id, phc-winner-argon2 test.c, 64 MiB",
      "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
      "password",
    ],
    [
      "Argon2id, phc-winner-argon2 test.c, 256 KiB",
      "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
      "password",
    ],
    [
      "Argon2id, phc-winner-argon2 test.c, two lanes",
      "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
      "password",
    ],
    ["bcrypt 2a, crypt_blowfish", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "U*U"],
    ["bcrypt 2a, crypt_blowfish", "$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a", "U*U*U"],
    ["bcrypt 2b", "$2b$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK", "U*U*"],
    ["bcrypt 2y", "$2y$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK", "U*U*"],
    ["bcrypt with all of its 72 bytes", "$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui", BCRYPT_72],
    [
      "scrypt, RFC 7914 section 12",
      "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw",
      "pleaseletmein",
    ],
    [
      "scrypt, passlib",
      "$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E",
      "password",
    ],
    [
      "PBKDF2-SHA-256, RFC 7914 section 11",
      "$pbkdf2-sha256$i=80000$TmFDbA$TdzY9guYviGDDO5e8icB+WQaRBjQTAQUrv8Ih2s0q1ah1CWhIlgzVJrbhBtRybMXaicr3ruh0HhHj2Kzl/M8jQ",
      "Password",
    ],
    [
      "PBKDF2-SHA-256, passlib",
      "$pbkdf2-sha256$1212$4vjV83LKPjQzk31VI4E0Vw$hsYF68OiOUPdDZ1Fg.fJPeq1h/gXXY7acBp9/6c.tmQ",
      "password",
    ],
    [
      "PBKDF2-SHA-512, node:crypto",
      "$pbkdf2-sha512$i=1000,l=64$TmFDbC1OYUNs$emUqiffXojf2E8msBd4TIdNjCxP3LEO4+1zdyx/qYZSbO1wo6FtzmDptuKEGxvqnqdsNvsAZzAXE5ZOadc2ipg",
      "password",
    ],
  ])("%s: valid, and to be replaced", async (_source, stored, password) => {
    expect(await isSupportedPasswordHash(stored)).toBe(true);
    expect(await verify(stored, password)).toEqual({ valid: true, needsRehash: true });
    expect(await verify(stored, `x${password.slice(1)}`)).toEqual({ valid: false, needsRehash: false });
  });

  it("takes a hash of a form that is not normal for what is typed in that form, and has it replaced", async () => {
    const stored = hashArgon2id("e\u0301", "standard");
    expect(await verify(stored, "e\u0301")).toEqual({ valid: true, needsRehash: true });
    expect(await verify(stored, "\u00e9")).toEqual({ valid: false, needsRehash: false });
  });

  it.each([
    ["pässwörd", "+0sTDc/BGhjYAOU/4S++yzEm6gtVfMXPi/xn2jZGrys"],
    ["日本語", "/LZhYeZpkMIlodOZept0Sb2xKkpytg4pie+Z5yB5Riw"],
    ["🗝️", "5X9mKq8vRjUVpPzb7R5D2kcYUMPHn1j75b+b3bNFjf4"],
    ["a\0b", "a4nKAxaVCEqTmw3XWL7oTl4As+R9nHa6ccqytpCe7do"],
  ])("Argon2id of %j agrees with OpenSSL's, and stays as it is", async (password, hash) => {
    expect(await verify(argon2idOf(hash), password)).toEqual({ valid: true, needsRehash: false });
  });
});

describe("verifyPassword: limits", () => {
  // Evidence: truncation-bcrypt-refuses-password-more-72
  it("attack truncation: bcrypt refuses a password of more than 72 bytes instead of cutting it", async () => {
    const stored = "$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui";
    const trace = newTrace();
    expect(await verifyPassword(tools(trace), project, stored, `${BCRYPT_72}chars after 72 are ignored`)).toEqual({
      valid: false,
      needsRehash: false,
    });
    expect(trace.hashes).toBe(1);
  });

  it("throws on a stored text that is no hash, without showing it", async () => {
    const error = await verify("plain-text-password", "x").catch((reason: unknown) => reason);
    expect(String(error)).toBe("Error: A stored password hash is of no supported kind");
  });
});

describe("attack user enumeration: an unknown account costs what a known one costs", () => {
  it("one hash each: sign-up, right password, wrong password, no account", async () => {
    const counts = newTrace();
    const stored = await hashPassword(tools(counts), "correct horse");
    expect(counts.hashes).toBe(1);
    await verifyPassword(tools(counts), project, stored, "correct horse");
    expect(counts.hashes).toBe(2);
    await verifyPassword(tools(counts), project, stored, "wrong");
    expect(counts.hashes).toBe(3);
    await burnPasswordHash(tools(counts), "wrong");
    expect(counts).toEqual({ ...newTrace(), hashes: 4 });
  });

  it("two each, and no more, for what was typed in another form than the normal one", async () => {
    // Attack: guesses with decomposed letters take two hashes where there is an account, and one where there is none.
    const stored = await hashPassword(tools(), "correct horse");
    const [known, unknown] = [newTrace(), newTrace()];
    await verifyPassword(tools(known), project, stored, "e\u0301".repeat(35));
    await burnPasswordHash(tools(unknown), "e\u0301".repeat(35));
    expect([known.hashes, unknown.hashes]).toEqual([2, 2]);
  });
});

describe("attack a flood of guesses at one project: each hash waits for a turn of the isolate", () => {
  it("429 instead of a hash where the wait would be too long: new, right, wrong or unknown", async () => {
    const stored = await hashPassword(tools(), "correct horse");
    const counts = newTrace();
    const refused = { ...tools(counts), hashTurn: async () => ({ retryAfterMillis: 7_000 }), fail };
    const hashes = [
      () => hashPassword(refused, "new"),
      () => verifyPassword(refused, project, stored, "correct horse"),
      () => verifyPassword(refused, project, stored, "wrong"),
      () => burnPasswordHash(refused, "wrong"),
    ];
    for (const hash of hashes) {
      await expect(hash()).rejects.toMatchObject({ definition: tooManyRequests });
    }
    expect(counts.hashes).toBe(0);
  });
});

describe("isSupportedPasswordHash", () => {
  const bcrypt = (head: string) => `${head}CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`;
  const argon2id = (parameters: string) => `$argon2id$v=19$${parameters}$c29tZXNhbHQ$${"A".repeat(43)}`;
  const scrypt = (parameters: string) => `$scrypt$${parameters}$c29tZXNhbHQ$${"A".repeat(43)}`;
  const pbkdf2 = (head: string) => `$pbkdf2-${head}$c29tZXNhbHQ$${"A".repeat(43)}`;

  it.each([
    bcrypt("$2a$04$"),
    bcrypt("$2b$10$"),
    argon2id("m=19456,t=2,p=1"),
    argon2id("m=65536,t=4,p=16"),
    argon2id("m=32,t=1,p=4"),
    scrypt("ln=17,r=8,p=1"),
    scrypt("ln=1,r=1,p=1"),
    scrypt("ln=15,r=1,p=32"),
    pbkdf2("sha256$i=100000"),
    pbkdf2("sha512$1"),
  ])("takes %s, and can compute it", async (text) => {
    expect(await isSupportedPasswordHash(text)).toBe(true);
    expect(await verify(text, "password")).toEqual({ valid: false, needsRehash: false });
  });

  it("takes bcrypt of cost 16", async () => {
    expect(await isSupportedPasswordHash(bcrypt("$2y$16$"))).toBe(true);
  });

  it.each([
    ["nothing", ""],
    ["a plain password", "password"],
    ["MD5 crypt", "$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/"],
    ["bcrypt of cost 3", bcrypt("$2b$03$")],
    ["bcrypt of cost 17", bcrypt("$2b$17$")],
    ["the broken bcrypt $2x$", bcrypt("$2x$10$")],
    ["bcrypt that is too short", bcrypt("$2b$10$").slice(0, -1)],
    ["bcrypt with more behind it", `${bcrypt("$2b$10$")}\n`],
    ["Argon2i", argon2id("m=19456,t=2,p=1").replace("argon2id", "argon2i")],
    ["Argon2id of version 16", argon2id("m=19456,t=2,p=1").replace("v=19", "v=16")],
    ["Argon2id beyond 64 MiB", argon2id("m=65537,t=1,p=1")],
    ["Argon2id of too many passes", argon2id("m=65536,t=5,p=1")],
    ["Argon2id of too many lanes", argon2id("m=65536,t=1,p=17")],
    ["Argon2id with less than 8 KiB a lane", argon2id("m=32,t=1,p=5")],
    ["Argon2id with less memory than can be", argon2id("m=31,t=1,p=1")],
    ["Argon2id with a salt under 8 bytes", argon2id("m=256,t=2,p=1").replace("c29tZXNhbHQ", "c2FsdA")],
    ["Argon2id without passes", argon2id("m=256,t=0,p=1")],
    ["scrypt beyond N·r·p = 2^20", scrypt("ln=17,r=8,p=2")],
    ["scrypt of an N that its block size does not allow", scrypt("ln=16,r=1,p=1")],
    ["scrypt of an endless N", scrypt("ln=99,r=1,p=1")],
    ["PBKDF2 of 100,001 iterations", pbkdf2("sha256$i=100001")],
    ["PBKDF2 without iterations", pbkdf2("sha256$i=0")],
    ["PBKDF2 with MD5", pbkdf2("md5$i=1000")],
    ["a hash under 16 bytes, which chance would match", "$scrypt$ln=4,r=8,p=1$c29tZXNhbHQ$AAAA"],
    ["a hash over 64 bytes", `$scrypt$ln=4,r=8,p=1$c29tZXNhbHQ$${"A".repeat(88)}`],
    ["a hash that is no base-64", `$scrypt$ln=4,r=8,p=1$c29tZXNhbHQ$${"A".repeat(41)}`],
  ])("refuses %s", async (_what, text) => {
    expect(await isSupportedPasswordHash(text)).toBe(false);
  });
});

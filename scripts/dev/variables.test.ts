import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSettings } from "../../worker/platform/env";
import { siteDefinitions } from "../build/site";
import { LOCAL_INTERNAL_KEYS } from "./local-secrets";
import { mailboxOf, readSettings as readDevSettings } from "./settings";
import { readVariables, workerVariables } from "./variables";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "gatehouse-vars-"));
  file = path.join(folder, ".dev.vars");
});

afterEach(() => rm(folder, { recursive: true }));

/** The Worker's variables for an environment and the lines of a file. */
async function variablesOf(env: Record<string, string>, lines: string[] = []) {
  await writeFile(file, ["SERVER_SECRET=a-server-secret-of-a-test-0123456789", ...lines].join("\n"));
  const { given, warnings } = await readVariables(env, file);
  const settings = readDevSettings(given);
  return { vars: workerVariables(given, settings), settings, warnings };
}

describe("variables of npm run dev", () => {
  it("make the file when there is none, with a secret that is kept", async () => {
    const { given } = await readVariables({}, file);
    expect(given.SERVER_SECRET).toHaveLength(43);
    expect((await readVariables({}, file)).given.SERVER_SECRET).toBe(given.SERVER_SECRET);
    expect(await readFile(file, "utf8")).toContain(`SERVER_SECRET=${given.SERVER_SECRET}\n`);
  });

  it("have secret keys of the clone's own, also where its file has the ones that all had", async () => {
    // Attack: a website that a developer visits knows the admin key of every clone from our sources. The local API lets scripts of
    // any origin send it, so that the website administers the project behind the local dashboard.
    const secretKeys = async (lines: string[]) => {
      const { vars } = await variablesOf({}, lines);
      const keys = [vars.INTERNAL_SECRET_SERVER_KEY, vars.INTERNAL_SUPER_SECRET_ADMIN_KEY];
      expect(keys).toEqual([expect.stringMatching(/^ssk_\w{40,}$/), expect.stringMatching(/^sak_\w{40,}$/)]);
      const { given } = await readVariables({}, file);
      expect([given.INTERNAL_SECRET_SERVER_KEY, given.INTERNAL_SUPER_SECRET_ADMIN_KEY]).toEqual(keys);
      return keys;
    };
    const known = Object.values(LOCAL_INTERNAL_KEYS);
    const shared = Object.entries(LOCAL_INTERNAL_KEYS).map(([name, key]) => `${name}=${key}`);
    const all = [...(await secretKeys([])), ...(await secretKeys(shared)), ...known];
    expect(new Set(all).size).toBe(7);
  });

  it("have the documented defaults", async () => {
    const { vars } = await variablesOf({});
    const client = (name: string) => ({
      [`SHARED_OAUTH_${name}_CLIENT_ID`]: "gatehouse",
      [`SHARED_OAUTH_${name}_CLIENT_SECRET`]: "gatehouse-local-only",
    });
    expect(vars).toEqual({
      API_URL: "http://localhost:8787",
      WEB_URL: "http://localhost:5173",
      SERVER_SECRET: "a-server-secret-of-a-test-0123456789",
      INTERNAL_PUBLISHABLE_CLIENT_KEY: LOCAL_INTERNAL_KEYS.INTERNAL_PUBLISHABLE_CLIENT_KEY,
      INTERNAL_SECRET_SERVER_KEY: expect.stringMatching(/^ssk_/),
      INTERNAL_SUPER_SECRET_ADMIN_KEY: expect.stringMatching(/^sak_/),
      SMTP_URL: "smtp://127.0.0.1:2525",
      MAIL_FROM: "Gatehouse <noreply@gatehouse.localhost>",
      RATE_LIMITS: "off",
      TRACE: "1",
      SHARED_OAUTH_ISSUER: "http://localhost:9090",
      ...client("GOOGLE"),
      ...client("GITHUB"),
      ...client("MICROSOFT"),
      ...client("SPOTIFY"),
    });
    expect(() => readSettings(vars)).not.toThrow();
  });

  it("offer the local mailbox to the dashboard's projects, unless it is off or the API has a public address", () => {
    const mailboxIn = (env: Record<string, string>) =>
      siteDefinitions({ apiUrl: "", publishableClientKey: "", mailbox: mailboxOf(readDevSettings(env)) })[
        "import.meta.env.VITE_LOCAL_MAILBOX"
      ];
    expect(mailboxIn({ MAIL_PORT: "2526" })).toBe('{"smtpPort":2526,"url":"http://localhost:8025"}');
    expect(mailboxIn({ SMTP_URL: "smtp://mail.example.com:25" })).toBe("undefined");
    expect(mailboxIn({ API_URL: "https://api.example.com" })).toBe("undefined");
  });

  // Variables of docs/configuration.md, with a value that is no default.
  const documented = {
    API_URL: "https://api.example.com",
    WEB_URL: "https://www.example.com",
    SERVER_SECRET: "another-server-secret-0123456789abcdef",
    SERVER_SECRET_PREVIOUS: "previous-server-secret-0123456789abcdef",
    SERVER_SECRET_NEXT: "next-server-secret-0123456789abcdef",
    INTERNAL_PUBLISHABLE_CLIENT_KEY: "one",
    INTERNAL_SECRET_SERVER_KEY: "two",
    INTERNAL_SUPER_SECRET_ADMIN_KEY: "three",
    SMTP_URL: "smtp://mail.example.com:25",
    MAIL_FROM: "hello@example.com",
    SHARED_OAUTH_GOOGLE_CLIENT_ID: "id",
    SHARED_OAUTH_GOOGLE_CLIENT_SECRET: "secret",
    SHARED_OAUTH_TWITCH_CLIENT_ID: "id",
    SHARED_OAUTH_TWITCH_CLIENT_SECRET: "secret",
    SHARED_OAUTH_ISSUER: "https://issuer.example.com",
    OUTBOUND_TIMEOUT_MS: "1",
    PASSWORD_RANGE_API_URL: "https://range.example.com",
    ACCESS_TOKEN_SECONDS: "30",
    RATE_LIMITS: "on",
    TRACE: "0",
  };

  it("win over their defaults, from the environment as from the file", async () => {
    expect((await variablesOf(documented)).vars).toMatchObject(documented);
    const lines = Object.entries(documented).map(([name, value]) => `${name}=${value}`);
    const fromFile = await variablesOf({}, lines);
    expect(fromFile.vars).toMatchObject(documented);
    expect(fromFile.warnings).toEqual([]);
  });

  it("win from the environment over the file, unless they are empty", async () => {
    const lines = ["MAIL_FROM=file@example.com", "API_PORT=1111", "TRACE=0"];
    const { vars, settings } = await variablesOf({ MAIL_FROM: "env@example.com", TRACE: "" }, lines);
    expect(vars).toMatchObject({ MAIL_FROM: "env@example.com", TRACE: "0", API_URL: "http://localhost:1111" });
    expect(settings.ports.API_PORT).toBe(1111);
  });

  it("leave the identity provider off when clients at real providers are given", async () => {
    const google = { SHARED_OAUTH_GOOGLE_CLIENT_ID: "id", SHARED_OAUTH_GOOGLE_CLIENT_SECRET: "secret" };
    const { vars, settings } = await variablesOf(google);
    expect(Object.keys(vars).filter((name) => name.startsWith("SHARED_"))).toEqual(Object.keys(google));
    expect(settings.runsIdentityProvider).toBe(false);
  });

  it("of the file are all named when they are not known, with the nearest name", async () => {
    const { warnings, vars } = await variablesOf({}, ["RATELIMITS=on", "WALLET_SECRET_KEY=sk"]);
    expect(warnings).toEqual([
      `RATELIMITS in ${file} is not a variable of Gatehouse; the nearest is RATE_LIMITS.`,
      expect.stringMatching(/^WALLET_SECRET_KEY in .* is not a variable of Gatehouse; the nearest is \w+\.$/),
    ]);
    expect(vars).not.toHaveProperty("WALLET_SECRET_KEY");
  });

  it.each([
    ["RATE_LIMIT", "RATE_LIMITS"],
    ["MAIL_FORM", "MAIL_FROM"],
    ["SMTP_URI", "SMTP_URL"],
    ["ACESS_TOKEN_SECONDS", "ACCESS_TOKEN_SECONDS"],
    ["OUTBOUND_TIMEOUT", "OUTBOUND_TIMEOUT_MS"],
    ["INTERNAL_SECRET_KEY", "INTERNAL_SECRET_SERVER_KEY"],
    ["SHARED_OAUTH_GOOGLE_ID", "SHARED_OAUTH_GOOGLE_CLIENT_ID"],
  ])("%s of the environment is named, and %s with it", async (name, meant) => {
    expect((await variablesOf({ [name]: "x" })).warnings).toEqual([
      `${name} in the environment is not a variable of Gatehouse; the nearest is ${meant}.`,
    ]);
  });

  it("that are other programs' are not named", async () => {
    const names = [
      "PATH",
      "HOME",
      "APP_URL",
      "MAIL_HOST",
      "SMTP_USER",
      "API_KEY",
      "ACCESS_TOKEN_SECRET",
      "DATABASE_URL",
    ];
    const others = [
      ...names,
      "INTERNAL_API_HOST",
      "TRACK",
      "NODE_EXTRA_CA_CERTS",
      "npm_config_user_agent",
      "SERVER_PORT",
    ];
    expect((await variablesOf(Object.fromEntries(others.map((name) => [name, "x"])))).warnings).toEqual([]);
  });
});

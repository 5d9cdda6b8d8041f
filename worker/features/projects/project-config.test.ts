import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { systemActor } from "../../db/audit/actor";
import { readProject } from "../../db/projects/project";
import { selectProject } from "../../db/projects/queries";
import { projects } from "../../db/projects/schema";
import { users } from "../../db/users/schema";
import { readSettings } from "../../platform/env";
import { newTrace } from "../../platform/trace";
import { fail } from "../../protocol/fail";
import { db, project } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { bareUser } from "../../testing/tokens";
import { changeProject } from ".";
import { onePixel, plainAppearance } from "./projects.fixtures";

describe("GET /internal/config", () => {
  it("200 with the rendered document as text, secrets open", async () => {
    const p = await project();
    const server = {
      type: "standard",
      host: "h",
      port: 25,
      username: "u",
      password: "p4ss",
      sender_name: "s",
      sender_email: "a@b.test",
    };
    await p.admin("PATCH /internal/projects/current", { body: { config: { email_config: server } } });
    const config = JSON.parse((await p.admin("GET /internal/config")).body.config_string);
    expect(config.auth).toMatchObject({ allowSignUp: true, password: { allowSignIn: true } });
    expect(config.emails.server).toMatchObject({ isShared: false, host: "h", port: 25, password: "p4ss" });
  });
});

describe("PATCH /internal/projects/current", () => {
  it("400 SCHEMA_ERROR for an address of a URL as the mail server's host, and for lines in the sender's name", async () => {
    // Attack: a password in the address is shown and logged, and a line in the name adds a recipient to every email.
    const p = await project();
    const server = { type: "standard", host: "h", port: 25, username: "u", password: "p", sender_email: "a@b.test" };
    for (const [fields, problem] of [
      [{ host: "http://u:SECRET@x/", sender_name: "s" }, "host must be a host name or an IP address"],
      [{ sender_name: "s\r\nBcc: v@b.test" }, "sender_name must not contain line breaks or other control characters"],
    ] as const) {
      const body = { config: { email_config: { ...server, ...fields } } };
      const message = `Request validation failed on PATCH /api/v1/internal/projects/current:\n  - body.config.email_config.${problem}`;
      expectError(await p.admin("PATCH /internal/projects/current", { body }), 400, "SCHEMA_ERROR", { message });
    }
  });
});

describe("PATCH /internal/config/override", () => {
  const override = (p: Awaited<ReturnType<typeof project>>, patch: unknown) =>
    p.admin("PATCH /internal/config/override", { body: { config_override_string: JSON.stringify(patch) } });

  it("200 {} and the patch holds; an absent or empty one changes nothing", async () => {
    const p = await project();
    const response = await override(p, { "auth.otp.allowSignIn": true });
    expect([response.status, response.body]).toEqual([200, {}]);
    for (const body of [{}, { config_override_string: "" }]) {
      expect((await p.admin("PATCH /internal/config/override", { body })).status).toBe(200);
    }
    expect((await p.client("GET /projects/current")).body.config.magic_link_enabled).toBe(true);
  });

  it("400 plain: no JSON, a bad key, an unknown key, a wrong type", async () => {
    const p = await project();
    const send = (text: string) =>
      p.admin("PATCH /internal/config/override", { body: { config_override_string: text } });
    expectPlainError(await send("{"), 400, "Invalid config JSON");
    expectPlainError(
      await send('{"-a":1}'),
      400,
      "[FORMAT ERROR]All keys of override must consist of only alphanumeric characters, dots, underscores, colons, dollar signs, or hyphens and start with a character other than a hyphen (found: -a)",
    );
    expectPlainError(await send('{"auth.smoke":1}'), 400, '[ERROR] The key "auth.smoke" is not valid for the schema.');
    expect((await send('{"auth.allowSignUp":"yes"}')).body).toBe(
      '[ERROR] auth.allowSignUp must be a `boolean` type, but the final value was: `"yes"`.',
    );
  });

  it("a secret is sealed where it is stored, whatever its form", async () => {
    const p = await project();
    const provider = {
      type: "google",
      isShared: false,
      allowSignIn: true,
      allowConnectedAccounts: true,
      clientId: "i",
      clientSecret: "s3cret",
    };
    expect((await override(p, { "auth.oauth.providers.google": provider })).status).toBe(200);
    const [rows] = await db.batch([db.select().from(projects).where(eq(projects.projectId, p.id))]);
    expect(JSON.stringify(rows)).not.toContain("s3cret");
    expect(
      JSON.parse((await p.admin("GET /internal/config")).body.config_string).auth.oauth.providers.google.clientSecret,
    ).toBe("s3cret");
  });

  it("200: colour and links are for every client to read, and a link that is script is refused and stores nothing", async () => {
    const p = await project();
    const change = async (patch: object) => (await override(p, patch)).status;
    // Attack: an owner links a script as terms, to run it on the site that all projects share.
    expect(await change({ "appearance.termsUrl": "javascript:alert(1)" })).toBe(400);
    expect(await change({ appearance: { accentColor: "#1f5f4f", privacyUrl: "https://shop.example/privacy" } })).toBe(
      200,
    );
    expect((await p.client("GET /projects/current")).body.config.appearance).toEqual({
      ...plainAppearance,
      accent_color: "#1f5f4f",
      privacy_url: "https://shop.example/privacy",
    });
  });

  it("200: an uploaded logo is stored under an address of its own, however its key is written", async () => {
    const p = await project();
    expect((await override(p, { appearance: { logoDarkUrl: onePixel }, "appearance.logoUrl": onePixel })).status).toBe(
      200,
    );
    const [{ configOverride } = { configOverride: "" }] = (
      await db.batch([db.select().from(projects).where(eq(projects.projectId, p.id))])
    )[0];
    expect(configOverride).not.toContain("base64");
    const { appearance } = (await p.client("GET /projects/current")).body.config;
    expect(appearance.logo_url).toMatch(/^http:\/\/localhost:8787\/images\/[0-9a-f]{64}\.png$/);
    expect(appearance.logo_dark_url).toBe(appearance.logo_url);
    // What is read can be written again.
    expect((await override(p, { "appearance.logoUrl": appearance.logo_url })).status).toBe(200);
  });

  it("400 for a logo that is no image, with nothing stored", async () => {
    // Attack: a page with scripts, under the address of the API.
    const p = await project();
    const page = `data:image/png;base64,${btoa("<script>alert(1)</script>")}`;
    expectPlainError(
      await override(p, { "appearance.logoUrl": page }),
      400,
      "Invalid image format or corrupted image data",
    );
    expect((await p.client("GET /projects/current")).body.config.appearance).toEqual(plainAppearance);
  });

  it("200: own texts are read by the texts that they replace, and an empty one replaces none", async () => {
    const p = await project();
    const texts = { a: { original: "Sign in", text: "Log in" }, b: { original: "Sign up", text: "" } };
    expect((await override(p, { "appearance.texts": texts })).status).toBe(200);
    const { appearance } = (await p.client("GET /projects/current")).body.config;
    expect(appearance.texts).toEqual({ "Sign in": "Log in" });
  });
});

const settings = readSettings(env);

const caller = { actor: systemActor };

async function stored(projectId: string) {
  const [[row]] = await db.batch([selectProject(db, { projectId })]);
  if (!row) throw new Error("The project is gone");
  return readProject(row, { settings });
}

async function userIds(projectId: string): Promise<string[]> {
  const [rows] = await db.batch([db.select({ id: users.id }).from(users).where(eq(users.projectId, projectId))]);
  return rows.map(({ id }) => id);
}

describe("changeProject", () => {
  it("writes other tables with the configuration", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const changed = await changeProject(
      { db, settings, trace: newTrace(), caller, fail },
      await stored(p.id),
      {},
      () => ({ "auth.otp.allowSignIn": true }),
      (unchanged) => ({ removed: db.delete(users).where(and(eq(users.id, userId), unchanged)) }),
    );
    expect(changed.config.auth.otp.allowSignIn).toBe(true);
    expect(await userIds(p.id)).toEqual([]);
  });

  it("leaves other tables alone when another change came first and refuses this one", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const stale = await stored(p.id);
    await p.admin("PATCH /internal/config/override", {
      body: { config_override_string: '{"auth.allowSignUp":false}' },
    });
    const refused = changeProject(
      { db, settings, trace: newTrace(), caller, fail },
      stale,
      {},
      ({ config }) => {
        if (!config.auth.allowSignUp) throw new Error("Refused");
        return { "auth.otp.allowSignIn": true };
      },
      (unchanged) => ({ removed: db.delete(users).where(and(eq(users.id, userId), unchanged)) }),
    );
    await expect(refused).rejects.toThrow("Refused");
    expect(await userIds(p.id)).toEqual([userId]);
    expect((await stored(p.id)).config.auth.otp.allowSignIn).toBe(false);
  });

  it("makes the change again when the project has become one in production since it was read", async () => {
    // Attack: production is switched on and, at the same moment, a domain is trusted that production refuses.
    const p = await project();
    const stale = await stored(p.id);
    await p.admin("PATCH /internal/projects/current", { body: { is_production_mode: true } });
    const seen: boolean[] = [];
    await changeProject({ db, settings, trace: newTrace(), caller, fail }, stale, {}, ({ isProductionMode }) => {
      seen.push(isProductionMode);
      return { "auth.otp.allowSignIn": true };
    });
    expect(seen).toEqual([false, true]);
  });

  it("409 when another change comes first again and again", async () => {
    const p = await project();
    let changes = 0;
    const contended: typeof db = Object.assign(Object.create(db), {
      batch: async (statements: Parameters<typeof db.batch>[0]) => {
        const config_override_string = JSON.stringify({ "emails.server.port": ++changes });
        await p.admin("PATCH /internal/config/override", { body: { config_override_string } });
        return db.batch(statements);
      },
    });
    const refused = changeProject(
      { db: contended, settings, trace: newTrace(), caller, fail },
      await stored(p.id),
      {},
      () => ({
        "auth.otp.allowSignIn": true,
      }),
    );
    await expect(refused).rejects.toMatchObject({
      definition: { status: 409, text: "The project is being changed by somebody else. Please try again." },
    });
    expect(changes).toBe(60);
    expect((await stored(p.id)).config.auth.otp.allowSignIn).toBe(false);
  });
});

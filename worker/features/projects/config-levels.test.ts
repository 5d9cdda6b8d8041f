import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEvents } from "../../db/audit/schema";
import { projects } from "../../db/projects/schema";
import { db, project, type TestProject } from "../../testing/project";
import { expectPlainError } from "../../testing/refusals";

type Level = "project" | "branch" | "environment";

const patch = (p: TestProject, level: Level, set: object) =>
  p.admin("PATCH /internal/config/override/{level}", {
    params: { level },
    body: { config_override_string: JSON.stringify(set) },
  });

const replace = (p: TestProject, level: Level, set: object, source?: object) =>
  p.admin("PUT /internal/config/override/{level}", {
    params: { level },
    body: { config_string: JSON.stringify(set), ...(source && { source }) },
  });

const reset = (p: TestProject, level: Level, keys: string[]) =>
  p.admin("POST /internal/config/override/{level}/reset-keys", { params: { level }, body: { keys } });

const setAt = async (p: TestProject, level: Level) =>
  JSON.parse((await p.admin("GET /internal/config/override/{level}", { params: { level } })).body.config_string);

const rendered = async (p: TestProject) => JSON.parse((await p.admin("GET /internal/config")).body.config_string);

async function storedOf(p: TestProject): Promise<string> {
  const [[row]] = await db.batch([
    db.select({ text: projects.configOverride }).from(projects).where(eq(projects.projectId, p.id)),
  ]);
  return row?.text ?? "";
}

describe("PATCH /internal/config/override/{level}", () => {
  it("200: what a later level sets comes first, and without it what an earlier one does", async () => {
    const p = await project();
    expect((await patch(p, "branch", { "auth.allowSignUp": false })).status).toBe(200);
    expect((await rendered(p)).auth.allowSignUp).toBe(false);
    await patch(p, "environment", { "auth.allowSignUp": true });
    expect((await rendered(p)).auth.allowSignUp).toBe(true);
    expect((await reset(p, "environment", ["auth.allowSignUp"])).status).toBe(200);
    expect((await rendered(p)).auth.allowSignUp).toBe(false);
    expect((await replace(p, "branch", {})).status).toBe(200);
    expect((await rendered(p)).auth.allowSignUp).toBe(true);
  });

  it("400 plain: a setting of the project at another level, and any other at the project's", async () => {
    // Attack: what is pushed from a repository opens the project to clients without a key.
    const p = await project();
    expectPlainError(
      await patch(p, "branch", { "project.requirePublishableClientKey": false }),
      400,
      '[ERROR] The key "project.requirePublishableClientKey" is not valid at the level branch.',
    );
    expectPlainError(
      await patch(p, "project", { auth: { allowSignUp: false } }),
      400,
      '[ERROR] The key "auth" is not valid at the level project.',
    );
    const unknown = '[ERROR] The key "levels" is not valid for the schema.';
    expectPlainError(await replace(p, "branch", { levels: { branch: {} } }), 400, unknown);
  });

  it("400 plain: all levels together have the bound of one", async () => {
    // Attack: each level is filled, until no row holds the document.
    const p = await project();
    const theme = () => ({
      [`emails.themes.${crypto.randomUUID()}`]: { displayName: "Long", tsxSource: "x".repeat(500_000) },
    });
    expect((await patch(p, "branch", theme())).status).toBe(200);
    expect((await patch(p, "environment", theme())).status).toBe(200);
    const refused = await patch(p, "branch", theme());
    expect([refused.status, refused.body.code]).toEqual([400, "SCHEMA_ERROR"]);
  });

  it("200: newer clients' names of products are stored by ours, and both are read", async () => {
    const p = await project({});
    const pack = { displayName: "Pack", customerType: "user", prices: { once: { USD: "2" } }, includedItems: {} };
    await patch(p, "branch", {
      "payments.productLines.packs": { displayName: "Packs" },
      "payments.products": { pack: { ...pack, productLineId: "packs" } },
      "payments.products.pack.stackable": true,
    });
    expect(await setAt(p, "branch")).toEqual({
      "payments.groups.packs": { displayName: "Packs" },
      "payments.offers": { pack: { ...pack, groupId: "packs" } },
      "payments.offers.pack.stackable": true,
    });
    const { payments } = await rendered(p);
    expect(payments.offers.pack).toMatchObject({ groupId: "packs", stackable: true });
    expect(payments.products.pack).toMatchObject({ productLineId: "packs", catalogId: "packs", stackable: true });
    expect(payments.productLines).toEqual(payments.groups);
    await reset(p, "branch", ["payments.products.pack.productLineId"]);
    expect((await rendered(p)).payments.offers.pack.groupId).toBeUndefined();
  });
});

describe("GET /internal/config/override/{level}", () => {
  it("200: a level has what was set there alone, and the patch without a level is the environment's", async () => {
    const p = await project({});
    await replace(p, "environment", {});
    await patch(p, "project", { "project.requirePublishableClientKey": false });
    await patch(p, "branch", { "teams.createPersonalTeamOnSignUp": true });
    const environment = { "auth.otp.allowSignIn": true };
    await p.admin("PATCH /internal/config/override", {
      body: { config_override_string: JSON.stringify(environment) },
    });
    expect(await setAt(p, "project")).toEqual({ "project.requirePublishableClientKey": false });
    expect(await setAt(p, "branch")).toEqual({ "teams.createPersonalTeamOnSignUp": true });
    expect(await setAt(p, "environment")).toEqual(environment);
    const config = await rendered(p);
    expect([config.project.requirePublishableClientKey, config.levels]).toEqual([false, undefined]);
  });

  it("200: a secret of any level is sealed where it is stored, and is read in full", async () => {
    // Attack: a secret is pushed with the branch, and read from a copy of the database.
    const p = await project();
    const google = { type: "google", isShared: false, allowSignIn: true, clientId: "i", clientSecret: "s3cret" };
    expect((await patch(p, "branch", { "auth.oauth.providers": { google } })).status).toBe(200);
    expect(await storedOf(p)).not.toContain("s3cret");
    expect((await rendered(p)).auth.oauth.providers.google.clientSecret).toBe("s3cret");
    const branch = await setAt(p, "branch");
    expect(branch["auth.oauth.providers"].google.clientSecret).toBe("s3cret");
    // A change of another key leaves it as it is.
    await patch(p, "branch", { "auth.allowSignUp": false });
    expect((await rendered(p)).auth.oauth.providers.google.clientSecret).toBe("s3cret");
  });
});

describe("PUT /internal/config/override/{level}", () => {
  it("200: a branch whose stores are gone takes their values with it, as one change in the audit log", async () => {
    const p = await project();
    await replace(p, "branch", { "dataVault.stores.secrets": { displayName: "Secrets" } });
    expect(Object.keys((await rendered(p)).dataVault.stores)).toContain("secrets");
    await replace(p, "branch", {});
    expect(Object.keys((await rendered(p)).dataVault.stores)).not.toContain("secrets");
    const [events] = await db.batch([
      db.select({ type: auditEvents.type }).from(auditEvents).where(eq(auditEvents.projectId, p.id)),
    ]);
    expect(events.map(({ type }) => type)).toEqual(["project.updated", "project.updated"]);
  });

  it("400 plain: a project in production trusts no domain of others by its branch either", async () => {
    // Attack: a pushed configuration trusts every page of a host that rents names to anybody.
    const p = await project();
    await p.admin("PATCH /internal/projects/current", { body: { is_production_mode: true } });
    const trusted = { "domains.trustedDomains.a": { baseUrl: "https://*.github.io" } };
    expect((await replace(p, "branch", trusted)).status).toBe(400);
    expect(await setAt(p, "branch")).toEqual({});
  });
});

describe("POST /internal/config/override/{level}/reset-keys", () => {
  it("200: resetting a key takes all below it, also within an object", async () => {
    const p = await project({});
    await replace(p, "environment", {
      auth: { allowSignUp: false, password: { allowSignIn: false } },
      "auth.otp.allowSignIn": true,
    });
    await reset(p, "environment", ["auth.password", "auth.otp"]);
    expect(await setAt(p, "environment")).toEqual({ auth: { allowSignUp: false } });
  });
});

describe("GET /internal/config/source", () => {
  it("400 plain for a source of the environment", async () => {
    const p = await project();
    const refused = await replace(p, "environment", {}, { type: "pushed-from-unknown" });
    expectPlainError(refused, 400, "Only the branch has a source");
  });
});

describe("DELETE /internal/config/source", () => {
  it("200: what was said with the last push, until it is unlinked", async () => {
    const p = await project();
    const read = async () => (await p.admin("GET /internal/config/source")).body.source;
    expect(await read()).toEqual({ type: "unlinked" });
    const source = {
      type: "pushed-from-github",
      ...{ owner: "ada", repo: "engine", branch: "main", commit_hash: "c0ffee", config_file_path: "auth.config.ts" },
    };
    expect((await replace(p, "branch", { "auth.allowSignUp": false }, source)).status).toBe(200);
    expect(await read()).toEqual(source);
    expect((await p.admin("DELETE /internal/config/source")).status).toBe(200);
    expect(await read()).toEqual({ type: "unlinked" });
    expect((await rendered(p)).auth.allowSignUp).toBe(false);
  });
});

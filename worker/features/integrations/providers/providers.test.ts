import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { projects } from "../../../db/projects/schema";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { expectComplaint } from "../integrations.fixtures";

const list = "GET /integrations/neon/oauth-providers";
const create = "POST /integrations/neon/oauth-providers";
const update = "PATCH /integrations/neon/oauth-providers/{oauth_provider_id}";
const remove = "DELETE /integrations/neon/oauth-providers/{oauth_provider_id}";

const own = { id: "google", type: "standard", client_id: "c1", client_secret: "s3cret-of-google" };
const google = { oauth_provider_id: "google" };
const items = async (p: TestProject) => (await p.admin(list)).body.items;

describe(list, () => {
  it("200 with the providers that were created, whose secrets are stored sealed", async () => {
    const p = await project();
    const response = await p.admin(create, { body: own });
    expect([response.status, response.body]).toEqual([201, { provider_config_id: "google", ...own }]);
    expect((await p.admin(create, { body: { id: "github", type: "shared" } })).status).toBe(201);
    const listed = await p.admin(list);
    expect([listed.cost.d1, listed.body.items]).toEqual([
      1,
      [
        { provider_config_id: "github", id: "github", type: "shared" },
        { provider_config_id: "google", ...own },
      ],
    ]);
    const [rows] = await db.batch([db.select().from(projects).where(eq(projects.projectId, p.id))]);
    expect(JSON.stringify(rows)).not.toContain(own.client_secret);
    const { body } = await p.client("GET /projects/current");
    expect(body.config.enabled_oauth_providers).toEqual([{ id: "github" }, { id: "google" }]);
  });
});

describe(create, () => {
  it("400 as text for one that the project has, which stays as it is", async () => {
    const p = await project();
    await p.admin(create, { body: own });
    const response = await p.admin(create, { body: { id: "google", type: "shared" } });
    expectPlainError(response, 400, "OAuth provider already exists");
    expect(await items(p)).toMatchObject([own]);
  });

  it("201 to one of two at once, and 400 to the other", async () => {
    // Race: the configuration is one document, and each request changes it.
    const p = await project();
    const responses = await Promise.all([own, own].map((body) => p.admin(create, { body })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  });
});

describe(update, () => {
  it("200 with a part changed, and the rest as it was", async () => {
    const p = await project();
    await p.admin(create, { body: own });
    const renamed = await p.admin(update, { params: google, body: { client_id: "c2" } });
    expect([renamed.status, renamed.body]).toEqual([200, { provider_config_id: "google", ...own, client_id: "c2" }]);
    const off = await p.admin(update, { params: google, body: { enabled: false } });
    expect(off.body).toMatchObject({ client_secret: own.client_secret, enabled: false });
    expect((await p.client("GET /projects/current")).body.config.enabled_oauth_providers).toEqual([]);
    const shared = await p.admin(update, { params: google, body: { type: "shared", enabled: true } });
    expect(shared.body).toEqual({ provider_config_id: "google", id: "google", type: "shared" });
  });

  it("400 SCHEMA_ERROR for one of its own client without that", async () => {
    const p = await project();
    expectError(await p.admin(create, { body: { id: "google", type: "standard" } }), 400, "SCHEMA_ERROR");
    await p.admin(create, { body: { id: "github", type: "shared" } });
    const response = await p.admin(update, { params: { oauth_provider_id: "github" }, body: { type: "standard" } });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(await items(p)).toMatchObject([{ id: "github", type: "shared" }]);
  });
});

describe(remove, () => {
  it("200 for one that is taken away; 404 as text for what the project does not have", async () => {
    const p = await project();
    await p.admin(create, { body: own });
    const response = await p.admin(remove, { params: google });
    expect([response.status, response.body]).toEqual([200, { success: true }]);
    expect(await items(p)).toEqual([]);
    for (const gone of [
      await p.admin(remove, { params: google }),
      await p.admin(update, { params: google, body: { enabled: true } }),
    ]) {
      expectPlainError(gone, 404, "OAuth provider not found");
    }
  });

  it("400 SCHEMA_ERROR for a provider that there is not", async () => {
    // Attack: a key of the configuration, such as `__proto__`, in the place of a provider.
    const p = await project();
    for (const oauth_provider_id of ["__proto__", "google.clientSecret", "nemo"]) {
      const response = await p.admin(remove, { params: { oauth_provider_id } });
      expectError(response, 400, "SCHEMA_ERROR");
    }
    expectComplaint(
      await p.admin(create, { body: { ...own, scope: "all" } }),
      "body contains unknown properties: scope",
    );
  });
});

describe("the project, for partners of neon", () => {
  it("200: GET and PATCH /integrations/neon/projects/current are those of the admin", async () => {
    const p = await project();
    const changed = await p.admin("PATCH /integrations/neon/projects/current", { body: { display_name: "New" } });
    expect([changed.status, changed.body.display_name]).toEqual([200, "New"]);
    const [mine, theirs] = [
      await p.admin("GET /integrations/neon/projects/current"),
      await p.admin("GET /internal/projects/current"),
    ];
    expect(mine.body).toEqual(theirs.body);
  });
});

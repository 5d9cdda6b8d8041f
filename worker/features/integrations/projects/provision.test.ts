import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEvents } from "../../../db/audit/schema";
import { internalApiKeys } from "../../../db/projects/internal-keys/schema";
import { basic, clients } from "../../../testing/integration-clients";
import { owner } from "../../../testing/owner";
import { db } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { sendRequest } from "../../../testing/send-request";
import { togetherOrApart } from "../../../testing/shards";
import { clientOf, expectComplaint, families, ownerTeamOf, provisioned } from "../integrations.fixtures";

describe.each(families)("POST /integrations/%s/projects/provision", (family) => {
  const key = `POST /integrations/${family}/projects/provision` as const;
  const client = clientOf[family];
  const headers = basic(client);

  it("200 with a project that no team owns, and its admin key, in one round trip", async () => {
    const response = await sendRequest(key, { headers, body: { display_name: "Shop" } });
    expect([response.status, response.cost.d1]).toEqual([200, togetherOrApart(1, 4)]);
    expect(response.body).toEqual({
      project_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      super_secret_admin_key: expect.stringMatching(/^sak_[0-9a-hjkmnp-tv-z]{45}$/),
    });
    expect(await ownerTeamOf(response.body.project_id)).toBeNull();
  });

  it("200: users sign in by password and with the shared keys of Google and GitHub, on localhost too", async () => {
    const { admin, id } = await provisioned(client);
    const { body } = await admin("GET /internal/projects/current");
    expect(body).toMatchObject({ id, display_name: "Shop", is_production_mode: false, owner_team_id: null });
    expect(body.config).toMatchObject({
      credential_enabled: true,
      magic_link_enabled: false,
      passkey_enabled: false,
      allow_localhost: true,
      domains: [],
      oauth_providers: [
        { id: "github", type: "shared" },
        { id: "google", type: "shared" },
      ],
    });
  });

  it("200 with a key that is valid for a hundred years, stored as its hash and listed with the partner's name", async () => {
    const { admin, adminKey, id } = await provisioned(client);
    const { items } = (await admin("GET /internal/api-keys")).body;
    expect(items).toMatchObject([
      {
        description: `Made by ${client.name} with the project`,
        super_secret_admin_key: { last_four: adminKey.slice(-4) },
      },
    ]);
    const years = (items[0].expires_at_millis - items[0].created_at_millis) / (365 * 24 * 60 * 60 * 1000);
    expect(years).toBeCloseTo(100);
    const [rows] = await db.batch([db.select().from(internalApiKeys).where(eq(internalApiKeys.projectId, id))]);
    expect(JSON.stringify(rows)).not.toContain(adminKey);
  });

  it("200, recorded in the log of the project and of the internal one, with the client and without a secret", async () => {
    const { id, adminKey } = await provisioned(client);
    const isIt = and(eq(auditEvents.type, "integration.provisioned"), eq(auditEvents.targetId, id));
    const [events] = await db.batch([db.select().from(auditEvents).where(isIt)]);
    expect(events.map(({ projectId }) => projectId).toSorted()).toEqual([id, "internal"].toSorted());
    for (const event of events) expect(event).toMatchObject({ actorType: "system", details: { client_id: client.id } });
    expect(JSON.stringify(events)).not.toContain(adminKey);
    expect(JSON.stringify(events)).not.toContain(client.secret);
  });

  it("400 SCHEMA_ERROR without a name, and with what else projects have", async () => {
    expectComplaint(await sendRequest(key, { headers, body: {} }), "body.display_name must be defined");
    const response = await sendRequest(key, { headers, body: { display_name: "Shop", owner_team_id: "x" } });
    expectComplaint(response, "body contains unknown properties: owner_team_id");
  });

  it("400 as text where an owner names it to transfer it to themselves", async () => {
    // Attack: someone who has seen the id of a new project takes it before its partner has handed it over.
    const [{ id }, me] = [await provisioned(client), await owner()];
    const body = { project_id: id, new_team_id: me.teamId };
    const response = await me.client("POST /internal/projects/transfer", { body });
    expectPlainError(response, 400, "Project must have an owner team to be transferred");
    expect(await ownerTeamOf(id)).toBeNull();
  });
});

describe("POST /integrations/neon/projects/provision with connection strings", () => {
  const strings = [{ branch_id: "br-1", connection_string: "postgres://ada:pa55word@db.example/shop" }];
  const key = "POST /integrations/neon/projects/provision";

  it("200, and they are stored nowhere", async () => {
    const body = { display_name: "Shop", connection_strings: strings };
    const { status, body: made } = await sendRequest(key, { headers: basic(clients.neon), body });
    expect(status).toBe(200);
    const [rows] = await db.batch([db.select().from(auditEvents).where(eq(auditEvents.projectId, made.project_id))]);
    expect(JSON.stringify(rows)).not.toContain("pa55word");
  });

  it("400 SCHEMA_ERROR in the other family", async () => {
    const body = { display_name: "Shop", connection_strings: strings };
    const other = "POST /integrations/custom/projects/provision";
    const response = await sendRequest(other, { headers: basic(clients.acme), body });
    expectComplaint(response, "body contains unknown properties: connection_strings");
  });
});

describe("POST /integrations/neon/projects/connection", () => {
  const key = "POST /integrations/neon/projects/connection";
  const body = { connection_strings: [{ branch_id: "br-1", connection_string: "postgres://db.example/shop" }] };

  it("200 for a project that the client has made", async () => {
    const { id } = await provisioned(clients.neon);
    const response = await sendRequest(key, { headers: basic(clients.neon), query: { project_id: id }, body });
    expect([response.status, response.body, response.cost.d1]).toEqual([200, { project_id: id }, 1]);
  });

  it("404 PROJECT_NOT_FOUND for another partner's, and for what is no project", async () => {
    // Attack: a partner finds out which projects others have made.
    const { id } = await provisioned(clients.acme);
    for (const project_id of [id, "x", "internal"]) {
      const response = await sendRequest(key, { headers: basic(clients.neon), query: { project_id }, body });
      expectError(response, 404, "PROJECT_NOT_FOUND", { project_id });
    }
  });
});

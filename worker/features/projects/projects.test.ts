import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { projects } from "../../db/projects/schema";
import { idPattern, newId } from "../../platform/secrets";
import { owner } from "../../testing/owner";
import { db, internalProject, project } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { sendRequest } from "../../testing/send-request";
import { d1, togetherOrApart } from "../../testing/shards";
import { accessToken, bareUser } from "../../testing/tokens";
import { ownerIsGone } from "../access/contract";
import { onePixel, plainAppearance } from "./projects.fixtures";

describe("POST /internal/projects", () => {
  it("201 with the whole project, seeded with what every project begins with", async () => {
    const me = await owner();
    const { status, body } = await me.client("POST /internal/projects", {
      body: { display_name: "Acme", owner_team_id: me.teamId },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(idPattern),
      display_name: "Acme",
      description: "",
      logo_url: null,
      full_logo_url: null,
      created_at_millis: expect.any(Number),
      is_production_mode: false,
      owner_team_id: me.teamId,
      config: {
        sign_up_enabled: true,
        credential_enabled: true,
        magic_link_enabled: false,
        passkey_enabled: false,
        password_min_length: 8,
        totp_mfa_enabled: true,
        client_team_creation_enabled: false,
        client_user_deletion_enabled: false,
        require_publishable_client_key: true,
        allow_user_api_keys: false,
        allow_team_api_keys: false,
        allow_localhost: true,
        create_team_on_sign_up: false,
        oauth_account_merge_strategy: "link_method",
        email_theme: "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac",
        oauth_providers: [],
        enabled_oauth_providers: [],
        customer_types: [],
        appearance: plainAppearance,
        domains: [],
        email_config: { type: "shared" },
        team_creator_default_permissions: [{ id: "team_admin" }],
        team_member_default_permissions: [{ id: "team_member" }],
        user_default_permissions: [],
      },
    });
    expect((await me.client("GET /internal/projects")).body.items).toEqual([body]);
  });

  it("201 with every field that can be given", async () => {
    const me = await owner();
    const { body } = await me.client("POST /internal/projects", {
      body: {
        display_name: "Acme",
        owner_team_id: me.teamId,
        description: "Shoes",
        is_production_mode: true,
        logo_url: onePixel,
        full_logo_url: "https://acme.test/logo.png",
        config: {
          sign_up_enabled: false,
          credential_enabled: false,
          allow_localhost: false,
          domains: [{ domain: "https://acme.test", handler_path: "/auth" }],
          oauth_providers: [
            { id: "google", type: "shared" },
            { id: "github", type: "standard", client_id: "id", client_secret: "secret", enabled: false },
          ],
          email_config: {
            type: "standard",
            host: "smtp.acme.test",
            port: 587,
            username: "acme",
            password: "hunter2hunter2",
            sender_name: "Acme",
            sender_email: "hi@acme.test",
          },
        },
      },
    });
    expect(body).toMatchObject({
      description: "Shoes",
      is_production_mode: true,
      logo_url: expect.stringMatching(/^http:\/\/localhost:8787\/images\/[0-9a-f]{64}\.png$/),
      full_logo_url: "https://acme.test/logo.png",
      config: {
        sign_up_enabled: false,
        credential_enabled: false,
        allow_localhost: false,
        domains: [{ domain: "https://acme.test", handler_path: "/auth" }],
        oauth_providers: [
          {
            provider_config_id: "github",
            id: "github",
            type: "standard",
            client_id: "id",
            client_secret: "secret",
            enabled: false,
          },
          { provider_config_id: "google", id: "google", type: "shared" },
        ],
        enabled_oauth_providers: [{ id: "google" }],
        customer_types: [],
        appearance: plainAppearance,
        email_config: { type: "standard", password: "hunter2hunter2", sender_email: "hi@acme.test" },
      },
    });
    const [rows] = await db.batch([db.select().from(projects).where(eq(projects.projectId, body.id))]);
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain("hunter2hunter2");
    expect(stored).not.toContain('"secret"');
    expect(stored.match(/sealed:v2:[0-9a-f]{12}:/g)).toHaveLength(2);
  });

  it("401 USER_AUTHENTICATION_REQUIRED without a user, reported before 401 EXPECTED_INTERNAL_PROJECT", async () => {
    const p = await project();
    const body = { display_name: "Acme", owner_team_id: newId() };
    expectError(
      await internalProject().client("POST /internal/projects", { body }),
      401,
      "USER_AUTHENTICATION_REQUIRED",
    );
    expectError(await p.client("POST /internal/projects", { body }), 401, "USER_AUTHENTICATION_REQUIRED");
  });

  it("attack: a project is made for a team of others, 404 TEAM_MEMBERSHIP_NOT_FOUND", async () => {
    const [me, other] = [await owner(), await owner()];
    for (const teamId of [other.teamId, newId()]) {
      const response = await me.client("POST /internal/projects", {
        body: { display_name: "Acme", owner_team_id: teamId },
      });
      expectError(response, 404, "TEAM_MEMBERSHIP_NOT_FOUND", { team_id: teamId, user_id: me.userId });
    }
  });

  it("403 RESTRICTED_USER_NOT_ALLOWED for a restricted owner, who administers no project either", async () => {
    // Attack: the operator restricts an owner, who goes on with the projects that their team owns, and makes more.
    const me = await owner();
    const body = { display_name: "Acme", owner_team_id: me.teamId };
    const { id } = (await me.client("POST /internal/projects", { body })).body;
    const params = { user_id: me.userId };
    await internalProject().server("PATCH /users/{user_id}", { params, body: { restricted_by_admin: true } });
    const details = { restricted_reason: { type: "restricted_by_administrator" } };
    expectError(await me.client("POST /internal/projects", { body }), 403, "RESTRICTED_USER_NOT_ALLOWED", details);
    const headers = {
      "x-stack-access-type": "admin",
      "x-stack-project-id": id,
      "x-stack-admin-access-token": me.token,
    };
    const administered = await sendRequest("GET /internal/projects/current", { headers });
    expectPlainError(administered, 401, ownerIsGone.text);
  });

  it("400 SCHEMA_ERROR naming every problem", async () => {
    const me = await owner();
    const { body } = await me.client("POST /internal/projects", {
      body: {
        owner_team_id: "x",
        config: {
          domains: [{ domain: "ftp://acme.test", handler_path: "auth" }],
          oauth_providers: [
            { id: "github", type: "standard", client_id: "" },
            { id: "myspace", type: "shared" },
          ],
          email_config: { type: "standard", port: 70_000, sender_email: "no-address" },
          credential: true,
        },
      },
    });
    expect(body.details.message.split("\n")).toEqual([
      "Request validation failed on POST /api/v1/internal/projects:",
      "  - body.display_name must be defined",
      "  - body.owner_team_id must be a valid UUID",
      "  - body.config.oauth_providers[0].client_id must not be empty",
      "  - body.config.oauth_providers[0].client_secret must be defined",
      "  - body.config.oauth_providers[1].id must be one of the following values: google, github, microsoft, spotify, facebook, discord, gitlab, bitbucket, linkedin, apple, x, twitch",
      "  - URL must start with http:// or https://",
      "  - Handler path must start with /",
      "  - body.config.email_config.port must be less than or equal to 65535",
      "  - body.config.email_config.sender_email must be a valid email",
      "  - body.config.email_config.host must be defined",
      "  - body.config.email_config.username must be defined",
      "  - body.config.email_config.password must be defined",
      "  - body.config.email_config.sender_name must be defined",
      "  - body.config contains unknown properties: credential",
    ]);
  });

  it("400 plain when a logo is no image", async () => {
    const me = await owner();
    const body = { display_name: "Acme", owner_team_id: me.teamId, logo_url: "data:image/svg+xml;base64,AAAA" };
    expectPlainError(await me.client("POST /internal/projects", { body }), 400, "Invalid profile image URL");
  });
});

describe("GET /internal/projects", () => {
  it("200 with nothing for a new user, and never a project of others; one round trip", async () => {
    const [me, other] = [await owner(), await owner()];
    await other.client("POST /internal/projects", { body: { display_name: "Theirs", owner_team_id: other.teamId } });
    const response = await me.client("GET /internal/projects");
    expect(response.body).toEqual({ items: [], is_paginated: false });
    expect(response.cost.d1).toBe(1);
  });

  it("200 page by page, in the order of the whole list, with one project in no two pages", async () => {
    const me = await owner();
    for (const display_name of ["a", "b", "c", "d", "e"]) {
      await me.client("POST /internal/projects", { body: { display_name, owner_team_id: me.teamId } });
    }
    const whole = (await me.client("GET /internal/projects")).body;
    expect(whole.is_paginated).toBe(false);
    const pages: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const query: Record<string, string> = { limit: "2", ...(cursor && { cursor }) };
      const { body, cost } = await me.client("GET /internal/projects", { query });
      expect([body.is_paginated, cost.d1]).toEqual([true, togetherOrApart(1, 2)]);
      pages.push(body.items);
      cursor = body.pagination.next_cursor;
    } while (cursor);
    expect(pages.map((page) => (page as unknown[]).length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(whole.items);
  });

  it("200 with a page that reads as many rows as it has, for each team, however many projects there are", async () => {
    const me = await owner();
    const { body: second } = await me.client("POST /teams", {
      body: { display_name: "Second", creator_user_id: "me" },
    });
    const prefix = newId().slice(0, -4);
    // Every second one of each team, and some at the same time.
    const add = (from: number, to: number) =>
      d1
        .prepare(
          `insert into projects (project_id, display_name, owner_team_id, created_at)
         with recursive n(i) as (select cast(?4 as integer) union all select i + 1 from n where i < ?5)
         select ?1 || printf('%04d', i), 'Project', iif(i % 2, ?2, ?3), i / 3 from n`,
        )
        .bind(prefix, me.teamId, second.id, from, to)
        .run();
    const page = async (cursor: string, limit = "3") => {
      const query = { limit, ...(cursor && { cursor }) };
      const { body, cost } = await me.client("GET /internal/projects", { query });
      const ids: string[] = body.items.map(({ id }: { id: string }) => id);
      return { ids, rowsRead: cost.rowsRead, next: body.pagination.next_cursor };
    };
    await add(1, 20);
    const { next: seventh } = await page("", "6");
    const before = await page(seventh);
    await add(21, 900);
    const after = await page(seventh);
    expect(after).toEqual(before);
    expect(after.ids).toEqual([7, 8, 9].map((i) => `${prefix}000${i}`));
    let late = seventh;
    for (let hundreds = 1; hundreds <= 7; hundreds++) late = (await page(late, "100")).next;
    expect((await page(late)).rowsRead).toBeLessThanOrEqual(after.rowsRead);
  });

  it("400 SCHEMA_ERROR for a cursor that is the id of a project", async () => {
    // Attack: the response to the id of a project of strangers shows when it was made.
    const [me, other] = [await owner(), await owner()];
    const theirs = await other.client("POST /internal/projects", {
      body: { display_name: "Theirs", owner_team_id: other.teamId },
    });
    await me.client("POST /internal/projects", { body: { display_name: "Mine", owner_team_id: me.teamId } });
    for (const cursor of [theirs.body.id, newId()]) {
      expectError(await me.client("GET /internal/projects", { query: { cursor } }), 400, "SCHEMA_ERROR");
    }
  });

  it("400 as text for a whole list of more than 1,000 projects; a page has 100 of them at most", async () => {
    const me = await owner();
    await d1
      .prepare(
        `insert into projects (project_id, display_name, owner_team_id, created_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 1001)
       select ?1 || printf('%04d', i), 'Project', ?2, i from n`,
      )
      .bind(`many-${newId()}-`, me.teamId)
      .run();
    expectPlainError(
      await me.client("GET /internal/projects"),
      400,
      "There are more than 1000 projects. Please give a limit, and request them page by page.",
    );
    const { body } = await me.client("GET /internal/projects", { query: { limit: "5000" } });
    expect([body.items.length, body.is_paginated]).toEqual([100, true]);
  });

  it("401 USER_AUTHENTICATION_REQUIRED, 401 EXPECTED_INTERNAL_PROJECT", async () => {
    const p = await project();
    expectError(await internalProject().client("GET /internal/projects"), 401, "USER_AUTHENTICATION_REQUIRED");
    const token = { access_token: await accessToken(p.id, await bareUser(p.id)) };
    expectError(await p.as(token).client("GET /internal/projects"), 401, "EXPECTED_INTERNAL_PROJECT");
  });
});

describe("GET /internal/projects/current", () => {
  it("200 with the project, in one round trip", async () => {
    const p = await project();
    const response = await p.admin("GET /internal/projects/current");
    expect(response.body).toMatchObject({ id: p.id, display_name: "Test project", owner_team_id: null });
    expect(response.cost.d1).toBe(1);
  });
});

describe("PATCH /internal/projects/current", () => {
  const patch = (p: Awaited<ReturnType<typeof project>>, body: object) =>
    p.admin("PATCH /internal/projects/current", { body });

  it("200: absent fields stay, lists replace the whole list, null clears", async () => {
    const p = await project();
    const domains = [
      { domain: "https://a.test", handler_path: "/handler" },
      { domain: "https://*.b.test", handler_path: "/x" },
    ];
    await patch(p, {
      description: "First",
      logo_url: "https://a.test/l.png",
      config: { domains, magic_link_enabled: true },
    });
    const { status, body } = await patch(p, {
      display_name: "New",
      description: null,
      logo_url: null,
      config: { domains: domains.slice(1) },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ display_name: "New", description: "", logo_url: null });
    expect(body.config).toMatchObject({
      domains: domains.slice(1),
      magic_link_enabled: true,
      credential_enabled: true,
    });
    expect((await patch(p, { config: { domains: [] } })).body.config.domains).toEqual([]);
  });

  it("200: a domain without a handler path has /handler, also one of the configuration", async () => {
    const p = await project();
    const handler_path = "/handler";
    const domains = [{ domain: "https://a.test" }];
    expect((await patch(p, { config: { domains } })).body.config.domains).toEqual([{ ...domains[0], handler_path }]);
    const override = { "domains.trustedDomains": { site: { baseUrl: "https://b.test" } } };
    await p.admin("PATCH /internal/config/override", { body: { config_override_string: JSON.stringify(override) } });
    const { config } = (await p.admin("GET /internal/projects/current")).body;
    expect(config.domains).toEqual([{ domain: "https://b.test", handler_path }]);
  });

  it("200: a disabled provider stays listed, and a client that does not know the field cannot switch it on", async () => {
    const p = await project();
    await patch(p, { config: { oauth_providers: [{ id: "google", type: "shared", enabled: false }] } });
    const { body } = await patch(p, {
      config: {
        oauth_providers: [
          { id: "google", type: "shared" },
          { id: "github", type: "shared" },
        ],
      },
    });
    expect(body.config.oauth_providers).toEqual([
      { provider_config_id: "github", id: "github", type: "shared" },
      { provider_config_id: "google", id: "google", type: "shared", enabled: false },
    ]);
    expect(body.config.enabled_oauth_providers).toEqual([{ id: "github" }]);
    expect((await p.client("GET /projects/current")).body.config.enabled_oauth_providers).toEqual([{ id: "github" }]);
  });

  it("400 plain for an unknown theme; 400 SCHEMA_ERROR for a null name and for a document over 1 MiB", async () => {
    const p = await project();
    expectPlainError(await patch(p, { config: { email_theme: "neon" } }), 400, "Invalid email theme");
    expectError(await patch(p, { display_name: null }), 400, "SCHEMA_ERROR");
    const secret = "x".repeat(1_100_000);
    const oversize = await patch(p, {
      config: { oauth_providers: [{ id: "google", type: "standard", client_id: "a", client_secret: secret }] },
    });
    expectError(oversize, 400, "SCHEMA_ERROR", { message: "the configuration override must be at most 1048576 bytes" });
  });

  it.each([25.5, -1, 65_536])("400 SCHEMA_ERROR for %d as the port of a mail server", async (port) => {
    const p = await project();
    const server = { type: "standard", host: "smtp.example", username: "u", password: "p", sender_name: "A" };
    const email_config = { ...server, sender_email: "a@b.example", port };
    expectError(await patch(p, { config: { email_config } }), 400, "SCHEMA_ERROR");
  });

  it("five parallel changes of different settings all hold: none is lost", async () => {
    const p = await project();
    const flags = [
      "sign_up_enabled",
      "credential_enabled",
      "magic_link_enabled",
      "passkey_enabled",
      "allow_user_api_keys",
    ];
    const values = flags.map((flag, index) => [flag, index % 2 === 0] as const);
    const responses = await Promise.all(values.map(([flag, value]) => patch(p, { config: { [flag]: value } })));
    expect(responses.map((response) => response.status)).toEqual(values.map(() => 200));
    expect((await p.admin("GET /internal/projects/current")).body.config).toMatchObject(Object.fromEntries(values));
  });
});

describe("DELETE /internal/projects/current", () => {
  it("200: afterwards the project is not there, and another one is", async () => {
    const [p, other] = [await project(), await project()];
    expect((await p.admin("DELETE /internal/projects/current")).body).toEqual({ success: true });
    expectError(await p.client("GET /projects/current"), 400, "CURRENT_PROJECT_NOT_FOUND", { project_id: p.id });
    expect((await other.client("GET /projects/current")).status).toBe(200);
  });

  it("attack: the internal project is deleted and with it every owner's sign-in, plain 400", async () => {
    const response = await internalProject().admin("DELETE /internal/projects/current");
    expectPlainError(response, 400, "The internal project cannot be deleted");
  });
});

import { describe, expect, it } from "vitest";
import { initiateRegistration, passkeyProject, register } from "./features/auth/passkey/passkey.fixtures";
import { SoftwareAuthenticator } from "./features/auth/passkey/software-authenticator.fixtures";
import { linkBody } from "./features/users/oauth-links/oauth-links.fixtures";
import type { EndpointKey } from "./protocol/endpoint";
import type { Json } from "./protocol/fields";
import { freshAddress } from "./testing/mailbox";
import { owner } from "./testing/owner";
import { internalProject, project, type TestProject, type Tokens } from "./testing/project";
import { expectPlainError } from "./testing/refusals";
import type { TestResponse } from "./testing/send-request";
import { d1 } from "./testing/shards";
import { signedIn } from "./testing/sign-ins";
import { bareUser } from "./testing/tokens";

const max = 10_000;

/** Stores rows without the API, numbered by `i` from 0 on. */
async function store({ id }: TestProject, rows: number, statements: string[]): Promise<void> {
  const numbers = `with recursive numbers (i) as (select 0 union all select i + 1 from numbers where i < ${rows - 1})`;
  await d1.batch(
    statements.map((statement) => d1.prepare(statement.replace("NUMBERS", numbers).replaceAll("PROJECT", `'${id}'`))),
  );
}

const idOf = (number: string) => `printf('%08x-0000-4000-8000-000000000000', ${number})`;
const users = `insert into users (project_id, id, ordinal, signed_up_at, last_active_at)
  NUMBERS select PROJECT, ${idOf("i")}, (select coalesce(max(ordinal), 0) from users) + i + 1, i, i from numbers`;
const teams = `insert into teams (project_id, id, display_name, created_at)
  NUMBERS select PROJECT, ${idOf("i")}, 'Crew', i from numbers`;
const memberships = `insert into team_memberships (project_id, team_id, user_id, user_ordinal, created_at)
  NUMBERS select PROJECT, ${idOf("i")}, ${idOf("i")}, i, i from numbers`;

const lists: [key: EndpointKey, statements: string[]][] = [
  ["GET /teams", [teams]],
  ["GET /team-member-profiles", [users, teams, memberships]],
  [
    "GET /team-permissions",
    [
      users,
      teams,
      memberships,
      `insert into team_permission_grants NUMBERS select PROJECT, ${idOf("i")}, ${idOf("i")}, 'team_member' from numbers`,
    ],
  ],
  [
    "GET /project-permissions",
    [users, `insert into project_permission_grants NUMBERS select PROJECT, ${idOf("i")}, 'editor' from numbers`],
  ],
  [
    "GET /contact-channels",
    [
      users,
      `insert into contact_channels (project_id, id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at)
       NUMBERS select PROJECT, ${idOf("i")}, ${idOf("i")}, 'email', i || '@example.com', 1, 1, 1, i from numbers`,
    ],
  ],
  [
    "GET /oauth-providers",
    [
      users,
      `insert into oauth_links (project_id, id, user_id, provider_config_id, account_id, allow_sign_in, allow_connected_accounts, created_at)
       NUMBERS select PROJECT, ${idOf("i")}, ${idOf("i")}, 'google', i, 1, 1, i from numbers`,
    ],
  ],
];

describe("a list of a whole project", () => {
  it.for(lists)("400 at %s with more than 10,000, told from one row more", async ([key, statements]) => {
    const p = await project();
    await store(p, max + 50, statements);
    const { status, cost } = await p.server(key);
    expect(status).toBe(400);
    expect(cost.rowsRead).toBeLessThan(max + 20);
  });
});

describe("what one user may have", () => {
  const cap = 3;
  const atOnce = 60;

  interface Person {
    p: TestProject;
    id: string;
    tokens: Tokens;
    client: TestProject["client"];
  }

  async function person(p: TestProject): Promise<Person> {
    const id = await bareUser(p.id);
    const tokens = await signedIn(p, id);
    return { p, id, tokens, client: p.as(tokens).client };
  }

  interface Capped {
    setting: string;
    text: string;
    /** Readies a request of its own, so that all are sent at once. */
    ready?(of: Person): Promise<unknown>;
    add(of: Person, ready: unknown): Promise<TestResponse>;
    /** Names the table whose rows are what the user has. */
    table: string;
    remove(of: Person, added: TestResponse["body"]): Promise<unknown>;
  }

  const key = { description: "Robot", expires_at_millis: null };
  const newTeam = ({ client }: Person) => client("POST /teams", { body: { display_name: "Crew" } });
  const teams = new Map<string, Promise<string>>();

  /** One team of a user, for its keys. */
  function teamOf({ id, p }: Person): Promise<string> {
    const made =
      teams.get(id) ?? p.server("POST /teams", { body: { display_name: "Crew" } }).then(({ body }) => body.id);
    teams.set(id, made);
    return made;
  }

  const revoked = { revoked: true };

  const capped: Capped[] = [
    {
      setting: "limits.contactChannelsPerUser",
      text: "A user can have at most 3 contact channels.",
      add: ({ client, id }) =>
        client("POST /contact-channels", {
          body: { user_id: id, type: "email", value: freshAddress(), used_for_auth: true },
        }),
      table: "contact_channels where user_id",
      remove: ({ client }, { id, user_id }) =>
        client("DELETE /contact-channels/{user_id}/{contact_channel_id}", {
          params: { user_id, contact_channel_id: id },
        }),
    },
    {
      setting: "limits.teamsPerCreator",
      text: "A user can make at most 3 teams.",
      add: newTeam,
      table: "teams where creator_user_id",
      remove: ({ p }, { id }) => p.server("DELETE /teams/{team_id}", { params: { team_id: id } }),
    },
    {
      setting: "limits.apiKeysPerUser",
      text: "A user can have at most 3 usable API keys. Revoke one first.",
      add: ({ client, id }) => client("POST /user-api-keys", { body: { ...key, user_id: id } }),
      table: "api_keys where manually_revoked_at is null and user_id",
      remove: ({ client }, { id }) =>
        client("PATCH /user-api-keys/{api_key_id}", { params: { api_key_id: id }, body: revoked }),
    },
    {
      setting: "limits.apiKeysPerTeam",
      text: "A team can have at most 3 usable API keys. Revoke one first.",
      ready: teamOf,
      add: ({ p }, team_id) => p.server("POST /team-api-keys", { body: { ...key, team_id } }),
      table: "api_keys where manually_revoked_at is null and team_id",
      remove: ({ p }, { id, team_id }) =>
        p.server("PATCH /team-api-keys/{api_key_id}", {
          params: { api_key_id: id },
          query: { team_id },
          body: revoked,
        }),
    },
    {
      setting: "limits.passkeysPerUser",
      text: "A user can have at most 3 passkeys.",
      ready: async ({ p, tokens }) => {
        const { options_json, code } = await initiateRegistration(p, tokens);
        return options_json
          ? { credential: await new SoftwareAuthenticator().register(options_json), code }
          : undefined;
      },
      add: ({ client, p, tokens }, body) =>
        body ? client("POST /auth/passkey/register", { body }) : register(p, tokens).then(({ response }) => response),
      table: "passkeys where user_id",
      remove: ({ client }, { user_handle }) =>
        client("DELETE /auth/passkeys/{passkey_id}", { params: { passkey_id: user_handle } }),
    },
    {
      setting: "limits.linkedAccountsPerUser",
      text: "A user can have at most 3 linked accounts.",
      add: ({ p, id }) =>
        p.server("POST /oauth-providers", { body: linkBody(id, { account_id: crypto.randomUUID() }) }),
      table: "oauth_links where user_id",
      remove: ({ client }, { id, user_id }) =>
        client("DELETE /oauth-providers/{user_id}/{provider_id}", { params: { user_id, provider_id: id } }),
    },
    {
      setting: "limits.passkeyChallengesPerUser",
      text: "A user can have at most 3 registrations of passkeys in progress.",
      add: ({ client }) => client("POST /auth/passkey/initiate-passkey-registration", { body: {} }),
      table: "verification_codes where user_id",
      // Their time is over.
      remove: ({ p }) =>
        d1
          .prepare("update verification_codes set created_at = created_at - 65000 where project_id = ?")
          .bind(p.id)
          .run(),
    },
  ];

  const on: Record<string, Json> = {
    "teams.allowClientTeamCreation": true,
    "apiKeys.enabled": { user: true, team: true },
    "limits.passkeyChallengesPerUser": 100,
    "auth.oauth.providers.google": { type: "google", isShared: true, allowSignIn: true, allowConnectedAccounts: true },
  };

  describe.for(capped)("$setting", ({ setting, text, ready = async () => undefined, add, table, remove }) => {
    const rowsOf = async ({ p, id }: Person) => {
      const of = setting === "limits.apiKeysPerTeam" ? await teamOf({ id, p } as Person) : id;
      const row = await d1
        .prepare(`select count(*) as rows from ${table} = ?2 and project_id = ?1`)
        .bind(p.id, of)
        .first<{ rows: number }>();
      return row?.rows;
    };

    // Evidence: caps-hold-however-many-at-once
    it("400 with the number beyond it, however many are sent at once; others go on, and a deletion makes room", async () => {
      // Attack: a stranger signs up. Their client adds as many as it can, all at once, to fill the database. All projects of the
      // instance share it.
      const config = { ...on, [setting]: cap };
      const [p, elsewhere] = [await passkeyProject(config), await passkeyProject(config)];
      const stranger = await person(p);
      const prepared = await Promise.all(Array.from({ length: atOnce }, () => ready(stranger)));
      const responses = await Promise.all(prepared.map((each) => add(stranger, each)));
      const [added, refused] = [
        responses.filter(({ status }) => status < 300),
        responses.filter(({ status }) => status >= 300),
      ];
      expect([added.length, refused.length, await rowsOf(stranger)]).toEqual([cap, atOnce - cap, cap]);
      for (const response of refused) expectPlainError(response, 400, text);
      for (const other of [await person(p), await person(elsewhere)]) {
        expect((await add(other, await ready(other))).status).toBeLessThan(300);
      }
      await remove(stranger, added[0]?.body);
      expect((await add(stranger, await ready(stranger))).status).toBeLessThan(300);
    });
  });

  describe("accounts that a new user has from the start", () => {
    it("400 where they are more than the cap", async () => {
      const p = await passkeyProject({ ...on, "limits.linkedAccountsPerUser": cap });
      const create = (count: number) => {
        const accounts = Array.from({ length: count }, () => ({ id: "google", account_id: crypto.randomUUID() }));
        return p.server("POST /users", { body: { oauth_providers: accounts } });
      };
      expectPlainError(await create(cap + 1), 400, "A user can have at most 3 linked accounts.");
      expect((await create(cap)).status).toBe(201);
    });
  });

  describe("keys that are revoked", () => {
    // Evidence: revoked-keys-are-bounded
    it("are kept as many as there may be usable ones, the newest of them", async () => {
      // Attack: a stranger's client makes keys and revokes them, since those that are revoked do not count.
      const p = await passkeyProject({ ...on, "limits.apiKeysPerUser": cap });
      const { client, id } = await person(p);
      const ids: string[] = [];
      for (let time = 0; time < 3 * cap; time += 1) {
        const { body } = await client("POST /user-api-keys", { body: { ...key, user_id: id } });
        ids.push(body.id);
        await client("PATCH /user-api-keys/{api_key_id}", { params: { api_key_id: body.id }, body: revoked });
      }
      const { body: last } = await client("POST /user-api-keys", { body: { ...key, user_id: id } });
      const { body: list } = await client("GET /user-api-keys", { query: { user_id: id } });
      const listed = list.items.map((each: { id: string }) => each.id);
      expect(listed.sort()).toEqual([last.id, ...ids.slice(-cap)].sort());
    });
  });

  describe("PROJECTS_PER_OWNER", () => {
    const settings = { PROJECTS_PER_OWNER: String(cap) };
    const text = "A team, with all others that its owner has made, can have at most 3 projects.";
    type Owner = Awaited<ReturnType<typeof owner>>;
    const create = ({ client }: Owner, owner_team_id: string) =>
      client("POST /internal/projects", { body: { display_name: "Acme", owner_team_id }, settings });

    // Evidence: projects-of-an-owner-hold
    it("400 with the number beyond it, in whichever team, and by a transfer; others go on, and a deletion makes room", async () => {
      // Attack: a stranger signs up at the dashboard and makes projects, all at once, each of which has a share of the instance.
      // Then they make more in a second team, leave that, and have an accomplice transfer theirs to a team that both are in.
      const [me, accomplice] = [await owner(), await owner()];
      const [first, second] = await Promise.all(
        ["First", "Second"].map(
          async (display_name) => (await me.client("POST /teams", { body: { display_name } })).body.id,
        ),
      );
      const responses = await Promise.all(Array.from({ length: atOnce }, () => create(me, first)));
      const added = responses.filter(({ status }) => status === 201);
      expect(added).toHaveLength(cap);
      for (const response of responses) if (response.status !== 201) expectPlainError(response, 400, text);
      expectPlainError(await create(me, second), 400, text);

      const { status, body: theirs } = await create(accomplice, accomplice.teamId);
      expect(status).toBe(201);
      const joined = { team_id: first, user_id: accomplice.userId };
      await internalProject().server("POST /team-memberships/{team_id}/{user_id}", { params: joined, body: {} });
      const transfer = () => {
        const body = { project_id: theirs.id, new_team_id: first };
        return accomplice.client("POST /internal/projects/transfer", { body, settings });
      };
      expectPlainError(await transfer(), 400, text);

      const { rows } = (await d1
        .prepare("select count(*) as rows from projects where owner_team_id = ?")
        .bind(first)
        .first<{ rows: number }>()) ?? { rows: 0 };
      expect(rows).toBe(cap);
      const [{ body: deleted } = { body: {} }] = added;
      await d1.prepare("update projects set owner_team_id = null where project_id = ?").bind(deleted.id).run();
      expect((await transfer()).status).toBe(200);
      expectPlainError(await create(me, second), 400, text);
    });
  });
});

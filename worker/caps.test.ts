import { describe, expect, it } from "vitest";
import type { EndpointKey } from "./protocol/endpoint";
import { project, type TestProject } from "./testing/project";
import { d1 } from "./testing/shards";

const most = 10_000;

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
    await store(p, most + 50, statements);
    const { status, cost } = await p.server(key);
    expect(status).toBe(400);
    expect(cost.rowsRead).toBeLessThan(most + 20);
  });
});

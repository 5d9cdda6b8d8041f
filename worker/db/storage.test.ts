import { eq, getTableName, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../platform/database";
import { newTrace } from "../platform/trace";
import { signUpBody } from "../testing/password-sign-ins";
import { db, project } from "../testing/project";
import { projectsDb } from "../testing/shards";
import { tablesOfProjects } from "./project-rows";
import { users } from "./users/schema";
import { indexUsers } from "./users/search/search-index";

const uuid = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' ||
  substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;

const browser =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

/** The bytes that statements add to the database for each of some users, of whom `drawn` has the numbers and ids. */
async function bytesFor(count: number, statements: (projectId: string) => string[]): Promise<number> {
  const { id: projectId } = await project();
  const database = projectsDb;
  await database.batch(
    [
      "create table drawn (n integer primary key, user text, team text, other text)",
      `insert into drawn with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
       select n, ${uuid}, ${uuid}, ${uuid} from numbers`,
    ].map((statement) => database.prepare(statement)),
  );
  const before = await size(database);
  for (const statement of statements(`'${projectId}'`)) await database.prepare(statement).run();
  const own = openDatabase(database, newTrace());
  await own.batch([indexUsers(own, eq(users.projectId, projectId))]);
  const after = await size(database);
  await database.prepare("drop table drawn").run();
  return (after - before) / count;
}

async function size(database: D1Database): Promise<number> {
  return (await database.prepare("select 1").run()).meta.size_after;
}

const at = "1790000000000 + n * 1000";

/** Inserts what a user has who has signed up by password and verified the address, with one session. */
const userStatements = (projectId: string) => [
  `insert into users (project_id, id, ordinal, display_name, search_name, signed_up_at, last_active_at, primary_email,
     primary_email_verified, primary_email_auth_enabled, has_password, last_active_day, last_country)
   select ${projectId}, user, (select coalesce(max(ordinal), 0) from users) + n, 'Person ' || n, 'person ' || n, ${at}, ${at},
     'firstname.lastname' || n || '@example.com', 1, 1, 1, 20000, 'DE' from drawn`,
  `insert into contact_channels (project_id, id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at)
   select ${projectId}, other, user, 'email', 'firstname.lastname' || n || '@example.com', 1, 1, 1, ${at} from drawn`,
  `insert into passwords (project_id, user_id, hash)
   select ${projectId}, user, '$scrypt$ln=15,r=8,p=1$' || hex(randomblob(11)) || '$' || hex(randomblob(22)) from drawn`,
  `insert into sessions (project_id, id, user_id, refresh_token_hash, created_at, expires_at, last_used_at,
     last_used_user_agent, authenticated_at)
   select ${projectId}, team, user, lower(hex(randomblob(32))), ${at}, ${at} + 31536000000, ${at}, '${browser}', ${at}
   from drawn`,
];

/** Their membership, with one permission, in one of the teams of twenty. */
const memberStatements = (projectId: string) => [
  `insert into teams (project_id, id, display_name, created_at)
   select ${projectId}, team, 'Team ' || n, ${at} from drawn where n % 20 = 0`,
  `insert into team_memberships (project_id, team_id, user_id, user_ordinal, created_at)
   select ${projectId}, (select team from drawn teams where teams.n = drawn.n - drawn.n % 20), user, n, ${at} from drawn
   where n >= 20`,
  `insert into team_permission_grants (project_id, team_id, user_id, permission_id)
   select project_id, team_id, user_id, 'team_member' from team_memberships where project_id = ${projectId}`,
];

describe("what is stored of a user", () => {
  // 2,241 and 3,303 when this was written: docs/decisions/0069 has what they consist of.
  it("is at most 2,500 bytes, and 3,500 as a member of a team", async () => {
    expect(await bytesFor(2_000, userStatements)).toBeLessThan(2_500);
    const asMember = (projectId: string) => [...userStatements(projectId), ...memberStatements(projectId)];
    expect(await bytesFor(2_000, asMember)).toBeLessThan(3_500);
  });

  it("is one row in each of a few tables after a sign-up by password, and no event without a webhook endpoint", async () => {
    const p = await project();
    const before = await rowsOf(p.id);
    // With settings of its own, the request is over when all that follows it is.
    const { status } = await p.client("POST /auth/password/sign-up", { body: signUpBody(), settings: {} });
    expect(status).toBe(200);
    const after = await rowsOf(p.id);
    const added = Object.entries(after).map(([table, rows]) => [table, rows - (before[table] ?? 0)] as const);
    expect(Object.fromEntries(added.filter(([, rows]) => rows > 0))).toEqual({
      users: 1,
      contact_channels: 1,
      passwords: 1,
      sessions: 1,
      verification_codes: 1,
      sent_emails: 1,
      user_counts: 1,
      daily_user_counts: 1,
      audit_events: 1,
    });
  });
});

/** Counts the rows that each table has of a project. */
async function rowsOf(projectId: string): Promise<Record<string, number>> {
  const counts = await Promise.all(
    tablesOfProjects.map(async (table) => {
      const [[row]] = await db.batch([
        db
          .select({ rows: sql<number>`count(*)`.as("rows") })
          .from(table)
          .where(sql`project_id = ${projectId}`),
      ]);
      return [getTableName(table), row?.rows ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts);
}

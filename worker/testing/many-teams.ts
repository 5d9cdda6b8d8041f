import type { TestProject } from "./project";
import { d1 } from "./shards";

/** The id of one of `storeTeams`. */
export const teamId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

/** Stores 10,000 teams without the API, with members who are in each team or in one of `every` so many. */
export async function storeTeams(p: TestProject, members: { userId: string; every: number }[]): Promise<void> {
  const numbers = "with recursive numbers (i) as (select 0 union all select i + 1 from numbers where i < 9999)";
  const id = "'00000000-0000-4000-8000-' || printf('%012d', i)";
  const membership = `insert into team_memberships (project_id, team_id, user_id, user_ordinal, created_at) ${numbers}
    select ?, ${id}, ?, 1, i from numbers where i % ? = 0`;
  await d1.batch([
    d1
      .prepare(
        `insert into teams (project_id, id, display_name, created_at) ${numbers} select ?, ${id}, 'Crew ' || i, i from numbers`,
      )
      .bind(p.id),
    ...members.map(({ userId, every }) => d1.prepare(membership).bind(p.id, userId, every)),
  ]);
}

/** Stores users without the API, all of whom are members of a team. */
export async function storeMembers(p: TestProject, teamId: string, count: number): Promise<void> {
  const numbers = "with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ?)";
  const id = "printf('%08x', i) || '-0000-4000-8000-000000000000'";
  await d1.batch([
    d1
      .prepare(
        `insert into users (project_id, id, ordinal, signed_up_at, last_active_at)
       ${numbers} select ?, ${id}, (select coalesce(max(ordinal), 0) from users) + i, i, i from numbers`,
      )
      .bind(count, p.id),
    d1
      .prepare(
        `insert into team_memberships (project_id, team_id, user_id, user_ordinal, created_at)
       select project_id, ?, id, ordinal, ordinal from users where project_id = ? and id like '%-0000-4000-8000-000000000000'`,
      )
      .bind(teamId, p.id),
  ]);
}

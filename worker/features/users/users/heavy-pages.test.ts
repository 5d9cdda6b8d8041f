import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { teamMemberships } from "../../../db/memberships/schema";
import { teams } from "../../../db/teams/schema";
import { users } from "../../../db/users/schema";
import { db, project, type TestProject } from "../../../testing/project";
import { create, teamOf } from "./users.fixtures";

const list = async (p: TestProject, query: Record<string, string> = {}) => {
  const { status, body, cost } = await p.server("GET /users", { query });
  expect(status).toBe(200);
  const ids: string[] = body.items.map((item: { id: string }) => item.id);
  return { ids, next: body.pagination.next_cursor as string | null, cost, items: body.items };
};

describe("GET /users with heavy metadata", () => {
  // Evidence: page-ends-before-metadata-too-heavy
  it("200 a page that ends before its metadata are too heavy, after which the next one begins", async () => {
    // Attack: sixty users store the half megabyte of metadata that each may, in one team with as much. The owner opens the list. The
    // isolate that reads it ends, with all requests in it.
    const p = await project();
    const heavy = JSON.stringify("x".repeat(511_000));
    const ids: string[] = [];
    for (let count = 0; count < 14; count++) ids.push((await create(p, { display_name: `Ada ${count}` })).id);
    const team_id = crypto.randomUUID();
    const team = { projectId: p.id, id: team_id, displayName: "All", serverMetadata: sql`${heavy}`, createdAt: 1 };
    const metadata = { clientMetadata: sql`${heavy}`, lastActiveDay: 1, selectedTeamId: team_id };
    const insertMembers = sql`select project_id, ${team_id}, id, ordinal, null, null, 1 from users
      where project_id = ${p.id}`;
    await db.batch([
      db.insert(teams).values(team),
      db.insert(teamMemberships).select(insertMembers),
      db.update(users).set(metadata).where(eq(users.projectId, p.id)),
    ]);
    const forms: Record<string, string>[] = [
      {},
      { query: "ada" },
      { team_id },
      { team_id, query: "ada" },
      { order_by: "last_active_at" },
      { order_by: "display_name", desc: "true", include_anonymous: "true" },
    ];
    for (const form of forms) {
      const paged: string[] = [];
      const lengths: number[] = [];
      let cursor: string | null = null;
      do {
        const page = await list(p, { ...form, ...(cursor && { cursor }) });
        expect(page.cost.d1).toBe(2);
        expect(page.items[0].client_metadata).toHaveLength(511_000);
        expect(page.items[0].selected_team.server_metadata).toHaveLength(511_000);
        paged.push(...page.ids);
        lengths.push(page.ids.length);
        cursor = page.next;
      } while (cursor !== null);
      expect({ form, lengths, paged: paged.toSorted() }).toEqual({
        form,
        lengths: [3, 3, 3, 3, 2],
        paged: ids.toSorted(),
      });
      const light = await list(p, { ...form, omit_metadata: "true" });
      expect({ form, length: light.ids.length, next: light.next, d1: light.cost.d1 }).toEqual({
        form,
        length: 14,
        next: null,
        d1: 1,
      });
      expect(light.items[0]).toMatchObject({
        client_metadata: null,
        selected_team: { id: team_id, server_metadata: null },
      });
    }
  });

  it("200 in one round trip up to 40 kB for each of 100 users, and in two for those who have more, whose team may be it", async () => {
    const p = await project();
    const metadataOf = (size: number) => "x".repeat(size - 2);
    const [ada, bob, cem] = [await create(p), await create(p), await create(p)];
    const team_id = await teamOf(p, cem.id);
    const set = (id: string, fields: Record<string, unknown>) =>
      p.server("PATCH /users/{user_id}", { params: { user_id: id }, body: fields });
    // A page is read with one row more, for its cursor.
    const max = Math.floor(4_000_000 / 101);
    await set(ada.id, { client_metadata: metadataOf(max - 1_000), server_metadata: metadataOf(1_000) });
    await set(bob.id, { client_read_only_metadata: { light: true } });
    await set(cem.id, { client_metadata: { of: "Cem" }, selected_team_id: team_id });
    const first = await list(p, { limit: "100" });
    expect(first.cost.d1).toBe(1);
    expect(first.items).toMatchObject([
      { client_metadata: metadataOf(max - 1_000), server_metadata: metadataOf(1_000) },
      { client_metadata: null, client_read_only_metadata: { light: true } },
      { client_metadata: { of: "Cem" }, selected_team: { server_metadata: null } },
    ]);
    await p.server("PATCH /teams/{team_id}", { params: { team_id }, body: { server_metadata: metadataOf(max) } });
    const ofHeavyTeam = await list(p, { limit: "100" });
    expect([ofHeavyTeam.cost.d1, ofHeavyTeam.cost.rowsRead <= first.cost.rowsRead + 6]).toEqual([2, true]);
    expect(ofHeavyTeam.items).toEqual([
      first.items[0],
      first.items[1],
      { ...first.items[2], selected_team: { ...first.items[2].selected_team, server_metadata: metadataOf(max) } },
    ]);
    await set(ada.id, { client_metadata: metadataOf(max) });
    const ofBoth = await list(p, { limit: "100" });
    expect(ofBoth.cost.d1).toBe(2);
    expect(ofBoth.items).toEqual([
      { ...first.items[0], client_metadata: metadataOf(max) },
      ...ofHeavyTeam.items.slice(1),
    ]);
  });

  // Evidence: page-user-team-they-have-selected
  it("200 a page of one user who, with the team that they have selected, has as much metadata as they may", async () => {
    const p = await project();
    const ids = [(await create(p)).id, (await create(p)).id];
    const team_id = await teamOf(p, ids[0]);
    const max = sql`${JSON.stringify("x".repeat(512 * 1024 - 2))}`;
    const metadata = { clientMetadata: max, clientReadOnlyMetadata: max, serverMetadata: max };
    await db.batch([
      db
        .update(users)
        .set({ ...metadata, selectedTeamId: team_id })
        .where(eq(users.projectId, p.id)),
      db.update(teams).set(metadata).where(eq(teams.projectId, p.id)),
    ]);
    const first = await list(p);
    expect([first.ids, first.cost.d1]).toEqual([[ids[0]], 2]);
    const second = await list(p, { cursor: first.next ?? "" });
    expect([second.ids, second.next, second.cost.d1]).toEqual([[ids[1]], null, 2]);
    for (const [item] of [first.items, second.items]) {
      expect([item.server_metadata.length, item.selected_team.client_metadata.length]).toEqual([524_286, 524_286]);
    }
  });
});

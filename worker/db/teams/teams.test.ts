import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, it } from "vitest";
import { db, project } from "../../testing/project";
import { projectsDb } from "../../testing/shards";
import { teams } from "../schema";
import { searchName } from "../search-text";

describe("the migration that folds the names of teams", () => {
  const queries = env.MIGRATIONS.find(({ name }) => name.includes("folded_team_names"))?.queries ?? [];

  it("writes them as new ones are written", async ({ expect }) => {
    const { id: projectId } = await project();
    const names = ["José Łódź", "İstanbul ÉCOLE", "ΆΡΗΣ Ёлка", "東京 Ｔeam", "Plain", "Ấn Độ"];
    await db.batch([
      db
        .insert(teams)
        .values(names.map((displayName, id) => ({ projectId, id: String(id), displayName, createdAt: 1 }))),
    ]);
    for (const query of queries.filter((each) => each.includes("UPDATE teams SET")))
      await projectsDb.prepare(query).run();
    const [rows] = await db.batch([db.select().from(teams).where(eq(teams.projectId, projectId))]);
    expect(rows.map((row) => row.searchName)).toEqual(names.map((name) => searchName(name)));
  });
});

import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { users } from "../db/users/schema";
import { project } from "../testing/project";
import { togetherOrApart } from "../testing/shards";
import { misdirectedStatements } from "../testing/statements-by-project";
import { newId } from "./secrets";
import { openTools } from "./tools";

// Tests what checks every other test, by which no statement of a request may find what is another project's.
it("a statement that names no project, or one of another database, is found", async () => {
  const [p, id] = [await project(), newId()];
  const { dbOf, firstDb } = openTools(env);
  const inProject = dbOf(p.id);
  const select = (where: ReturnType<typeof sql>) =>
    inProject.select({ name: users.displayName }).from(users).where(where);
  await inProject.batch([select(sql`project_id = ${p.id} and id = ${id}`)]);
  expect(misdirectedStatements()).toEqual([]);
  await inProject.batch([select(sql`id = ${id}`)]);
  await firstDb.batch([firstDb.select({ name: users.displayName }).from(users).where(sql`id = ${id}`)]);
  expect(misdirectedStatements()).toEqual(['names no project: select "display_name" from "users" where id = ?']);
  await inProject.batch([select(sql`project_id = ${"internal"} and id = ${id}`)]);
  const text = 'select "display_name" from "users" where project_id = ? and id = ?';
  expect(misdirectedStatements()).toEqual(
    togetherOrApart([], [`names no project of shard 1: ${text} ${JSON.stringify(["internal", id])}`]),
  );
});

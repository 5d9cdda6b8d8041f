import { env } from "cloudflare:workers";
import { eq, getTableName } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { rowsPerStep } from "../../db/expired-rows";
import { tablesOfProjects } from "../../db/project-rows";
import { fillTables } from "../../db/project-rows.fixtures";
import { markDeleted } from "../../db/projects/changes";
import { projects } from "../../db/projects/schema";
import { newId } from "../../platform/secrets";
import { stepOf } from "../../testing/jobs";
import { owner } from "../../testing/owner";
import { signIn, signUp } from "../../testing/password-sign-ins";
import { db, internalProject, project } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { sendRequest } from "../../testing/send-request";
import { d1 } from "../../testing/shards";
import { deleteProjects } from "./jobs";
import { newImage } from "./projects.fixtures";

const key = "DELETE /internal/projects/current";

/** Tables as the database has them, whatever the code's list says: all but that of values in KV that are still to be deleted. */
async function tablesWithProjects(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `select name from sqlite_master where type = 'table' and name not in ('projects', 'data_vault_purges', 'project_moves', 'departing_projects', 'departing_changes', 'arriving_projects') and name not like 'test%'
     and sql like '%project_id%' and sql not like 'create virtual%'`,
  ).all<{ name: string }>();
  return results.map(({ name }) => name).sort();
}

async function countIn(table: string, projectId: string): Promise<number> {
  const found = await d1
    .prepare(`select count(*) as n from ${table} where project_id = ?`)
    .bind(projectId)
    .first<{ n: number }>();
  return found?.n ?? 0;
}

async function tablesOf(projectId: string): Promise<string[]> {
  const names = await tablesWithProjects();
  const counts = await Promise.all(names.map((name) => countIn(name, projectId)));
  return names.filter((_, index) => counts[index]);
}

/** Deletes a project for its readers. Its rows stay until the steps of the job. */
async function doom(projectId: string) {
  await db.batch([markDeleted(db, { projectId, now: 1 })]);
}

const isGone = async (projectId: string) => (await countIn("projects", projectId)) === 0;

/** Runs steps until a project is gone, and returns what each has written. */
async function deleteRows(projectId: string): Promise<number[]> {
  const written: number[] = [];
  while (!(await isGone(projectId))) written.push((await stepOf(deleteProjects)).cost.rowsWritten);
  return written;
}

const isStored = async (url: string) => (await env.IMAGES.get(url.slice(url.lastIndexOf("/") + 1))) !== null;

const withLogo = (p: Awaited<ReturnType<typeof project>>, logo_url: string | null) =>
  p.admin("PATCH /internal/projects/current", { body: { logo_url } }).then(({ body }) => body.logo_url as string);

describe(key, () => {
  it("deletes the rows of every table that has rows of projects, and no other project's", async () => {
    expect(tablesOfProjects.map(getTableName).sort()).toEqual(await tablesWithProjects());
    const [mine, other] = [await project(), await project()];
    for (const { id } of [mine, other]) {
      // The key set of the project is one row of its table already.
      await d1.prepare("delete from internal_api_keys where project_id = ?").bind(id).run();
      await fillTables(id);
    }
    await doom(mine.id);
    await deleteRows(mine.id);
    expect(await tablesOf(mine.id)).toEqual([]);
    expect(await tablesOf(other.id)).toEqual(await tablesWithProjects());
    await doom(other.id);
    await deleteRows(other.id);
  });

  it("writes a bounded number of rows in each step, and goes on from where it was stopped", async () => {
    const { id } = await project();
    await d1
      .prepare(
        `insert into users (project_id, id, ordinal, signed_up_at, last_active_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < ?2)
       select ?1, 'user-' || i, 8000000000000 + i, 0, 0 from n`,
      )
      .bind(id, 2 * rowsPerStep + 1)
      .run();
    await doom(id);
    const left: number[] = [];
    while (!(await isGone(id))) {
      await stepOf(deleteProjects);
      left.push(await countIn("users", id));
    }
    const deleted = left.map((count, index) => (left[index - 1] ?? 2 * rowsPerStep + 1) - count);
    expect(Math.max(...deleted)).toBeLessThanOrEqual(rowsPerStep);
    expect(deleted.filter((count) => count > 0).length).toBeGreaterThanOrEqual(3);
  });

  // Evidence: once-key-session-while-rows-still
  it("400 CURRENT_PROJECT_NOT_FOUND at once, by every key and session, while its rows are still there", async () => {
    // Attack: the holder of a key or a session of a deleted project goes on until its rows are gone.
    const p = await project();
    const { email, ...tokens } = await signUp(p);
    await doom(p.id);
    const refused = { project_id: p.id };
    for (const caller of [p.client, p.server, p.admin, p.as(tokens).client]) {
      expectError(await caller("GET /projects/current"), 400, "CURRENT_PROJECT_NOT_FOUND", refused);
    }
    const renewed = await p.as(tokens).client("POST /auth/sessions/current/refresh");
    expectError(renewed, 400, "CURRENT_PROJECT_NOT_FOUND", refused);
    expectError(await signIn(p, email), 400, "CURRENT_PROJECT_NOT_FOUND", refused);
    const params = { project_id: p.id };
    expect((await sendRequest("GET /projects/{project_id}/.well-known/jwks.json", { params })).status).toBe(404);
    const [[row]] = await db.batch([db.select().from(projects).where(eq(projects.projectId, p.id))]);
    expect(row).toMatchObject({ configOverride: "{}", ownerTeamId: null, displayName: "" });
  });

  it("200: the owner sees it no longer, and the team may be deleted", async () => {
    const me = await owner();
    const { body: created } = await me.client("POST /internal/projects", {
      body: { display_name: "Acme", owner_team_id: me.teamId },
    });
    const headers = {
      "x-stack-project-id": created.id,
      "x-stack-access-type": "admin",
      "x-stack-admin-access-token": me.token,
    };
    const response = await sendRequest(key, { headers });
    expect([response.status, response.body]).toEqual([200, { success: true }]);
    expectError(await sendRequest(key, { headers }), 400, "CURRENT_PROJECT_NOT_FOUND");
    expect((await me.client("GET /internal/projects")).body.items).toEqual([]);
    const params = { team_id: me.teamId };
    expect((await internalProject().server("DELETE /teams/{team_id}", { params })).status).toBe(200);
  });

  it("deletes the images that nothing else uses, of users and teams, too, and keeps another project's", async () => {
    const [mine, other] = [await project(), await project()];
    const [shared, own, portrait] = [newImage(), newImage(), newImage()];
    const sharedUrl = await withLogo(mine, shared);
    expect(await withLogo(other, shared)).toBe(sharedUrl);
    const full = await mine.admin("PATCH /internal/projects/current", { body: { full_logo_url: own } });
    const { body: user } = await mine.server("POST /users", { body: { profile_image_url: portrait } });
    const team = await mine.server("POST /teams", { body: { display_name: "T", profile_image_url: portrait } });
    expect(team.body.profile_image_url).toBe(user.profile_image_url);
    await doom(mine.id);
    await deleteRows(mine.id);
    expect(await isStored(full.body.full_logo_url)).toBe(false);
    expect(await isStored(user.profile_image_url)).toBe(false);
    expect(await isStored(sharedUrl)).toBe(true);
    await doom(other.id);
    await deleteRows(other.id);
    expect(await isStored(sharedUrl)).toBe(false);
  });

  it("deletes nothing for a step that finds no deleted project", async () => {
    while ((await stepOf(deleteProjects)).outcome === "more");
    const { outcome, cost } = await stepOf(deleteProjects);
    expect([outcome, cost.d1, cost.rowsWritten]).toEqual(["done", 1, 0]);
    expect(await isGone(newId())).toBe(true);
  });
});

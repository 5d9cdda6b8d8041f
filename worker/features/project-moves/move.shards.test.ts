import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { freeze, send } from "../../db/move-statements";
import { movedTables, tablesWithProjects } from "../../db/moved-tables";
import { setQuota } from "../../db/storage/storage.fixtures";
import { users } from "../../db/users/schema";
import type { Database } from "../../platform/database";
import { isMoving, seenShards } from "../../platform/shards";
import { openTools } from "../../platform/tools";
import { owner } from "../../testing/owner";
import { password } from "../../testing/password-sign-ins";
import { firstDb, project, type TestProject } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { dyingAfter, expectToSurviveKills, listed, livedIn, signUp } from "./lived-in.fixtures";
import {
  endMoves,
  forceMove,
  phaseOf,
  requestMove,
  rowsOf,
  settle,
  shard,
  shards,
  step,
  stepUntil,
} from "./moves.fixtures";

afterEach(endMoves);

async function found(p: TestProject, query: string): Promise<string[]> {
  const { body } = await p.server("GET /users", { query: { query } });
  return body.items.map((user: { primary_email: string }) => user.primary_email);
}

describe("a project that is moved", () => {
  it("is in the other shard with all of its rows, and nothing of it but a reference is left", async () => {
    const p = await livedIn();
    const before = await rowsOf(shard(1), p.id);
    expect(Object.keys(before).length).toBeGreaterThan(14);
    await requestMove(p.id, 0);
    await stepUntil(p.id, "clean");
    expect(await rowsOf(shard(0), p.id)).toEqual(before);
    await stepUntil(p.id, undefined);
    expect(Object.keys(await rowsOf(shard(1), p.id))).toEqual(["projects"]);
    expect(await rowsOf(shard(0), p.id)).toEqual(before);
    const [triggers = []] = await send(shard(1), [{ text: "select name from sqlite_master where name like 'move%'" }]);
    expect(triggers).toEqual([]);
  });

  it("413 in the other shard too for a project that has used up its storage, which is counted once", async () => {
    const p = await livedIn();
    await setQuota(p.id, { maxBytes: 1 });
    const storage = async () => (await p.admin("GET /internal/usage")).body.storage;
    const before = await storage();
    await requestMove(p.id, 0);
    await stepUntil(p.id, undefined);
    expect(await storage()).toEqual(before);
    expect((await p.server("POST /users", { body: {} })).status).toBe(413);
    const [[ada]] = [(await p.server("GET /users")).body.items];
    await p.server("DELETE /users/{user_id}", { params: { user_id: ada.id } });
    const after = await storage();
    expect(after.bytes_by_kind.users).toBeLessThan(before.bytes_by_kind.users);
    await setQuota(p.id, { maxBytes: null });
    expect((await p.server("POST /users", { body: {} })).status).toBe(201);
  });

  it("200 in every phase: users are listed in their order and found, sign in, and are counted", async () => {
    const p = await livedIn();
    const before = await p.admin("GET /internal/metrics");
    await requestMove(p.id, 0);
    await stepUntil(p.id, undefined, async () => {
      expect(await listed(p)).toEqual(["ada@example.com", "grace@example.com"]);
      expect(await found(p, "lovelace")).toEqual(["ada@example.com"]);
    });
    expect(await listed(p)).toEqual(["ada@example.com", "grace@example.com"]);
    expect(await found(p, "lovelace")).toEqual(["ada@example.com"]);
    const signedIn = await p.client("POST /auth/password/sign-in", { body: { email: "ada@example.com", password } });
    expect(signedIn.status).toBe(200);
    expect((await p.admin("GET /internal/metrics")).body.total_users).toBe(before.body.total_users);
  });

  it("200 for what is written before each step: it is all there at the end, once and in its order", async () => {
    const p = await livedIn();
    const [{ id: adaId }] = (await p.server("GET /users")).body.items;
    await requestMove(p.id, 0);
    const emails = ["ada@example.com", "grace@example.com"];
    let count = 0;
    await stepUntil(p.id, undefined, async () => {
      count += 1;
      const email = `user-${count}@example.com`;
      const made = await signUp(p, { email });
      expect(made.status).toBe(200);
      const left = await signUp(p, { email: `gone-${count}@example.com` });
      await p.server("DELETE /users/{user_id}", { params: { user_id: left.body.user_id } });
      const update = await p.server("PATCH /users/{user_id}", {
        params: { user_id: adaId },
        body: { display_name: `Ada ${count}`, primary_email: `ada-${count}@example.com` },
      });
      expect(update.status).toBe(200);
      emails[0] = `ada-${count}@example.com`;
      emails.push(email);
    });
    expect(count).toBeGreaterThan(5);
    expect(await listed(p)).toEqual(emails);
    expect(await found(p, `ada-${count}@`)).toEqual([emails[0]]);
    expect(await found(p, "ada-1@")).toEqual([]);
    expect(await found(p, "gone-")).toEqual([]);
    const { total_users } = (await p.admin("GET /internal/metrics")).body;
    expect(total_users).toBe(emails.length);
  });

  it("401 for a session, 400 for a password and 401 for a key that were ended before any step, in every later one", async () => {
    // Attack: what was taken from someone works again in the other database, which has it as it was copied.
    const p = await livedIn();
    await requestMove(p.id, 0);
    const ended: { refresh_token: string; email: string; key: string }[] = [];
    const refuseAll = async () => {
      for (const { refresh_token, email, key } of ended) {
        const refresh = await p.client("POST /auth/sessions/current/refresh", {
          headers: { "x-stack-refresh-token": refresh_token },
        });
        expectError(refresh, 401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED");
        const signIn = await p.client("POST /auth/password/sign-in", { body: { email, password } });
        expectError(signIn, 400, "EMAIL_PASSWORD_MISMATCH");
        const check = await p.server("POST /user-api-keys/check", { body: { api_key: key } });
        expectError(check, 401, "API_KEY_REVOKED");
      }
    };
    await stepUntil(p.id, undefined, async () => {
      const email = `ended-${ended.length}@example.com`;
      const { user_id, access_token, refresh_token } = (await signUp(p, { email })).body;
      const made = { user_id, description: "Key", is_public: false, expires_at_millis: null };
      const { id, value } = (await p.server("POST /user-api-keys", { body: made })).body;
      await p.server("PATCH /user-api-keys/{api_key_id}", { params: { api_key_id: id }, body: { revoked: true } });
      const signedOut = await p.as({ access_token }).client("DELETE /auth/sessions/current");
      await p.server("PATCH /users/{user_id}", { params: { user_id }, body: { password: "another horse battery" } });
      expect(signedOut.status).toBe(200);
      ended.push({ refresh_token, email, key: value });
      await refuseAll();
    });
    expect(ended.length).toBeGreaterThan(5);
    await refuseAll();
  });

  it("loses nothing when it is killed at a batch, and at later ones", async () => {
    await expectToSurviveKills((batches) => Math.ceil(batches * 1.5) + 1);
  });

  it("200 right after the statement that ends the move, if nothing follows it: the request opens the project", async () => {
    const p = await livedIn();
    await requestMove(p.id, 0);
    await stepUntil(p.id, "follow");
    const left = { left: Number.MAX_SAFE_INTEGER };
    const dying = (db: Database) =>
      new Proxy(dyingAfter(left, db), {
        get(target, name) {
          if (name !== "$client") return Reflect.get(target, name);
          const { $client } = target;
          return {
            prepare: (text: string) => $client.prepare(text),
            async batch(statements: D1PreparedStatement[]) {
              const results = await $client.batch<{ shard?: number }>(statements);
              if (results[0]?.results[0] && "shard" in results[0].results[0] && results.length === 1) {
                if (results[0].results[0].shard === 0) left.left = 0;
              }
              return results;
            },
          };
        },
      });
    await expect(step({ firstDb: dying(shard(0)), shards: [dying(shard(0)), dying(shard(1))] })).rejects.toThrow(
      "killed",
    );
    expect(await phaseOf(p.id)).toBe("follow");
    expect(await listed(p)).toEqual(["ada@example.com", "grace@example.com"]);
    expect((await signUp(p, { email: "new@example.com" })).status).toBe(200);
    await stepUntil(p.id, undefined);
    expect(await listed(p)).toEqual(["ada@example.com", "grace@example.com", "new@example.com"]);
  });

  it("200 for a write while its writes pause, once they go on", async () => {
    const p = await livedIn();
    await requestMove(p.id, 0);
    await stepUntil(p.id, "copy");
    // Long enough for both writes to be refused on a machine that is slow.
    await send(shard(1), [freeze(p.id, 3_000)]);
    const direct = signedUpDirectly(p);
    await expect(direct).rejects.toSatisfy(isMoving);
    expect((await signUp(p, { email: "late@example.com" })).status).toBe(200);
    await stepUntil(p.id, undefined);
    expect(await found(p, "late@")).toEqual(["late@example.com"]);
  });

  it("is not written by a step that another one has overtaken", async () => {
    // Attack: two invocations move at the same time, and the slower one stores rows as they were before.
    const p = await livedIn();
    await requestMove(p.id, 0);
    await stepUntil(p.id, "copy");
    let isPaused = true;
    const paused = new Proxy(shard(1), {
      get(target, name) {
        if (name !== "$client") return Reflect.get(target, name);
        return {
          prepare: (text: string) => target.$client.prepare(text),
          async batch(statements: D1PreparedStatement[]) {
            const results = await target.$client.batch<{ row?: string }>(statements);
            if (isPaused && results[0]?.results.some(({ row }) => row?.includes("Ada Lovelace"))) {
              isPaused = false;
              const [{ id }] = (await p.server("GET /users")).body.items;
              const body = { display_name: "Ada King" };
              await p.server("PATCH /users/{user_id}", { params: { user_id: id }, body });
              await stepUntil(p.id, "clean");
            }
            return results;
          },
        };
      },
    });
    expect(await step({ shards: [shard(0), paused] })).toBe("done");
    expect(isPaused).toBe(false);
    expect(await found(p, "ada king")).toEqual(["ada@example.com"]);
  });

  it("can be moved back, and is found by an isolate that has not seen either move", async () => {
    const p = await livedIn();
    const before = await rowsOf(shard(1), p.id);
    for (const to of [0, 1]) {
      await requestMove(p.id, to);
      await stepUntil(p.id, undefined);
      for (const seen of [0, 1]) {
        seenShards.note(p.id, seen);
        expect(await listed(p)).toEqual(["ada@example.com", "grace@example.com"]);
      }
    }
    expect(await rowsOf(shard(1), p.id)).toEqual(before);
  });

  it("is found by a batch that reads nothing of its row, and no column says where it is by its name", async () => {
    const p = await livedIn();
    const { dbOf } = openTools(env);
    for (const to of [0, 1]) {
      await requestMove(p.id, to);
      await stepUntil(p.id, undefined);
      for (const seen of [0, 1]) {
        seenShards.note(p.id, seen);
        const db = dbOf(p.id);
        const named = { id: users.id, shard: sql<number>`7`.as("shard") };
        const [rows] = await db.batch([db.select(named).from(users).where(eq(users.projectId, p.id))]);
        expect(rows.map((row) => row.shard)).toEqual([7, 7]);
      }
    }
  });

  it("is deleted in both shards when its owner deletes it meanwhile", async () => {
    const p = await livedIn();
    await requestMove(p.id, 0);
    await stepUntil(p.id, "verify");
    expect((await p.admin("DELETE /internal/projects/current")).status).toBe(200);
    await stepUntil(p.id, undefined);
    const { deleteProjects } = await import("../projects/jobs");
    for (const db of shards) while ((await deleteProjects.step({ ...openTools(env), db })) === "more");
    for (const db of shards) expect(await rowsOf(db, p.id)).toEqual({});
    expectError(await p.server("GET /users"), 400, "CURRENT_PROJECT_NOT_FOUND", { project_id: p.id });
  });

  it("stays its owners', who see it in their list in every phase", async () => {
    const me = await owner();
    const p = await livedIn();
    const text = "update projects set owner_team_id = ? where project_id = ?";
    for (const db of shards) await send(db, [{ text, values: [me.teamId, p.id] }]);
    await requestMove(p.id, 0);
    await stepUntil(p.id, undefined, async () => {
      const { body } = await me.client("GET /internal/projects");
      expect(body.items).toMatchObject([{ id: p.id, owner_team_id: me.teamId, display_name: "Test project" }]);
    });
    const { body } = await me.client("GET /internal/projects");
    expect(body.items).toMatchObject([{ id: p.id, owner_team_id: me.teamId }]);
  });

  it("has few rows to write while it is not moved: no trigger of a move is there before or after", async () => {
    const p = await livedIn();
    await requestMove(p.id, 0);
    await stepUntil(p.id, undefined);
    for (const db of shards) {
      for (const table of ["departing_projects", "departing_changes", "arriving_projects"]) {
        const [rows] = await send(db, [{ text: `select * from ${table} where project_id = ?`, values: [p.id] }]);
        expect([table, rows]).toEqual([table, []]);
      }
    }
  });
});

async function signedUpDirectly(p: TestProject): Promise<void> {
  const text = "update users set display_name = 'x' where project_id = ?";
  await shard(1).$client.batch([shard(1).$client.prepare(text).bind(p.id)]);
}

describe("a move that is not possible", () => {
  it("is dropped for a project that there is not, the internal one, and the shard that it is in", async () => {
    const p = await project();
    for (const [id, to] of [
      [crypto.randomUUID(), 1],
      ["internal", 1],
      [p.id, 1],
      [p.id, 7],
    ] as const) {
      await forceMove(id, to);
      await step();
      expect([id, to, await phaseOf(id)]).toEqual([id, to, undefined]);
    }
    await settle(p.id);
    expect((await p.server("GET /users")).status).toBe(200);
  });
});

describe("the request for a move", () => {
  it("says where a project is, is made once, and moves none to the shard that it is in", async () => {
    const p = await project();
    expect(await requestMove(p.id, 1)).toEqual({ shard: 1, phase: null, table_name: null, to_shard: null });
    const requested = { shard: 1, phase: "prepare", table_name: null, to_shard: 0 };
    expect(await requestMove(p.id, 0)).toEqual(requested);
    expect(await requestMove(p.id, 0)).toEqual(requested);
    await stepUntil(p.id, undefined);
    expect(await requestMove(p.id, 0)).toEqual({ shard: 0, phase: null, table_name: null, to_shard: null });
    expect(await requestMove(crypto.randomUUID(), 0)).toMatchObject({ shard: null, phase: null });
  });
});

describe("the tables of a move", () => {
  it("are all tables with rows of projects, but those that stay where they are", () => {
    const moved = new Set(movedTables.map(({ name }) => name));
    expect(
      tablesWithProjects()
        .filter((name) => !moved.has(name))
        .toSorted(),
    ).toEqual([
      "arriving_projects",
      "data_vault_purges",
      "departing_changes",
      "departing_projects",
      "image_holders",
      "image_storage",
      "image_uses",
      "project_moves",
      "projects",
      "provisioned_projects",
    ]);
  });

  it("come after those that they refer to", () => {
    const names = movedTables.map(({ name }) => name);
    for (const { name, parents } of movedTables) {
      for (const { table } of parents) expect(names.indexOf(table)).toBeLessThan(names.indexOf(name));
    }
  });
});

it("the first database has a row of every project, which says where it is", async () => {
  const p = await project();
  const [rows] = await send(firstDb, [{ text: "select shard from projects where project_id = ?", values: [p.id] }]);
  expect(rows).toEqual([{ shard: 1 }]);
});

import { expect } from "vitest";
import type { Database } from "../../platform/database";
import { keepEvents } from "../../testing/events";
import { signUpBody } from "../../testing/password-sign-ins";
import { project, type TestProject } from "../../testing/project";
import { phaseOf, requestMove, rowsOf, shard, step } from "./moves.fixtures";

/** Signs a user up. With settings of its own, the request is over when its email is sent and in the log, which is rows as well. */
export function signUp(p: TestProject, fields: { email: string }) {
  return p.client("POST /auth/password/sign-up", { body: signUpBody(fields), settings: {} });
}

/** A project of the second shard with users, teams, keys, events, codes and a log. */
export async function livedIn(): Promise<TestProject> {
  const p = await keepEvents(
    await project({
      "apiKeys.enabled": { user: true, team: true },
      "payments.items": { credits: { displayName: "Credits", customerType: "user" } },
      "rbac.permissions": { beta: { scope: "project" } },
    }),
  );
  const ada = await signUp(p, { email: "ada@example.com" });
  const grace = await signUp(p, { email: "grace@example.com" });
  const [adaId, graceId] = [ada.body.user_id, grace.body.user_id];
  const { body: team } = await p.server("POST /teams", { body: { display_name: "Team", creator_user_id: adaId } });
  await p.server("POST /team-memberships/{team_id}/{user_id}", {
    params: { team_id: team.id, user_id: graceId },
    body: {},
  });
  await p.server("PATCH /users/{user_id}", {
    params: { user_id: adaId },
    body: { display_name: "Ada Lovelace", server_metadata: { plan: 'quoted "pro"', n: 1.5, ok: true, none: null } },
  });
  await p.server("POST /user-api-keys", {
    body: { user_id: adaId, description: "Key", is_public: false, expires_at_millis: null },
  });
  await p.server("POST /project-permissions/{user_id}/{permission_id}", {
    params: { user_id: adaId, permission_id: "beta" },
    body: {},
  });
  await p.server("POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity", {
    params: { customer_type: "user", customer_id: adaId, item_id: "credits" },
    query: { allow_negative: "false" },
    body: { delta: 5 },
  });
  return p;
}

/** The names of the users as the API lists them, in the order of sign-up. */
export async function listed(p: TestProject): Promise<string[]> {
  const { body } = await p.server("GET /users");
  return body.items.map((user: { primary_email: string }) => user.primary_email);
}

/** A database that fails for good after some batches: as an invocation does that is killed. */
export function dyingAfter(batches: { left: number }, db: Database): Database {
  const batch = (statements: D1PreparedStatement[]) => {
    if (batches.left-- <= 0) throw new Error("killed");
    return db.$client.batch(statements);
  };
  return new Proxy(db, {
    get(target, name) {
      if (name === "$client") return { prepare: (text: string) => db.$client.prepare(text), batch };
      if (name === "batch" && batches.left-- <= 0) throw new Error("killed");
      return Reflect.get(target, name);
    },
  });
}

/**
 * Moves a project by steps that are killed, until one of them has done all that is to be done. The first step of each phase is killed at
 * once.
 *
 * @param later after how many batches the next step of a phase is killed
 */
export async function expectToSurviveKills(later: (batches: number) => number): Promise<void> {
  const p = await livedIn();
  const before = await rowsOf(shard(1), p.id);
  await requestMove(p.id, 0);
  let [phase, batches] = [await phaseOf(p.id), 0];
  while (phase !== "clean") {
    const left = { left: batches };
    const [first, second] = [dyingAfter(left, shard(0)), dyingAfter(left, shard(1))];
    await step({ firstDb: first, shards: [first, second] }).catch((error) => expect(error.message).toBe("killed"));
    const now = await phaseOf(p.id);
    batches = now === phase ? later(batches) : 0;
    phase = now;
  }
  expect(await listed(p)).toEqual(["ada@example.com", "grace@example.com"]);
  expect(await rowsOf(shard(0), p.id)).toEqual(before);
}

import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { systemActor } from "../../db/audit/actor";
import { readProject } from "../../db/projects/project";
import { selectProject } from "../../db/projects/queries";
import { users } from "../../db/users/schema";
import { readSettings } from "../../platform/env";
import { newTrace } from "../../platform/trace";
import { fail } from "../../protocol/fail";
import { db, project } from "../../testing/project";
import { bareUser } from "../../testing/tokens";
import { changeProject } from "./index";

const settings = readSettings(env);

const caller = { actor: systemActor };

async function stored(projectId: string) {
  const [[row]] = await db.batch([selectProject(db, { projectId })]);
  if (!row) throw new Error("The project is gone");
  return readProject(row, { settings });
}

async function userIds(projectId: string): Promise<string[]> {
  const [rows] = await db.batch([db.select({ id: users.id }).from(users).where(eq(users.projectId, projectId))]);
  return rows.map(({ id }) => id);
}

describe("changeProject", () => {
  it("writes other tables with the configuration", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const changed = await changeProject(
      { db, settings, trace: newTrace(), caller, fail },
      await stored(p.id),
      {},
      () => ({ "auth.otp.allowSignIn": true }),
      (unchanged) => ({ removed: db.delete(users).where(and(eq(users.id, userId), unchanged)) }),
    );
    expect(changed.config.auth.otp.allowSignIn).toBe(true);
    expect(await userIds(p.id)).toEqual([]);
  });

  it("leaves other tables alone when another change came first and refuses this one", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const stale = await stored(p.id);
    await p.admin("PATCH /internal/config/override", {
      body: { config_override_string: '{"auth.allowSignUp":false}' },
    });
    const refused = changeProject(
      { db, settings, trace: newTrace(), caller, fail },
      stale,
      {},
      ({ config }) => {
        if (!config.auth.allowSignUp) throw new Error("Refused");
        return { "auth.otp.allowSignIn": true };
      },
      (unchanged) => ({ removed: db.delete(users).where(and(eq(users.id, userId), unchanged)) }),
    );
    await expect(refused).rejects.toThrow("Refused");
    expect(await userIds(p.id)).toEqual([userId]);
    expect((await stored(p.id)).config.auth.otp.allowSignIn).toBe(false);
  });

  it("makes the change again when the project has become one in production since it was read", async () => {
    // Attack: production is switched on and, at the same moment, a domain is trusted that production refuses.
    const p = await project();
    const stale = await stored(p.id);
    await p.admin("PATCH /internal/projects/current", { body: { is_production_mode: true } });
    const seen: boolean[] = [];
    await changeProject({ db, settings, trace: newTrace(), caller, fail }, stale, {}, ({ isProductionMode }) => {
      seen.push(isProductionMode);
      return { "auth.otp.allowSignIn": true };
    });
    expect(seen).toEqual([false, true]);
  });

  it("409 when another change comes first again and again", async () => {
    const p = await project();
    let changes = 0;
    const contended: typeof db = Object.assign(Object.create(db), {
      batch: async (statements: Parameters<typeof db.batch>[0]) => {
        const config_override_string = JSON.stringify({ "emails.server.port": ++changes });
        await p.admin("PATCH /internal/config/override", { body: { config_override_string } });
        return db.batch(statements);
      },
    });
    const refused = changeProject(
      { db: contended, settings, trace: newTrace(), caller, fail },
      await stored(p.id),
      {},
      () => ({
        "auth.otp.allowSignIn": true,
      }),
    );
    await expect(refused).rejects.toMatchObject({
      definition: { status: 409, text: "The project is being changed by somebody else. Please try again." },
    });
    expect(changes).toBe(60);
    expect((await stored(p.id)).config.auth.otp.allowSignIn).toBe(false);
  });
});

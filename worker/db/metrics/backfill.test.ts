import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { browser, metricsOf, signInFrom } from "../../features/metrics/metrics.fixtures";
import { bcryptHash, create } from "../../features/users/users/users.fixtures";
import { freshAddress } from "../../testing/mailbox";
import { project } from "../../testing/project";
import { projectsDb } from "../../testing/shards";

const noon = Date.UTC(2024, 11, 10, 12);

afterEach(() => {
  vi.useRealTimers();
});

const enabled = { isShared: true, allowSignIn: true };

describe("the migration that begins to count users", () => {
  it("counts those who are there already as if it had counted them from the first", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: noon });
    const p = await project({
      "auth.otp.allowSignIn": true,
      "auth.oauth.providers.google": { type: "google", ...enabled },
      "auth.oauth.providers.$acme:1": { type: "github", ...enabled },
    });
    const withPassword = () => ({
      primary_email: freshAddress(),
      primary_email_auth_enabled: true,
      password_hash: bcryptHash,
      otp_auth_enabled: true,
    });
    const [ada, grace] = [await create(p, withPassword()), await create(p, withPassword())];
    const anonymous = await create(p, { is_anonymous: true });
    // One who was never active.
    await create(p);
    for (const [index, provider_config_id] of ["google", "google", "$acme:1"].entries()) {
      const { status } = await p.server("POST /oauth-providers", {
        body: {
          user_id: ada.id,
          provider_config_id,
          account_id: `account-${index}`,
          allow_sign_in: index !== 1,
          allow_connected_accounts: false,
        },
      });
      expect(status).toBe(201);
    }
    await signInFrom(p, ada.id, "FR");
    vi.setSystemTime(noon + 1_000);
    await signInFrom(p, ada.id, "DE");
    vi.setSystemTime(noon + 2_000);
    await signInFrom(p, ada.id, "US", { is_impersonation: true });
    await signInFrom(p, grace.id, "T1");
    await signInFrom(p, anonymous.id, "DE");
    await p.client("POST /auth/anonymous/sign-up", { headers: browser });

    const readAll = async () => {
      const [{ cost: _, ...signedUp }, { cost: __, ...all }] = [
        await metricsOf(p),
        await metricsOf(p, { anonymous: true }),
      ];
      return { signedUp, all };
    };
    const counted = await readAll();
    expect(counted.all).toMatchObject({ total_users: 5, users_by_country: { DE: 2 } });
    expect(counted.all.login_methods).toEqual([
      { method: "otp", count: 2 },
      { method: "password", count: 2 },
      { method: "$acme:1", count: 1 },
      { method: "google", count: 1 },
    ]);
    await beginAnew();
    expect(await readAll()).toEqual(counted);

    // And it counts on from there.
    await create(p);
    expect((await metricsOf(p)).total_users).toBe(4);
  });
});

/** Takes away what the migration has made but tables and columns, and runs the rest of it again. */
async function beginAnew(): Promise<void> {
  const { queries = [] } = env.MIGRATIONS.find(({ name }) => name.includes("user_metrics")) ?? {};
  const statements = queries.map((query) => query.replace(/^(\s*--.*\n)*\s*/, ""));
  const triggers = statements.flatMap((query) => /^CREATE TRIGGER `(\w+)`/.exec(query)?.[1] ?? []);
  const again = statements.filter((query) => /^(UPDATE|INSERT|CREATE TRIGGER)/.test(query));
  expect([triggers.length, again.length]).toEqual([9, 14]);
  const emptied = [
    ...triggers.map((trigger) => `DROP TRIGGER ${trigger}`),
    "DELETE FROM user_counts",
    "DELETE FROM daily_user_counts",
    "UPDATE users SET last_active_day = null, last_country = null",
  ];
  // A later migration has the triggers leave out projects that are being moved.
  const { queries: later = [] } = env.MIGRATIONS.find(({ name }) => name.includes("project_moves")) ?? {};
  const replaced = later.filter((query) => triggers.some((trigger) => query.includes(`TRIGGER \`${trigger}\``)));
  expect(replaced.length).toBe(2 * triggers.length);
  await projectsDb.batch([...emptied, ...again, ...replaced].map((query) => projectsDb.prepare(query)));
}

import { and, eq, sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { dayOf } from "../../db/metrics/days";
import { dailyUserCounts } from "../../db/metrics/schema";
import { deleteDailyUserCounts } from "../../db/metrics/statements";
import { projects } from "../../db/projects/schema";
import { selectActiveUsers } from "../../db/users/activity";
import { users } from "../../db/users/schema";
import { passMinute } from "../../testing/jobs";
import { freshAddress } from "../../testing/mailbox";
import { planOf } from "../../testing/measured-databases";
import { anonymousUser, password, signIn, signUp, signUpBody } from "../../testing/password-sign-ins";
import { db, project, type TestProject } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { sendAndSettle } from "../../testing/send-request";
import { d1 } from "../../testing/shards";
import { refreshForm } from "../../testing/sign-ins";
import { bareUser } from "../../testing/tokens";
import { create } from "../users/users/users.fixtures";
import { browser, metricsOf, signInFrom } from "./metrics.fixtures";

const key = "GET /internal/metrics";
const dayMillis = 24 * 60 * 60 * 1000;

/** A time of day at which no test runs into the next day. */
const noon = Date.UTC(2024, 11, 10, 12);

/** The keys of a test's project are valid at any time before. */
function setTime(now: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now });
}

beforeEach(() => setTime(noon));

afterEach(() => {
  vi.useRealTimers();
});

describe(key, () => {
  it("200 for a project without users: zeros for 31 UTC days, across the end of a leap year's February", async () => {
    const p = await project();
    setTime(Date.UTC(2024, 2, 10, 23, 59, 59, 999));
    const { body, cost } = await p.admin(key);
    const { daily_users, daily_active_users, ...others } = body;
    expect(others).toEqual({
      total_users: 0,
      users_by_country: {},
      recently_registered: [],
      recently_active: [],
      login_methods: [],
      code_users: 0,
      users_without_method: 0,
    });
    expect(daily_active_users).toEqual(daily_users);
    expect(daily_users).toHaveLength(31);
    expect([daily_users[0], daily_users[19], daily_users[30]]).toEqual([
      { date: "2024-02-09", activity: 0 },
      { date: "2024-02-28", activity: 0 },
      { date: "2024-03-10", activity: 0 },
    ]);
    expect(daily_users[20].date).toBe("2024-02-29");
    expect(cost.d1).toBe(1);
  });

  it("200 counts a day from midnight to midnight UTC, and shows nothing older than 30 days", async () => {
    const p = await project();
    const midnight = Date.UTC(2024, 5, 15);
    setTime(midnight - 1);
    const { id } = await create(p);
    await signInFrom(p, id, undefined);
    setTime(midnight);
    await create(p);
    await signInFrom(p, id, undefined);
    const { daily_users, daily_active_users } = await metricsOf(p);
    for (const days of [daily_users, daily_active_users]) {
      expect(days.slice(-3).map(({ activity }: { activity: number }) => activity)).toEqual([0, 1, 1]);
    }
    setTime(midnight + 30 * dayMillis);
    expect((await metricsOf(p)).daily_users[0]).toEqual({ date: "2024-06-15", activity: 1 });
    setTime(midnight + 31 * dayMillis);
    const later = await metricsOf(p);
    expect(later.total_users).toBe(2);
    expect(later.daily_users.every(({ activity }: { activity: number }) => activity === 0)).toBe(true);
  });

  it("200 counts a user once a day, by sign-up, sign-in and refresh", async () => {
    const p = await project();
    const { email, refresh_token } = await signUp(p);
    expect((await signIn(p, email)).status).toBe(200);
    await sendAndSettle("POST /auth/oauth/token", { body: refreshForm(p, refresh_token) });
    const idle = await create(p);
    const { total_users, daily_users, daily_active_users, recently_active, recently_registered } = await metricsOf(p);
    expect([total_users, daily_users[30].activity, daily_active_users[30].activity]).toEqual([2, 2, 1]);
    expect(recently_registered.map((user: { id: string }) => user.id)).toEqual([idle.id, recently_active[0].id]);
    expect(recently_active).toHaveLength(1);
  });

  it("200 with recent users as servers read them: five at most, newest first", async () => {
    const p = await project();
    const ids: string[] = [];
    for (let count = 0; count < 6; count++) ids.push((await create(p, { primary_email: freshAddress() })).id);
    for (const id of ids) await signInFrom(p, id, undefined);
    setTime(noon + 2);
    await signInFrom(p, ids[2] ?? "", undefined);
    const { recently_registered, recently_active } = await metricsOf(p);
    expect(recently_registered.map((user: { id: string }) => user.id)).toEqual(ids.toReversed().slice(0, 5));
    expect(recently_active).toHaveLength(5);
    expect(recently_active[0]).toEqual(
      (await p.server("GET /users/{user_id}", { params: { user_id: ids[2] ?? "" } })).body,
    );
  });

  it("200 counts users by the country of their latest activity that has one", async () => {
    const p = await project();
    const [ada, grace] = [await create(p), await create(p)];
    await signInFrom(p, ada.id, "DE");
    const { refresh_token } = await signInFrom(p, grace.id, "DE");
    expect((await metricsOf(p)).users_by_country).toEqual({ DE: 2 });
    const headers = browser;
    await sendAndSettle("POST /auth/oauth/token", {
      body: refreshForm(p, refresh_token),
      headers,
      cf: { country: "FR" },
    });
    for (const country of [undefined, "T1", "XX", "de"]) await signInFrom(p, ada.id, country);
    expect((await metricsOf(p)).users_by_country).toEqual({ DE: 1, FR: 1 });
    await p.server("DELETE /users/{user_id}", { params: { user_id: grace.id } });
    expect((await metricsOf(p)).users_by_country).toEqual({ DE: 1 });
  });

  // Evidence: does-move-user-where-they-impersonated
  it("200 does not move a user to where they are impersonated from", async () => {
    const p = await project();
    const { id } = await create(p);
    await signInFrom(p, id, "DE");
    const { refresh_token } = await signInFrom(p, id, "US", { is_impersonation: true });
    await sendAndSettle("POST /auth/oauth/token", {
      body: refreshForm(p, refresh_token),
      headers: browser,
      cf: { country: "US" },
    });
    expect((await metricsOf(p)).users_by_country).toEqual({ DE: 1 });
  });

  it("200 keeps anonymous users apart, and counts them as others once they sign up", async () => {
    const p = await project();
    const { userId, tokens } = await anonymousUser(p);
    await signInFrom(p, userId, "DE");
    const counted = async (anonymous: boolean) => {
      const { total_users, daily_users, daily_active_users, users_by_country, ...others } = await metricsOf(p, {
        anonymous,
      });
      const { recently_registered, recently_active } = others;
      const today = [daily_users[30].activity, daily_active_users[30].activity];
      return [total_users, ...today, users_by_country, recently_registered.length, recently_active.length];
    };
    expect(await counted(false)).toEqual([0, 0, 0, {}, 0, 0]);
    expect(await counted(true)).toEqual([1, 1, 1, { DE: 1 }, 1, 1]);
    await signUp(p, { tokens });
    for (const anonymous of [false, true]) {
      expect(await counted(anonymous)).toEqual([1, 1, 1, { DE: 1 }, 1, 1]);
    }
  });

  it("200 counts sign-in methods of all users, most used first", async () => {
    const p = await project({
      "auth.otp.allowSignIn": true,
      "auth.oauth.providers.google": { type: "google", isShared: true, allowSignIn: true },
      "auth.oauth.providers.$acme:1": { type: "github", isShared: true, allowSignIn: true },
    });
    const email = freshAddress();
    const ada = await create(p, {
      primary_email: email,
      primary_email_auth_enabled: true,
      password,
      otp_auth_enabled: true,
    });
    await create(p, { primary_email: freshAddress(), primary_email_auth_enabled: true, password, is_anonymous: true });
    const links: { id: string }[] = [];
    for (const provider_config_id of ["google", "$acme:1"]) {
      const { status, body } = await p.server("POST /oauth-providers", {
        body: {
          user_id: ada.id,
          provider_config_id,
          account_id: "1",
          allow_sign_in: true,
          allow_connected_accounts: false,
        },
      });
      expect(status).toBe(201);
      links.push(body);
    }
    const methods = async () => (await metricsOf(p)).login_methods;
    expect(await methods()).toEqual([
      { method: "password", count: 2 },
      { method: "$acme:1", count: 1 },
      { method: "google", count: 1 },
      { method: "otp", count: 1 },
    ]);
    const params = { user_id: ada.id, provider_id: links[0]?.id ?? "" };
    await p.server("PATCH /oauth-providers/{user_id}/{provider_id}", { params, body: { allow_sign_in: false } });
    await p.server("PATCH /users/{user_id}", { params, body: { otp_auth_enabled: false } });
    expect(await methods()).toEqual([
      { method: "password", count: 2 },
      { method: "$acme:1", count: 1 },
    ]);
    await p.server("DELETE /users/{user_id}", { params });
    expect(await methods()).toEqual([{ method: "password", count: 1 }]);
  });

  it("200 counts whom a code signs in, also by a verified address alone, and who has no method: they explain the sum", async () => {
    const p = await project({ "auth.otp.allowSignIn": true });
    const verified = { primary_email_verified: true, primary_email_auth_enabled: true };
    const invited = await create(p, { primary_email: freshAddress(), ...verified });
    await create(p, { primary_email: freshAddress(), ...verified, otp_auth_enabled: true });
    await create(p, { primary_email: freshAddress(), primary_email_auth_enabled: true, password });
    await create(p, { display_name: "Imported" });
    await p.client("POST /auth/anonymous/sign-up");
    const counted = async () => {
      const { total_users, login_methods, code_users, users_without_method } = await metricsOf(p);
      return [total_users, login_methods, code_users, users_without_method];
    };
    const chosen = [
      { method: "otp", count: 1 },
      { method: "password", count: 1 },
    ];
    expect(await counted()).toEqual([4, chosen, 2, 1]);
    const switchedOff = { params: { user_id: invited.id }, body: { otp_auth_enabled: false } };
    await p.server("PATCH /users/{user_id}", switchedOff);
    expect(await counted()).toEqual([4, chosen, 1, 2]);
    await p.server("DELETE /users/{user_id}", { params: { user_id: invited.id } });
    expect(await counted()).toEqual([3, chosen, 1, 1]);
  });

  it("200 keeps the activity of users who are gone, and nothing else of them", async () => {
    const p = await project();
    const { id } = await create(p);
    await signInFrom(p, id, "DE");
    await p.server("DELETE /users/{user_id}", { params: { user_id: id } });
    const { daily_active_users, daily_users, cost, ...others } = await metricsOf(p);
    expect(daily_active_users[30].activity).toBe(1);
    expect(daily_users[30].activity).toBe(0);
    expect(others).toEqual({
      total_users: 0,
      users_by_country: {},
      recently_registered: [],
      recently_active: [],
      login_methods: [],
      code_users: 0,
      users_without_method: 0,
    });
  });

  it.each(["other", "1", "TRUE", ""])("400 SCHEMA_ERROR for include_anonymous=%j", async (include_anonymous) => {
    const p = await project();
    expectError(await p.admin(key, { query: { include_anonymous } }), 400, "SCHEMA_ERROR");
  });

  it("200 with nothing of another project", async () => {
    // Attack: the owner of one project reads how well another one does.
    const [p, other] = [await project(), await project()];
    await signInFrom(other, (await create(other)).id, "DE");
    const { total_users, users_by_country, recently_active } = await metricsOf(p, { anonymous: true });
    expect([total_users, users_by_country, recently_active]).toEqual([0, {}, []]);
    const headers = { "x-stack-project-id": other.id };
    expectError(await p.admin(key, { headers }), 401, "INVALID_SUPER_SECRET_ADMIN_KEY");
  });

  // Evidence: country-edge-alone
  it("200 with the country of the edge alone", async () => {
    // Attack: a client names its country, to fill the owner's metrics with whatever it likes.
    const p = await project();
    const headers = {
      ...browser,
      "cf-ipcountry": "AQ",
      "x-country": "AQ",
      "x-forwarded-for": "1.1.1.1",
      "x-vercel-ip-country": "AQ",
      "x-stack-requester": '{"country":"AQ"}',
    };
    const [signedUp] = [
      await p.client("POST /auth/password/sign-up", { body: signUpBody(), headers }),
      await p.client("POST /auth/anonymous/sign-up", { headers }),
    ];
    expect(signedUp.status).toBe(200);
    expect((await metricsOf(p, { anonymous: true })).users_by_country).toEqual({});
  });

  // Evidence: exact-numbers-after-20-sign-ups
  it("200 with exact numbers after 20 sign-ups, sign-ins and deletions at once", async () => {
    // Attack: requests at once, of which two read the same count and each write it increased by one.
    const p = await project();
    const old = await Promise.all(Array.from({ length: 20 }, () => bareUser(p.id, { hasPassword: true })));
    await Promise.all([
      ...Array.from({ length: 20 }, () =>
        p.client("POST /auth/anonymous/sign-up", { headers: browser, cf: { country: "DE" } }),
      ),
      ...old.slice(0, 10).map((user_id) => p.server("DELETE /users/{user_id}", { params: { user_id } })),
      ...old.slice(10).flatMap((id) => [signInFrom(p, id, "FR"), signInFrom(p, id, "FR")]),
    ]);
    const { total_users, daily_users, daily_active_users, users_by_country, login_methods } = await metricsOf(p, {
      anonymous: true,
    });
    expect({
      total_users,
      signUps: daily_users[30].activity,
      active: daily_active_users[30].activity,
      users_by_country,
      login_methods,
    }).toEqual({
      total_users: 30,
      signUps: 30,
      active: 30,
      users_by_country: { DE: 20, FR: 10 },
      login_methods: [{ method: "password", count: 10 }],
    });
    expect((await metricsOf(p)).total_users).toBe(10);
  });

  it("counts nothing for a sign-up that fails", async () => {
    const p = await project();
    const { email } = await signUp(p);
    expectError(
      await p.client("POST /auth/password/sign-up", { body: signUpBody({ email }) }),
      409,
      "USER_EMAIL_ALREADY_EXISTS",
    );
    const { total_users, daily_users, login_methods } = await metricsOf(p);
    expect([total_users, daily_users[30].activity, login_methods]).toEqual([1, 1, [{ method: "password", count: 1 }]]);
  });

  it("leaves nothing of a project that is deleted", async () => {
    const p = await project();
    await signInFrom(p, (await create(p)).id, "DE");
    await db.batch([db.delete(projects).where(eq(projects.projectId, p.id))]);
    const [rows] = await db.batch([db.select().from(dailyUserCounts).where(eq(dailyUserCounts.projectId, p.id))]);
    expect(rows).toEqual([]);
  });
});

describe("the metrics of 10,000 users from 676 countries", () => {
  let p: TestProject;

  beforeAll(async () => {
    setTime(noon);
    p = await project();
    const now = noon;
    const insertUsers = `insert into users (project_id, id, ordinal, is_anonymous, signed_up_at, last_active_at, has_password)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 10000)
      select ?1, 'user-' || n, (select coalesce(max(ordinal), 0) from users) + n, n % 2, ?2 - n * 600000, ?2 - n, 1
      from numbers`;
    await d1.prepare(insertUsers).bind(p.id, now).run();
    await db.batch([
      db
        .update(users)
        .set({
          lastActiveDay: sql`${dayOf(now)} - ordinal % 40`,
          lastCountry: sql`char(65 + ordinal % 26, 65 + ordinal / 26 % 26)`,
        })
        .where(eq(users.projectId, p.id)),
    ]);
  });

  it.each([false, true])("cost one round trip and 200 rows at most; anonymous users too: %s", async (anonymous) => {
    const { cost, total_users, users_by_country } = await metricsOf(p, { anonymous });
    expect([total_users, Object.keys(users_by_country).length]).toEqual(
      anonymous ? [10_000, 676] : [5_000, expect.any(Number)],
    );
    expect(cost.d1).toBe(1);
    expect(cost.rowsRead).toBeLessThanOrEqual(200);
  });

  it("find recent users by an index", async () => {
    const plan = await planOf(selectActiveUsers(db, { projectId: p.id, isAnonymous: false, limit: 5 }));
    expect(plan).toMatch(/SEARCH users USING INDEX active_users_by_activity/);
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
  });
});

describe("the sweep of daily counts", () => {
  it("deletes those of all projects after 400 days, found by an index", async () => {
    const [p, other] = [await project(), await project()];
    const today = dayOf(Date.now());
    const row = (projectId: string, day: number) => ({ projectId, day, signUps: 1 });
    await db.batch([
      db
        .insert(dailyUserCounts)
        .values([row(p.id, today - 399), row(p.id, today - 400), row(other.id, today - 1_000), row(other.id, today)]),
    ]);
    await passMinute();
    const [left] = await db.batch([
      db
        .select({ projectId: dailyUserCounts.projectId, day: dailyUserCounts.day })
        .from(dailyUserCounts)
        .where(and(sql`project_id in (${p.id}, ${other.id})`)),
    ]);
    expect(left).toHaveLength(2);
    expect(left).toEqual(
      expect.arrayContaining([
        { projectId: p.id, day: today - 399 },
        { projectId: other.id, day: today },
      ]),
    );
    expect(await planOf(deleteDailyUserCounts(db, { before: 1 }))).toMatch(
      /SEARCH daily_user_counts USING COVERING INDEX daily_user_counts_by_day/,
    );
  });
});

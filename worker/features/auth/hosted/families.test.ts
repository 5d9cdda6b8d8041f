import { describe, expect, it } from "vitest";
import { endFamilyOf, endOthersOfFamilyBeyond } from "../../../db/sessions/changes";
import { freshAddress } from "../../../testing/mailbox";
import { planOf } from "../../../testing/measured-databases";
import { signIn, signUp } from "../../../testing/password-sign-ins";
import { db } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { sendAndSettle } from "../../../testing/send-request";
import { exchange, isAlive, refreshForm, sessionRow, signedIn } from "../../../testing/sign-ins";
import {
  blog,
  changeSession,
  hostedProject,
  hostedSession,
  reconfigure,
  redemption,
  sessionIdsOf,
  signInOn,
  visit,
} from "./hosted.fixtures";

/** A user on the hosted pages, on two websites, and with a session that has nothing to do with them. */
async function family(override = {}) {
  const p = await hostedProject(override);
  const root = await hostedSession(p);
  const onShop = await signInOn(p, root);
  const onBlog = await signInOn(p, onShop, blog);
  const apart = await hostedSession(p, { userId: root.userId });
  const alive = async () => Promise.all([root, onShop, onBlog, apart].map((session) => isAlive(p, session)));
  return { p, root, onShop, onBlog, apart, alive };
}

describe("signing out ends", () => {
  // Evidence: sessions-all-websites-hosted-pages
  it.each(["root", "onShop", "onBlog"] as const)(
    "the sessions of all websites and of the hosted pages, from %s",
    async (name) => {
      const { p, alive, ...sessions } = await family();
      expect(await alive()).toEqual([true, true, true, true]);
      const response = await p.as(sessions[name]).client("DELETE /auth/sessions/current");
      expect(response.status).toBe(200);
      expect(await alive()).toEqual([false, false, false, true]);
      expectError(
        await p.as(sessions[name]).client("DELETE /auth/sessions/current"),
        401,
        "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
      );
    },
  );

  it("a family that the list of sessions names as one", async () => {
    const { p, root, onBlog, apart } = await family();
    const { body } = await p.as(onBlog).client("GET /auth/sessions", { query: { user_id: "me" } });
    const families: string[] = body.items.map(({ family_id }: { family_id: string }) => family_id);
    expect(families.toSorted()).toEqual([...Array(3).fill(root.id), apart.id].toSorted());
  });

  it("nothing of another family", async () => {
    const { p, apart, alive } = await family();
    await p.as(apart).client("DELETE /auth/sessions/current");
    expect(await alive()).toEqual([true, true, true, false]);
  });

  it("also what a website would have got from a code that it has not redeemed", async () => {
    // Attack: a code is kept back until its user has signed out.
    const { p, root, onBlog } = await family();
    const form = redemption(p, await visit(p, root));
    await p.as(onBlog).client("DELETE /auth/sessions/current");
    expectError(await exchange(form), 400, "INVALID_AUTHORIZATION_CODE");
  });
});

describe("a sign-out that races with the family's other requests", () => {
  // Evidence: sign-out-races-leave-no-session-of-family
  it("leaves no session of it, whatever was refreshed or redeemed meanwhile, and the others as they were", async () => {
    // Attack: a page of one website refreshes its session and redeems codes again and again while the user signs out on another.
    const { p, root, onShop, onBlog, apart, alive } = await family();
    const forms = await Promise.all(Array.from({ length: 6 }, async () => redemption(p, await visit(p, root))));
    const refreshes = [root, onShop].map(({ refresh_token }) => exchange(refreshForm(p, refresh_token)));
    const redemptions = forms.map((form) => exchange(form));
    const [signedOut] = await Promise.all([
      p.as(onBlog).client("DELETE /auth/sessions/current"),
      ...refreshes,
      ...redemptions,
    ]);
    expect(signedOut.status).toBe(200);
    expect(await sessionIdsOf(p, root.userId)).toEqual([apart.id]);
    expect(await alive()).toEqual([false, false, false, true]);
  });
});

describe("a family of sessions", () => {
  // Evidence: sessions-of-a-family-are-thirty
  it("has thirty sessions of websites: a further one ends the least recently used one, and no root", async () => {
    // Attack: one session on the hosted pages redeems codes without end, and each makes a session that stays for a year. They fill the
    // database past every quota, until a claim of the account, which ends them all, takes longer than a database allows.
    const p = await hostedProject();
    const root = await hostedSession(p);
    const [oldest, next] = [await signInOn(p, root), await signInOn(p, root, blog)];
    await changeSession(root.id, { lastUsedAt: 1 });
    await changeSession(oldest.id, { lastUsedAt: 2 });
    await changeSession(next.id, { lastUsedAt: 3 });
    await Promise.all(Array.from({ length: 28 }, () => signInOn(p, root)));
    expect(await isAlive(p, oldest)).toBe(true);
    await changeSession(oldest.id, { lastUsedAt: 2 });
    const newest = await signInOn(p, next);
    const alive = await Promise.all([root, oldest, next, newest].map((session) => isAlive(p, session)));
    expect(alive).toEqual([true, false, true, true]);
    expect(await sessionIdsOf(p, root.userId)).toHaveLength(31);
  });

  it("is found by its root, without a scan of the project's sessions", async () => {
    const member = { projectId: "p", rootSessionId: "r", sessionId: "s", count: 30 };
    const plan = await planOf(endOthersOfFamilyBeyond(db, member));
    expect(plan.match(/sessions_by_root \(project_id=\? AND root_session_id=\?\)/g)).toHaveLength(2);
    expect(plan).not.toMatch(/SCAN sessions|\(project_id=\?\)/);
  });

  it("ends where one of them is ended from a list", async () => {
    const { p, apart, onShop, alive } = await family();
    const response = await p.as(apart).client("DELETE /auth/sessions/{session_id}", {
      params: { session_id: onShop.id },
    });
    expect(response.status).toBe(200);
    expect(await alive()).toEqual([false, false, false, true]);
  });

  it("counts as one of the sessions that a user may have, and ends as one", async () => {
    const { p, root, onShop, onBlog, apart } = await family();
    const stored = async () => (await sessionIdsOf(p, root.userId)).toSorted();
    await reconfigure(p, { "auth.sessions.maxPerUser": 2 });
    const again = await signInOn(p, root, blog);
    const members = [root.id, onShop.id, onBlog.id, again.id];
    expect(await stored()).toEqual([...members, apart.id].toSorted());
    // One website was used after the session apart, and the other members before it.
    for (const id of [root.id, onBlog.id, again.id]) await changeSession(id, { lastUsedAt: 1 });
    await changeSession(apart.id, { lastUsedAt: 2 });
    await changeSession(onShop.id, { lastUsedAt: 3 });
    const second = await signedIn(p, root.userId);
    expect(await stored()).toEqual([...members, second.id].toSorted());
    const third = await signedIn(p, root.userId);
    expect(await stored()).toEqual([second.id, third.id].toSorted());
  });

  it("is not idle while one website of it is used", async () => {
    const { p, root, onShop, onBlog } = await family({ "auth.sessions.idleMinutes": 10 });
    for (const { id } of [root, onShop, onBlog]) await changeSession(id, { lastUsedAt: Date.now() - 9 * 60_000 });
    await sendAndSettle("POST /auth/oauth/token", { body: refreshForm(p, onShop.refresh_token) });
    expect(Number((await sessionRow(p, root.id))?.lastUsedAt)).toBeGreaterThan(Date.now() - 60_000);
    // A website that was not visited asks the hosted pages again.
    await changeSession(onBlog.id, { lastUsedAt: Date.now() - 10 * 60_000 });
    expect([await isAlive(p, onBlog), await isAlive(p, root)]).toEqual([false, true]);
  });

  it("ends but for the session that changes the password, which the user keeps", async () => {
    // Attack: a thief has a website's session. The owner changes the password on another website.
    const p = await hostedProject({ "domains.allowLocalhost": true });
    const root = await signUp(p);
    const [thiefs, mine] = [await signInOn(p, root), await signInOn(p, root, blog)];
    const body = { old_password: "correct horse battery", new_password: "a longer passphrase" };
    expect((await p.as(mine).client("POST /auth/password/update", { body })).status).toBe(200);
    expect([await isAlive(p, root), await isAlive(p, thiefs), await isAlive(p, mine)]).toEqual([false, false, true]);
    expect((await p.as(mine).client("DELETE /auth/sessions/current")).status).toBe(200);
    expect(await isAlive(p, mine)).toBe(false);
  });

  it("is found by its keys, without a scan of the project's sessions", async () => {
    const plan = await planOf(endFamilyOf(db, { projectId: "p", sessionId: "s" }));
    expect(plan).toContain("MULTI-INDEX OR");
    expect(plan).toContain("sessions_by_root (project_id=? AND root_session_id=?)");
    expect(plan).not.toMatch(/SCAN sessions|\(project_id=\?\)/);
  });

  it("is none of a sign-in on the website itself", async () => {
    const p = await hostedProject({ "domains.allowLocalhost": true });
    const { email } = await signUp(p, { email: freshAddress() });
    const { body } = await signIn(p, email);
    const other = await signIn(p, email);
    await p.as(body).client("DELETE /auth/sessions/current");
    expect(await isAlive(p, other.body)).toBe(true);
  });
});

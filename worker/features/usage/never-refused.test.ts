import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { systemActor } from "../../db/audit/actor";
import { recordAuditOf } from "../../db/audit/changes";
import type { AuditEventType } from "../../db/audit/event-types";
import { auditEvents } from "../../db/audit/schema";
import { setQuota, storageOf } from "../../db/storage/storage.fixtures";
import { isStorageFull } from "../../platform/database";
import { authenticator } from "../../testing/authenticator";
import { signInByCode } from "../../testing/code-sign-ins";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { signInWithProvider } from "../../testing/oauth-sign-ins";
import { codeIn, resetCode, signIn, signUp } from "../../testing/password-sign-ins";
import { db, firstDb, internalProject, type TestProject } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { claimsOf } from "../../testing/sign-ins";
import { register } from "../auth/passkey/passkey.fixtures";
import { followLink, openProject, ownersPassword, withFactor } from "../auth/planted-accounts.fixtures";
import { changeOne, deleteOne, paramsOf } from "../users/contact-channels/contact-channels.fixtures";
import { endpointOf } from "../webhooks/webhooks.fixtures";

type Status = { status: number };

/** Says what is set up while there is room, and what is done beyond the quota: it returns the responses, of which none is refused. */
type Action = (p: TestProject) => Promise<() => Promise<Status[]>>;

const verify = "POST /contact-channels/verify";
const oneLink = "/oauth-providers/{user_id}/{provider_id}";

/** Lets a project store so many times its quota. */
async function setTimes(p: TestProject, times: number): Promise<void> {
  await setQuota(p.id, { maxBytes: Math.floor((await storageOf(p.id)).bytes / times) });
}

const resets = (prepare: (p: TestProject, user: Awaited<ReturnType<typeof signUp>>) => Promise<unknown>): Action => {
  return async (p) => {
    const user = await signUp(p);
    await prepare(p, user);
    const code = await resetCode(p, user.email);
    return async () => [
      await p.client("POST /auth/password/reset", { body: { code, password: ownersPassword } }),
      await signIn(p, user.email, ownersPassword),
    ];
  };
};

const verifyAs = async (p: TestProject, user: Awaited<ReturnType<typeof signUp>>) => {
  const code = codeIn((await mailbox({ to: user.email }))[0]);
  return p.as(user).client(verify, { body: { code } });
};

/** A user with an account at a provider, and the one there. */
async function linked(p: TestProject) {
  const user = await signUp(p);
  const link = { query: { type: "link", token: user.access_token } };
  await signInWithProvider(p, { email: freshAddress() }, { provider: "github", ...link });
  const { body } = await p.as(user).client("GET /oauth-providers", { query: { user_id: "me" } });
  return { user, params: { user_id: "me", provider_id: String(body.items[0].id) } };
}

const keySet = (description = "Backend") => ({
  description,
  expires_at_millis: Date.now() + 60 * 60_000,
  has_publishable_client_key: false,
  has_secret_server_key: true,
  has_super_secret_admin_key: false,
});
const newKeySet = (p: TestProject, description?: string) =>
  p.admin("POST /internal/api-keys", { body: keySet(description) });
const oneKeySet = "PATCH /internal/api-keys/{api_key_id}";
const changeKeySet = (p: TestProject, api_key_id: string, body: object) =>
  p.admin(oneKeySet, { params: { api_key_id }, body });

const actions: [string, Action][] = [
  ["a reset of a user whose address nobody has proven", resets(async () => {})],
  ["a reset of one whose address its email alone has proven", resets((p, { email }) => followLink(p, email))],
  ["a reset of one who has proven the address", resets(verifyAs)],
  [
    "a sign-in by a provider that claims an account",
    async (p) => {
      const { email } = await signUp(p);
      await followLink(p, email);
      return async () => [await signInWithProvider(p, { email })];
    },
  ],
  [
    "a sign-in by a code that claims an account, where there are no passwords",
    async (p) => {
      const { email } = await signUp(p);
      await p.admin("PATCH /internal/projects/current", { body: { config: { credential_enabled: false } } });
      return async () => [await signInByCode(p, { email })];
    },
  ],
  [
    "the first link to an address, which ends a second factor of before",
    async (p) => {
      const { code } = await withFactor(p);
      return async () => [await p.client(verify, { body: { code } })];
    },
  ],
  [
    "the ends of sessions",
    async (p) => {
      const { email, user_id: id } = await signUp(p);
      const [first, second] = [(await signIn(p, email)).body, (await signIn(p, email)).body];
      const session_id = String(claimsOf(second.access_token).refresh_token_id);
      return async () => [
        await p.as(first).client("DELETE /auth/sessions/{session_id}", { params: { session_id } }),
        await p.as(first).client("DELETE /auth/sessions/current"),
        await p.server("PUT /users/{user_id}/suspension", { params: { user_id: id }, body: { reason: "Spam" } }),
        await p.server("DELETE /users/{user_id}/suspension", { params: { user_id: id } }),
      ];
    },
  ],
  [
    "the link of a security notice",
    async (p) => {
      await p.admin("PATCH /internal/config/override", {
        body: { config_override_string: JSON.stringify({ "auth.securityNotices": true }) },
      });
      const user = await signUp(p);
      await verifyAs(p, user);
      await p.as(user).client("PATCH /users/me", { body: { totp_secret_base64: authenticator().secretBase64 } });
      const notice = (await mailbox({ to: user.email, atLeast: 2 })).at(-1);
      const code = new URL(notice?.links[0] ?? "").searchParams.get("code") ?? "";
      return async () => [await p.client("POST /auth/security-notices/end-sessions", { query: { code } })];
    },
  ],
  [
    "the end of a second factor, a passkey, sign-in by an address and the address",
    async (p) => {
      const user = await signUp(p);
      const own = p.as(user);
      await register(p, user);
      await own.client("PATCH /users/me", { body: { totp_secret_base64: authenticator().secretBase64 } });
      const body = { user_id: "me", type: "email", used_for_auth: true, value: freshAddress() };
      const { body: further } = await own.client("POST /contact-channels", { body });
      const params = paramsOf(further);
      return async () => [
        await own.client("PATCH /users/me", { body: { totp_secret_base64: null } }),
        await own.client(changeOne, { params, body: { used_for_auth: false } }),
        await own.client(deleteOne, { params }),
        await own.client("POST /auth/password/update", {
          body: { old_password: "correct horse battery", new_password: ownersPassword },
        }),
      ];
    },
  ],
  [
    "the end of a second factor, and another password, by a server",
    async (p) => {
      const { attacker: user } = await withFactor(p);
      const key = "PATCH /users/{user_id}";
      const params = { user_id: user.user_id };
      return async () => [
        await p.server(key, { params, body: { totp_secret_base64: null } }),
        await p.server(key, { params, body: { password: ownersPassword } }),
      ];
    },
  ],
  [
    "the end of sign-in by a linked account, and of the link",
    async (p) => {
      const { user, params } = await linked(p);
      return async () => [
        await p.as(user).client(`PATCH ${oneLink}`, { params, body: { allow_sign_in: false } }),
        await p.as(user).client(`DELETE ${oneLink}`, { params }),
      ];
    },
  ],
  [
    "the verification of an address by a server",
    async (p) => {
      const { user_id } = await signUp(p);
      const body = { primary_email_verified: true };
      return async () => [await p.server("PATCH /users/{user_id}", { params: { user_id }, body })];
    },
  ],
  [
    "a new key set in place of one whose keys have leaked",
    async (p) => {
      const { body: leaked } = await newKeySet(p);
      return async () => [await newKeySet(p), await changeKeySet(p, leaked.id, { revoked: true })];
    },
  ],
  [
    "the configuration, by which an owner switches things off",
    async (p) => async () => [
      await p.admin("PATCH /internal/projects/current", { body: { config: { sign_up_enabled: false } } }),
      await p.admin("PATCH /internal/projects/current", { body: { config: { credential_enabled: false } } }),
      await p.admin("PATCH /internal/config/override", {
        body: { config_override_string: JSON.stringify({ "auth.otp.allowSignIn": false }) },
      }),
    ],
  ],
];

// Evidence: claims-are-refused-by-no-quota
// Attack: strangers fill a project by sign-ups. They go on by what no quota refuses, to twice the quota and to more than four times. From
// then on nobody gets rid of a stranger who has planted an account for their address and goes on signing in. The owner of the project
// cannot switch passwords off either.
describe.each([2.5, 4.5])("at %d times the quota of a project", (times) => {
  it.each(actions)("200 for %s", async (_, prepare) => {
    const p = await openProject();
    await endpointOf(p);
    const act = await prepare(p);
    await setTimes(p, times);
    const responses = await act();
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  });
});

describe("a code whose batch fails", () => {
  // Attack: whatever refuses a reset or a proof, such as a quota, uses the emailed code up, and the planter stays.
  it("can be used afterwards", async () => {
    const p = await openProject();
    const { email } = await signUp(p);
    const code = codeIn((await mailbox({ to: email }))[0]);
    const reset = { code: await resetCode(p, email), password: ownersPassword };
    const failing = `create trigger fails_in_test before insert on audit_events when new.project_id = '${p.id}' begin select raise(abort, 'gatehouse: the storage of this project is full'); end`;
    await db.$client.batch([db.$client.prepare(failing)]);
    try {
      expect((await p.client("POST /auth/password/reset", { body: reset })).status).toBe(413);
    } finally {
      await db.$client.batch([db.$client.prepare("drop trigger fails_in_test")]);
    }
    expect((await p.client(verify, { body: { code } })).status).toBe(200);
    expect((await p.client("POST /auth/password/reset", { body: reset })).status).toBe(200);
    expectError(await p.client("POST /auth/password/reset", { body: reset }), 409, "VERIFICATION_CODE_ALREADY_USED");
  });
});

describe("the audit log of a project at more than four times its quota", () => {
  // Attack: someone does without end what is never refused, such as switching a second factor on and off. Each time leaves an event for a
  // year.
  it("has one event of each kind that is never refused, however often it happens", async () => {
    const p = await openProject();
    const { user, params } = await linked(p);
    await setTimes(p, 4.5);
    for (const allow_sign_in of [false, true, false, true]) {
      expect((await p.as(user).client(`PATCH ${oneLink}`, { params, body: { allow_sign_in } })).status).toBe(200);
      const config = { sign_up_enabled: allow_sign_in };
      expect((await p.admin("PATCH /internal/projects/current", { body: { config } })).status).toBe(200);
    }
    const types = db.select({ type: auditEvents.type }).from(auditEvents).where(eq(auditEvents.projectId, p.id));
    const [events] = await db.batch([types]);
    const count = (type: string) => events.filter((event) => event.type === type).length;
    expect([count("oauth_account.updated"), count("project.updated")]).toEqual([1, 1]);
  });
});

describe("the key sets of a project at more than four times its quota", () => {
  // Evidence: key-sets-beyond-the-quota-are-few
  // Attack: who has an admin key makes and revokes key sets without end. Each has a long text, and two events for a year.
  it("are twenty, of which a new one takes the place of one that is revoked, with twenty events of each kind a day", async () => {
    const p = await openProject();
    await setTimes(p, 4.5);
    // The project has one already, with whose keys it is requested.
    const ids: string[] = [];
    for (let number = 0; number < 19; number += 1) ids.push(String((await newKeySet(p)).body.id));
    expect((await newKeySet(p)).status).toBe(413);
    for (const id of ids) {
      expect((await changeKeySet(p, id, { description: "x".repeat(2_000), revoked: true })).status).toBe(413);
      expect((await changeKeySet(p, id, { revoked: true })).status).toBe(200);
      expect((await newKeySet(p, "x".repeat(2_000))).status).toBe(413);
      const made = await newKeySet(p);
      expect(made.status).toBe(200);
      expect((await changeKeySet(p, String(made.body.id), { revoked: true })).status).toBe(200);
    }
    const { items } = (await p.admin("GET /internal/api-keys")).body;
    expect(items).toHaveLength(20);
    const types = db.select({ type: auditEvents.type }).from(auditEvents).where(eq(auditEvents.projectId, p.id));
    const [events] = await db.batch([types]);
    const count = (type: string) => events.filter((event) => event.type === type).length;
    expect([count("internal_key.created"), count("internal_key.revoked")]).toEqual([20, 20]);
  });
});

describe("an account of the internal project whose events of a day are used up", () => {
  /** An owner whose address nobody has proven, with so many events. */
  async function usedUp() {
    const email = freshAddress();
    const account = { primary_email: email, primary_email_auth_enabled: true, password: "a password of an owner" };
    const { body: user } = await internalProject().server("POST /users", { body: account });
    const record = (type: AuditEventType, count = 1) =>
      firstDb.batch([
        recordAuditOf(
          firstDb,
          { id: "internal" },
          { ...systemActor, type: "user", id: user.id },
          { type, target: { type: "user", id: user.id } },
          sql`from json_each(${JSON.stringify(Array(count).fill(0))})`,
        ),
      ]);
    await record("user.signed_in", 1_000);
    return { email, record };
  }

  // Evidence: claims-of-owners-are-not-refused
  // Attack: a stranger has planted an owner's account, and leaves a thousand events there each day. The owner of its address then cannot
  // claim it.
  it("200 for a reset that claims it", async () => {
    const { email } = await usedUp();
    const request = { email, callback_url: "http://localhost:5173/handler/password-reset" };
    await internalProject().client("POST /auth/password/send-reset-code", { body: request });
    const body = { code: codeIn((await mailbox({ to: email })).at(-1)), password: ownersPassword };
    expect((await internalProject().client("POST /auth/password/reset", { body })).status).toBe(200);
  });

  // Attack: who links and unlinks an account without end leaves as many events, of which none is refused.
  it("records a linked account with the claim alone, and the end of a second factor", async () => {
    const { record } = await usedUp();
    const full = (error: unknown) => expect(isStorageFull(error)).toBe(true);
    await record("oauth_account.linked").then(() => expect.unreachable(), full);
    await record("totp.enabled").then(() => expect.unreachable(), full);
    for (const type of ["totp.disabled", "user.claimed", "oauth_account.linked"] as const) await record(type);
  });
});

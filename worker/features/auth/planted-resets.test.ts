import { describe, expect, it } from "vitest";
import { authenticator } from "../../testing/authenticator";
import { expectTooMany, limited } from "../../testing/limited";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { signInWithProvider } from "../../testing/oauth-sign-ins";
import { callbackUrl, codeIn, password, readUser, resetCode, signIn, signUp } from "../../testing/password-sign-ins";
import type { TestProject, Tokens } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { add, changeOne, deleteOne, paramsOf, sendOne } from "../users/contact-channels/contact-channels.fixtures";
import { followLink, openProject, ownersPassword } from "./planted-accounts.fixtures";

const verify = "POST /contact-channels/verify";

type Attacker = Required<Tokens> & { user_id: string; email: string };

const reset = (p: TestProject, code: string, typed = ownersPassword) =>
  p.client("POST /auth/password/reset", { body: { code, password: typed } });

/** Switches a second factor of the session's user on, or off. */
const setFactor = (p: TestProject, user: Tokens, isOn: boolean) =>
  p.as(user).client("PATCH /users/me", {
    body: { totp_secret_base64: isOn ? authenticator().secretBase64 : null },
  });

/** Adds an address of the attacker's, and verifies it with their session. */
async function proveOwn(p: TestProject, attacker: Attacker, fields: object = {}) {
  const body = { user_id: "me", type: "email", used_for_auth: true, value: freshAddress(), ...fields };
  const { body: own } = await p.as(attacker).client("POST /contact-channels", { body });
  await p.as(attacker).client(sendOne, { params: paramsOf(own), body: { callback_url: callbackUrl } });
  const code = codeIn((await mailbox({ to: own.value }))[0]);
  expect((await p.as(attacker).client(verify, { body: { code } })).status).toBe(200);
  return own as { id: string; user_id: string; value: string };
}

/** Lists what whoever holds a session does every few seconds, so that no reset comes through. */
const interferences: [string, (p: TestProject, attacker: Attacker) => Promise<unknown>][] = [
  [
    "switched a second factor on and off",
    async (p, attacker) => {
      for (const isOn of [true, false]) expect((await setFactor(p, attacker, isOn)).status).toBe(200);
    },
  ],
  [
    "added an address and made it the primary one for a while",
    async (p, attacker) => {
      const body = { user_id: "me", type: "email", used_for_auth: true, is_primary: true, value: freshAddress() };
      const { body: own } = await p.as(attacker).client("POST /contact-channels", { body });
      const { body: list } = await p.as(attacker).client("GET /contact-channels", { query: { user_id: "me" } });
      const first = list.items.find(({ value }: { value: string }) => value === attacker.email);
      const again = { params: paramsOf(first), body: { is_primary: true } };
      expect((await p.as(attacker).client(changeOne, again)).status).toBe(200);
      expect((await p.as(attacker).client(deleteOne, { params: paramsOf(own) })).status).toBe(200);
    },
  ],
  [
    "reset the password by another address of theirs",
    async (p, attacker) => {
      const own = await proveOwn(p, attacker);
      expect((await reset(p, await resetCode(p, own.value), "the attacker's own")).status).toBe(200);
    },
  ],
  [
    "opened the link of a security notice",
    async (p, attacker) => {
      const own = await proveOwn(p, attacker, { is_primary: true });
      await setFactor(p, attacker, true);
      await setFactor(p, attacker, false);
      const link = (await mailbox({ to: own.value, atLeast: 2 })).at(-1)?.links[0] ?? "";
      const { searchParams } = new URL(link);
      const { body: list } = await p.as(attacker).client("GET /contact-channels", { query: { user_id: "me" } });
      const first = list.items.find(({ value }: { value: string }) => value === attacker.email);
      await p.as(attacker).client(changeOne, { params: paramsOf(first), body: { is_primary: true } });
      const code = searchParams.get("code") ?? "";
      expect((await p.client("POST /auth/security-notices/end-sessions", { query: { code } })).status).toBe(200);
    },
  ],
];

describe("the code of a reset email to an address that nobody has proven", () => {
  const passedOn: (typeof interferences)[number][] = [
    [
      "changed the password",
      async (p, attacker) => {
        const body = { old_password: password, new_password: "the attacker's own" };
        expect((await p.as(attacker).client("POST /auth/password/update", { body })).status).toBe(200);
      },
    ],
    [
      "passed the address on to another account of theirs",
      async (p, attacker) => {
        const body = { user_id: "me", type: "email", used_for_auth: true, is_primary: true, value: freshAddress() };
        expect((await p.as(attacker).client("POST /contact-channels", { body })).status).toBe(201);
        expect((await signUp(p, { email: attacker.email })).user_id).not.toBe(attacker.user_id);
      },
    ],
  ];

  // Evidence: sessions-keep-no-reset-from-succeeding
  // Attack: every few seconds, whoever planted the account does something with it that ends the codes of emails. So the victim
  // never gets through.
  it.each([...interferences, ...passedOn])("200 claims the account after who planted it %s", async (_, interfere) => {
    const p = await openProject({ "auth.securityNotices": true });
    const attacker = await signUp(p);
    const code = await resetCode(p, attacker.email);
    await interfere(p, attacker);
    expect((await reset(p, code)).status).toBe(200);
    const { status, body } = await signIn(p, attacker.email, ownersPassword);
    expect(status).toBe(200);
    expect(await readUser(p, body.user_id)).toMatchObject({
      primary_email: attacker.email,
      primary_email_verified: true,
      requires_totp_mfa: false,
    });
    expectError(await reset(p, code), 409, "VERIFICATION_CODE_ALREADY_USED");
  });

  // Attack: the same in the very moment of the reset, between what it reads and what it writes.
  it("200 claims the account while who planted it switches a second factor on and off", async () => {
    const p = await openProject();
    const attacker = await signUp(p);
    const code = await resetCode(p, attacker.email);
    const toggles = Array.from({ length: 30 }, (_, index) => setFactor(p, attacker, index % 2 === 0));
    const [{ status }] = await Promise.all([reset(p, code), ...toggles]);
    expect(status).toBe(200);
    expect((await readUser(p, attacker.user_id)).requires_totp_mfa).toBe(false);
    expect((await signIn(p, attacker.email, ownersPassword)).body.user_id).toBe(attacker.user_id);
  });

  // Attack: somebody reads the mailbox once, and keeps a reset link until its owner has proven the address and holds the account.
  it.each<[string, (p: TestProject, user: Attacker) => Promise<unknown>]>([
    [
      "verified the address themselves",
      async (p, user) => {
        const code = codeIn((await mailbox({ to: user.email }))[0]);
        expect((await p.as(user).client(verify, { body: { code } })).status).toBe(200);
      },
    ],
    [
      "claimed the account by a provider",
      async (p, user) => {
        await followLink(p, user.email);
        expect((await signInWithProvider(p, { email: user.email })).status).toBe(200);
      },
    ],
  ])("404 VERIFICATION_CODE_NOT_FOUND once its owner has %s", async (_, prove) => {
    const p = await openProject();
    const user = await signUp(p);
    const code = await resetCode(p, user.email);
    await prove(p, user);
    expectError(await reset(p, code), 404, "VERIFICATION_CODE_NOT_FOUND");
    expect((await signIn(p, user.email, ownersPassword)).status).toBe(400);
  });

  // Attack: the attacker has the address on no account in the moment in which the victim follows the link, and on one again afterwards.
  it("404 VERIFICATION_CODE_NOT_FOUND where no account signs in with it, and 200 once one does", async () => {
    const p = await openProject();
    const attacker = await signUp(p);
    const code = await resetCode(p, attacker.email);
    await p.server("DELETE /users/{user_id}", { params: { user_id: attacker.user_id } });
    expectError(await reset(p, code), 404, "VERIFICATION_CODE_NOT_FOUND");
    const { user_id: userId } = await signUp(p, { email: attacker.email });
    expect((await reset(p, code)).status).toBe(200);
    expect((await signIn(p, attacker.email, ownersPassword)).body.user_id).toBe(userId);
  });
});

describe("the code of a reset email to an address that its user has proven", () => {
  async function provenUser(p: TestProject) {
    const user = await signUp(p);
    const code = codeIn((await mailbox({ to: user.email }))[0]);
    expect((await p.as(user).client(verify, { body: { code } })).status).toBe(200);
    return user;
  }

  // Evidence: sessions-end-no-codes-of-a-proven-address
  // Attack: every few seconds, a thief of a session does something with it that ends the codes of emails. So the owner never gets
  // through with a reset, and never ends the session.
  it.each(interferences)("200 after who stole a session of theirs %s", async (_, interfere) => {
    const p = await openProject({ "auth.securityNotices": true });
    const user = await provenUser(p);
    const code = await resetCode(p, user.email);
    await interfere(p, user);
    expect((await reset(p, code)).status).toBe(200);
    expect((await signIn(p, user.email, ownersPassword)).body.user_id).toBe(user.user_id);
  });

  // Evidence: password-changes-are-few
  // Attack: who has stolen the password as well changes it every few seconds, each time with the end of the codes before.
  it("200 once 429 has stopped the changes of the password, five in an hour; the owner changes it afterwards", async () => {
    const p = await openProject();
    const user = await provenUser(p);
    const from = limited();
    const change = (tokens: Tokens, old_password: string, new_password: string) =>
      p.as(tokens).client("POST /auth/password/update", {
        settings: from.settings,
        headers: { ...from.headers, "x-stack-refresh-token": tokens.refresh_token ?? "" },
        body: { old_password, new_password },
      });
    const typed = Array.from({ length: 7 }, (_, index) => (index ? `${password} ${index}` : password));
    for (const [index, old] of typed.slice(0, 5).entries()) {
      expect((await change(user, old, typed[index + 1] ?? "")).status).toBe(200);
    }
    const code = await resetCode(p, user.email);
    expectTooMany(await change(user, typed[5] ?? "", typed[6] ?? ""), 60 * 60);
    const body = { code, password: ownersPassword };
    expect((await p.client("POST /auth/password/reset", { body, ...from })).status).toBe(200);
    const { body: owner } = await signIn(p, user.email, ownersPassword);
    expect((await change(owner, ownersPassword, password)).status).toBe(200);
  });

  // Attack: somebody reads the mailbox of a further address, and keeps a reset link. The owner takes the address from the account, has the
  // mailbox again, and proves it anew.
  it.each<[string, (p: TestProject, channel: Awaited<ReturnType<typeof add>>) => Promise<unknown>]>([
    [
      "removed the address and added it again",
      async (p, channel) => {
        expect((await p.server(deleteOne, { params: paramsOf(channel) })).status).toBe(200);
        await add(p, channel.user_id, { value: channel.value, used_for_auth: true, is_verified: true });
      },
    ],
    [
      "replaced the address and set it again",
      async (p, channel) => {
        for (const value of [freshAddress(), channel.value]) {
          const body = { value, is_verified: true };
          expect((await p.server(changeOne, { params: paramsOf(channel), body })).status).toBe(200);
        }
      },
    ],
    [
      "signed in with it no more for a while",
      async (p, channel) => {
        for (const used_for_auth of [false, true]) {
          expect((await p.server(changeOne, { params: paramsOf(channel), body: { used_for_auth } })).status).toBe(200);
        }
      },
    ],
  ])("404 VERIFICATION_CODE_NOT_FOUND once they %s", async (_, react) => {
    const p = await openProject();
    const user = await provenUser(p);
    const channel = await add(p, user.user_id, { value: freshAddress(), used_for_auth: true, is_verified: true });
    const code = await resetCode(p, channel.value);
    await react(p, channel);
    expectError(await reset(p, code), 404, "VERIFICATION_CODE_NOT_FOUND");
    expect((await signIn(p, user.email)).body.user_id).toBe(user.user_id);
  });

  // Attack: the attacker has proven an address of their own on the account that they have planted. They keep a reset link to that
  // address until the owner of the primary address has claimed the account.
  it("404 VERIFICATION_CODE_NOT_FOUND once the owner of another address has claimed the account", async () => {
    const p = await openProject();
    const attacker = await signUp(p);
    const own = await proveOwn(p, attacker);
    const [theirs, victims] = [await resetCode(p, own.value), await resetCode(p, attacker.email)];
    expect((await reset(p, victims)).status).toBe(200);
    expectError(await reset(p, theirs), 404, "VERIFICATION_CODE_NOT_FOUND");
    expect((await signIn(p, attacker.email, ownersPassword)).body.user_id).toBe(attacker.user_id);
  });
});

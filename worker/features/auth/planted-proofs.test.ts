import { describe, expect, it } from "vitest";
import { authenticator } from "../../testing/authenticator";
import { emailCode, redeemCode, signInByCode } from "../../testing/code-sign-ins";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { codeFor } from "../../testing/oauth-sign-ins";
import { anonymousUser, callbackUrl, codeIn, noPasswords, readUser } from "../../testing/password-sign-ins";
import type { TestProject, Tokens } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { exchange, isAlive, signedIn } from "../../testing/sign-ins";
import { add, changeOne, deleteOne, paramsOf, sendOne } from "../users/contact-channels/contact-channels.fixtures";
import { subjectOf } from "./oauth/oauth.fixtures";
import { openProject } from "./planted-accounts.fixtures";
import { addOwn, channelOf } from "./squatted-addresses.fixtures";

const verify = "POST /contact-channels/verify";

type Attacker = Required<Tokens> & { user_id: string };
interface Channel {
  id: string;
  user_id: string;
}

/** A project in which no reset gets anybody in. */
const codesAlone = () => openProject({ ...noPasswords, "users.allowClientUserDeletion": true });

/**
 * Signs in by an address of the attacker's own, and removes it. The account that is left looks as if it was made with whatever
 * address it gets.
 */
async function bareAccount(p: TestProject): Promise<Attacker> {
  const own = freshAddress();
  const { body: attacker } = await signInByCode(p, { email: own });
  const channel = await channelOf(p, attacker.user_id, own);
  expect((await p.as(attacker).client(deleteOne, { params: paramsOf(channel) })).status).toBe(200);
  return attacker;
}

/** Makes an address the one that an account goes by, without a proof. */
async function plantOn(p: TestProject, attacker: Attacker, email: string): Promise<Channel> {
  const { status, body } = await addOwn(p, attacker, email, { is_primary: true });
  expect([status, body]).toMatchObject([201, { used_for_auth: true, is_verified: false, is_primary: true }]);
  return body;
}

/** An account that an attacker has set up with somebody else's address. */
async function planted(p: TestProject, email = freshAddress()) {
  const attacker = await bareAccount(p);
  return { email, attacker, channel: await plantOn(p, attacker, email) };
}

type Planted = Awaited<ReturnType<typeof planted>>;

/** Lists what the holder of the account does every few seconds while the owner of the address reads their email. */
const interferences: [string, (p: TestProject, of: Planted) => Promise<unknown>][] = [
  [
    "added an address and removed it",
    async (p, { attacker }) => {
      const { body: other } = await addOwn(p, attacker, freshAddress(), { used_for_auth: false });
      expect((await p.as(attacker).client(deleteOne, { params: paramsOf(other) })).status).toBe(200);
    },
  ],
  [
    "made another address the primary one for a while",
    async (p, { attacker, channel }) => {
      const { body: other } = await addOwn(p, attacker, freshAddress(), { is_primary: true });
      const again = { params: paramsOf(channel), body: { is_primary: true } };
      expect((await p.as(attacker).client(changeOne, again)).status).toBe(200);
      expect((await p.as(attacker).client(deleteOne, { params: paramsOf(other) })).status).toBe(200);
    },
  ],
  [
    "made it a further address, which reserves nothing",
    async (p, { attacker }) => {
      expect((await addOwn(p, attacker, freshAddress(), { is_primary: true })).status).toBe(201);
    },
  ],
  [
    "switched a second factor on",
    async (p, { attacker }) => {
      const body = { totp_secret_base64: authenticator().secretBase64 };
      expect((await p.as(attacker).client("PATCH /users/me", { body })).status).toBe(200);
    },
  ],
  [
    "gave the address up",
    async (p, { attacker, channel }) => {
      expect((await p.as(attacker).client(deleteOne, { params: paramsOf(channel) })).status).toBe(200);
    },
  ],
  [
    "handed the address to another account of theirs",
    async (p, { attacker, channel, email }) => {
      const accomplice = await bareAccount(p);
      expect((await p.as(attacker).client(deleteOne, { params: paramsOf(channel) })).status).toBe(200);
      await plantOn(p, accomplice, email);
    },
  ],
  [
    "deleted the account",
    async (p, { attacker }) => {
      expect((await p.as(attacker).client("DELETE /users/me")).status).toBe(200);
    },
  ],
];

/** A proof of an address: what begins it, and what completes it and returns who is signed in. */
type Proof = (p: TestProject, email: string) => Promise<() => Promise<string>>;

const byCode: Proof = async (p, email) => {
  const { linked } = await emailCode(p, email);
  return async () => {
    const { status, body } = await redeemCode(p, linked);
    expect([status, body]).toMatchObject([200, { user_id: expect.any(String) }]);
    return body.user_id;
  };
};

const byProvider =
  (tokensOf: (p: TestProject) => Promise<Tokens | undefined> = async () => undefined): Proof =>
  async (p, email) => {
    const tokens = await tokensOf(p);
    const form = await codeFor(p, { email }, { query: { token: tokens?.access_token } });
    return async () => {
      const response = await exchange(form);
      expect([response.status, response.body]).toMatchObject([200, { access_token: expect.any(String) }]);
      return subjectOf(response);
    };
  };

const proofs: [string, Proof][] = [
  ["a code", byCode],
  ["a provider", byProvider()],
  ["a provider, as an anonymous user", byProvider(async (p) => (await anonymousUser(p)).tokens)],
];

/** Completes a proof, and asserts that the owner of the address has an account that they go by it with, in which nobody else is. */
async function expectOwners(p: TestProject, complete: () => Promise<string>, begin: Proof, of: Planted): Promise<void> {
  const { email, attacker } = of;
  const userId = await complete();
  expect(await readUser(p, userId)).toMatchObject({
    primary_email: email,
    primary_email_verified: true,
    primary_email_auth_enabled: true,
    requires_totp_mfa: false,
  });
  if (userId === attacker.user_id) expect(await isAlive(p, attacker)).toBe(false);
  const again = await begin(p, email);
  expect(await again()).toBe(userId);
}

describe("the proof of an address that nobody has proven on the account that has it, where there are no passwords", () => {
  const cases = proofs.flatMap(([way, begin]) =>
    interferences.map(([what, interfere]) => [way, what, begin, interfere] as const),
  );

  // Evidence: accounts-refuse-no-proof
  // Attack: who has planted the address changes the account every few seconds, and each change ends what is under way for it. The
  // owner of the address types each code some seconds after it has come, and is refused time after time.
  it.each(cases)("200 by %s after who planted it %s", async (_way, _what, begin, interfere) => {
    const p = await codesAlone();
    const of = await planted(p);
    const complete = await begin(p, of.email);
    await interfere(p, of);
    await expectOwners(p, complete, begin, of);
  });

  // Attack: the victim has never been here. The attacker has the address on no account in the moment in which the victim asks for
  // the email.
  it.each(proofs)("200 by %s though it was planted only after the proof had begun", async (_, begin) => {
    const p = await codesAlone();
    const attacker = await bareAccount(p);
    const email = freshAddress();
    const complete = await begin(p, email);
    const of = { email, attacker, channel: await plantOn(p, attacker, email) };
    await expectOwners(p, complete, begin, of);
  });

  // Attack: the same in the very moment of the proof, between what it reads and what it writes.
  it.each(proofs)("200 by %s while who planted it replaces credentials, many times at once", async (_, begin) => {
    const p = await codesAlone();
    const of = await planted(p);
    const complete = await begin(p, of.email);
    const toggles = Array.from({ length: 30 }, (_unused, index) =>
      p.as(of.attacker).client("PATCH /users/me", {
        body: { totp_secret_base64: index % 2 === 0 ? authenticator().secretBase64 : null },
      }),
    );
    await Promise.all([expectOwners(p, complete, begin, of), ...toggles]);
  });

  // Attack: the victim has followed the emailed link once. That verifies the address on the attacker's account, but shows only that
  // somebody reads its email. From then on the attacker ends each proof as before.
  it.each(proofs)(
    "200 by %s after its email alone has proven it, and who planted it replaced credentials",
    async (_, begin) => {
      const p = await codesAlone();
      const { email, attacker, channel } = await planted(p);
      await p.as(attacker).client(sendOne, { params: paramsOf(channel), body: { callback_url: callbackUrl } });
      const code = codeIn((await mailbox({ to: email })).at(-1));
      expect((await p.client(verify, { body: { code } })).status).toBe(200);
      const complete = await begin(p, email);
      for (const [, interfere] of interferences.slice(0, 2)) await interfere(p, { email, attacker, channel });
      expect(await complete()).toBe(attacker.user_id);
      expect(await isAlive(p, attacker)).toBe(false);
    },
  );

  // Attack: somebody reads the mailbox once, and keeps a code until its owner has proven the address as the user of the account.
  it("404 VERIFICATION_CODE_NOT_FOUND by a code once its owner has proven the address and holds the account", async () => {
    const p = await codesAlone();
    const email = freshAddress();
    const { body: made } = await p.server("POST /users", {
      body: { primary_email: email, primary_email_auth_enabled: true },
    });
    const { linked } = await emailCode(p, email);
    const owner = await signedIn(p, made.id);
    const channel = await channelOf(p, made.id, email);
    await p.as(owner).client(sendOne, { params: paramsOf(channel), body: { callback_url: callbackUrl } });
    const code = codeIn((await mailbox({ to: email, atLeast: 2 })).at(-1));
    expect((await p.as(owner).client(verify, { body: { code } })).status).toBe(200);
    expectError(await redeemCode(p, linked), 404, "VERIFICATION_CODE_NOT_FOUND");
    expect(await isAlive(p, owner)).toBe(true);
  });
});

describe("a code to an address that its user has proven, where there are no passwords", () => {
  async function provenUser(p: TestProject) {
    const email = freshAddress();
    const { body: attacker } = await signInByCode(p, { email });
    return { email, attacker, channel: await channelOf(p, attacker.user_id, email) };
  }

  // Evidence: sessions-end-no-sign-in-codes
  // Attack: who has stolen a session does something with it every few seconds that ends the codes of emails. The owner signs in by
  // codes alone, so they never get in again to end the session.
  it.each(interferences.slice(0, 2))("200 after who stole a session of theirs %s", async (_, interfere) => {
    const p = await codesAlone();
    const of = await provenUser(p);
    const { linked } = await emailCode(p, of.email);
    await interfere(p, of);
    expect((await redeemCode(p, linked)).body.user_id).toBe(of.attacker.user_id);
  });

  // Attack: somebody reads the mailbox once, and keeps a code. The owner takes the address from the account, or no longer signs in with it, has
  // the mailbox again, and proves it anew.
  it.each<[string, (p: TestProject, channel: Channel, value: string) => Promise<unknown>]>([
    [
      "removed the address and added it again",
      async (p, channel, value) => {
        expect((await p.server(deleteOne, { params: paramsOf(channel) })).status).toBe(200);
        await add(p, channel.user_id, { value, used_for_auth: true, is_verified: true });
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
    const p = await codesAlone();
    const { email, channel } = await provenUser(p);
    const { linked } = await emailCode(p, email);
    await react(p, channel, email);
    expectError(await redeemCode(p, linked), 404, "VERIFICATION_CODE_NOT_FOUND");
  });
});

describe(changeOne, () => {
  // Evidence: changes-of-nothing-end-nothing
  // Attack: who has stolen a session sets the primary address to be the primary one, over and over. That costs nothing and shows
  // nowhere. Each time it ends the sign-ins that wait for the owner's second factor.
  it("200 ends no sign-in of the user that is under way where it changes nothing, and one where it does", async () => {
    const p = await codesAlone();
    const email = freshAddress();
    const { body: owner } = await signInByCode(p, { email });
    const app = authenticator();
    await p.as(owner).client("PATCH /users/me", { body: { totp_secret_base64: app.secretBase64 } });
    const change = { params: paramsOf(await channelOf(p, owner.user_id, email)) };
    const waiting = async () => (await signInByCode(p, { email })).body.details.attempt_code;
    const complete = async (code: string) =>
      p.client("POST /auth/mfa/sign-in", { body: { type: "totp", totp: await app.shows(), code } });
    const [before, first] = [await waiting(), await waiting()];
    for (const body of [{ is_primary: true }, { used_for_auth: true }, { is_primary: true, used_for_auth: true }]) {
      expect((await p.as(owner).client(changeOne, { ...change, body })).status).toBe(200);
    }
    expect((await complete(first)).body.user_id).toBe(owner.user_id);
    expect((await p.as(owner).client(changeOne, { ...change, body: { is_primary: false } })).status).toBe(200);
    expectError(await complete(before), 404, "VERIFICATION_CODE_NOT_FOUND");
  });
});

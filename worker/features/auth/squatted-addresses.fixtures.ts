import { expect } from "vitest";
import { signInByCode } from "../../testing/code-sign-ins";
import { freshAddress } from "../../testing/mailbox";
import { oauthProject, signInWithProvider } from "../../testing/oauth-sign-ins";
import { anonymousUser, readUser } from "../../testing/password-sign-ins";
import type { TestProject, Tokens } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { isAlive } from "../../testing/sign-ins";
import { changeOne, paramsOf } from "../users/contact-channels/contact-channels.fixtures";
import { subjectOf } from "./oauth/oauth.fixtures";

export const taken = "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE";

export const openProject = (more: object = {}) =>
  oauthProject({ "auth.otp.allowSignIn": true, "apiKeys.enabled": { user: true, team: true }, ...more });

/** Adds an address to the user of a token, as a website does. */
export async function addOwn(p: TestProject, tokens: Tokens, value: string, fields: object = {}) {
  const body = { user_id: "me", type: "email", value, used_for_auth: true, ...fields };
  return p.as(tokens).client("POST /contact-channels", { body });
}

export async function channelOf(p: TestProject, userId: string, value: string) {
  const { body } = await p.server("GET /contact-channels", { query: { user_id: userId } });
  return body.items.find((each: { value: string }) => each.value === value);
}

interface Squatted {
  email: string;
  userId: string;
  channel: { id: string };
}

/** Asserts that an address signs one user in, and that the other one has it as a plain address. */
export async function expectTaken(p: TestProject, squatted: Squatted, by: string) {
  expect(by).not.toBe(squatted.userId);
  expect(await channelOf(p, by, squatted.email)).toMatchObject({ used_for_auth: true });
  expect(await channelOf(p, squatted.userId, squatted.email)).toMatchObject({
    id: squatted.channel.id,
    used_for_auth: false,
    is_verified: false,
    is_primary: false,
  });
}

/** A user who signs in by a code of their own mailbox, and goes by the address of another person, which they have never proven. */
export async function squatPrimary(p: TestProject) {
  const [own, email] = [freshAddress(), freshAddress()];
  const { body: tokens } = await signInByCode(p, { email: own });
  const { status, body } = await addOwn(p, tokens, email, { is_primary: true });
  expect([status, body]).toMatchObject([201, { used_for_auth: true, is_verified: false, is_primary: true }]);
  return { own, email, userId: tokens.user_id as string, tokens: tokens as Required<Tokens>, channel: body };
}

/** A way in which a person proves an address as they sign in, to the user that they sign in as. */
interface Proof {
  settings: object;
  prove: (p: TestProject, email: string) => Promise<string>;
}

const byProvider = (accountMergeStrategy: string): Proof => ({
  settings: { "auth.oauth.accountMergeStrategy": accountMergeStrategy },
  prove: async (p, email) => subjectOf(await signInWithProvider(p, { email })),
});

export const proofs: [string, Proof][] = [
  ["code", { settings: {}, prove: async (p, email) => (await signInByCode(p, { email })).body.user_id }],
  [
    "code, as an anonymous user",
    {
      settings: {},
      prove: async (p, email) =>
        (await signInByCode(p, { email, tokens: (await anonymousUser(p)).tokens })).body.user_id,
    },
  ],
  ...["link_method", "raise_error", "allow_duplicates"].map((strategy): [string, Proof] => [
    `provider, with ${strategy}`,
    byProvider(strategy),
  ]),
];

/**
 * Has a stranger go by an address that its owner then proves. The address has to sign the owner in from then on, and the stranger
 * keeps the rest.
 */
export async function expectProversAddress({ settings, prove }: Proof): Promise<void> {
  const p = await openProject(settings);
  const squatted = await squatPrimary(p);
  const prover = await prove(p, squatted.email);
  await expectTaken(p, squatted, prover);
  expect(await prove(p, squatted.email)).toBe(prover);
  expect((await p.server("GET /users", { query: { query: squatted.email } })).body.items).toMatchObject([
    { id: prover },
  ]);
  expect(await readUser(p, squatted.userId)).toMatchObject({ primary_email: null, primary_email_auth_enabled: false });
  expect(await isAlive(p, squatted.tokens)).toBe(true);
  expect((await signInByCode(p, { email: squatted.own })).body.user_id).toBe(squatted.userId);
  const again = { params: paramsOf(squatted.channel), body: { used_for_auth: true, is_primary: true } };
  expectError(await p.as(squatted.tokens).client(changeOne, again), 409, taken);
}

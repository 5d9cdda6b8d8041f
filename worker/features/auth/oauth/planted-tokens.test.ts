import { describe, expect, it } from "vitest";
import { freshAddress } from "../../../testing/mailbox";
import {
  beginFlow,
  codeForm,
  type FlowInput,
  oauthProject,
  returnAs,
  signInWithProvider,
} from "../../../testing/oauth-sign-ins";
import { anonymousUser, signUp } from "../../../testing/password-sign-ins";
import type { TestProject, Tokens } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { exchange, isAlive } from "../../../testing/sign-ins";
import { linksOf, subjectOf, userOf } from "./oauth.fixtures";

/**
 * An address of `/authorize` with a token and a challenge of the attacker, which a victim opens. The victim is signed in
 * at the provider, and the code arrives at the app in the victim's browser, which has no verifier for it.
 */
async function victimOpens(p: TestProject, query: FlowInput["query"]) {
  const victim = { email: freshAddress(), name: "Victim" };
  const planted = await beginFlow(p, { query });
  const arrival = await returnAs(planted, victim);
  expect(arrival.status).toBe(303);
  const { code_verifier: _, ...arrived } = codeForm(p, planted, arrival);
  return { victim, arrived };
}

/** Tries what every page of the app can do with a code that it did not ask for. */
async function expectWorthless(arrived: object): Promise<void> {
  for (const code_verifier of [undefined, "of-another-flow"]) {
    expectError(await exchange({ ...arrived, code_verifier }), 400, "INVALID_AUTHORIZATION_CODE");
  }
}

const providerToken = (p: TestProject, tokens: Tokens) =>
  p.as(tokens).client("POST /connected-accounts/{user_id}/{provider_id}/access-token", {
    params: { user_id: "me", provider_id: "google" },
    body: {},
  });

describe("a token that an attacker plants in the address of a flow", () => {
  // Evidence: links-account-person-follows
  it("links no account of the person who follows it", async () => {
    // Attack: the victim opens `authorize?type=link&token=<the attacker's>` (link CSRF). The victim's account at the provider
    // then signs in to the attacker's user, and the attacker reads the victim's data at the provider.
    const p = await oauthProject();
    const attacker = await signUp(p);
    const { victim, arrived } = await victimOpens(p, { type: "link", token: attacker.access_token });
    await expectWorthless(arrived);

    expect(await linksOf(p, attacker.user_id)).toEqual([]);
    expect((await userOf(p, attacker.user_id)).oauth_providers).toEqual([]);
    expectError(await providerToken(p, attacker), 400, "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER");
    const own = await signInWithProvider(p, victim);
    expect([own.body.is_new_user, subjectOf(own) === attacker.user_id]).toEqual([true, false]);
    expectError(await providerToken(p, attacker), 400, "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER");
  });

  // Evidence: does-turn-anonymous-user-person-follows
  it("does not turn an anonymous user into the person who follows it", async () => {
    // Attack: the victim opens `authorize?token=<of the attacker's anonymous user>`, signs up, and becomes the user that the
    // attacker made, with the data that the attacker left there.
    const p = await oauthProject();
    const { userId, tokens } = await anonymousUser(p);
    const { victim, arrived } = await victimOpens(p, { token: tokens.access_token });
    await expectWorthless(arrived);

    expect(await userOf(p, userId)).toMatchObject({ is_anonymous: true, primary_email: null, oauth_providers: [] });
    expect(await isAlive(p, tokens)).toBe(true);
    const own = await signInWithProvider(p, victim);
    expect([own.body.is_new_user, subjectOf(own) === userId]).toEqual([true, false]);
    expect((await userOf(p, userId)).is_anonymous).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import { freshAddress } from "../../../testing/mailbox";
import { signedIn } from "../../../testing/sign-ins";
import { newPerson } from "../../../testing/vendors";
import { clientOf, type Particulars, providers, signIn } from "./all-providers.fixtures";
import { create, expectSignedIn, subjectOf, userOf, verified } from "./oauth.fixtures";

describe.each<[string, Particulars]>(Object.entries(providers))("signing in with %s", (provider, particulars) => {
  it("makes a user from the provider's profile", async () => {
    const [p, person] = [await clientOf(provider), newPerson()];
    const response = await signIn(p, provider, { person });
    const userId = subjectOf(response);
    expectSignedIn(response, userId, true);
    expect(await userOf(p, userId)).toMatchObject({
      display_name: particulars.tellsNoName ? null : "Grace Hopper",
      profile_image_url: particulars.tellsNoPicture ? null : person.picture,
      primary_email: particulars.tellsNoEmail ? null : person.email,
      primary_email_verified: !particulars.neverVerifies,
      oauth_providers: [{ id: provider, account_id: person.id, email: particulars.tellsNoEmail ? null : person.email }],
    });
  });

  it("200 with an unverified address when the provider has not verified it", async () => {
    // Attack: an account at the provider with another person's address.
    const [p, person] = [await clientOf(provider), newPerson({ emailVerified: false })];
    const user = await userOf(p, subjectOf(await signIn(p, provider, { person })));
    expect(user).toMatchObject({
      primary_email: particulars.tellsNoEmail ? null : person.email,
      primary_email_verified: particulars.alwaysVerifies === true,
    });
  });
});

describe("a provider that sends no address", () => {
  it("upgrades an anonymous user, whose own address stays, but does not sign in", async () => {
    const [p, person] = [await clientOf("x"), newPerson()];
    const email = freshAddress();
    const userId = await create(p, { is_anonymous: true, primary_email: email, ...verified });
    const { access_token: token } = await signedIn(p, userId);
    expectSignedIn(await signIn(p, "x", { person }, { query: { token } }), userId, true);
    expect(await userOf(p, userId)).toMatchObject({
      is_anonymous: false,
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: false,
    });
  });
});

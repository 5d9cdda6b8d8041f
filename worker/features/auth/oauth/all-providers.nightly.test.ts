import { describe, expect, it } from "vitest";
import type { TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import type { TestResponse } from "../../../testing/send-request";
import type { Visit } from "../../../testing/vendor-visit";
import { newPerson } from "../../../testing/vendors";
import { clientOf, type Particulars, providers, signIn, visit } from "./all-providers.fixtures";
import { expectSignedIn, idsOf, linksOf, subjectOf, userOf } from "./oauth.fixtures";

/** Asserts that the callback is refused in plain words, and that no user is made. */
async function expectRefused(p: TestProject, response: TestResponse, text: string): Promise<void> {
  expectPlainError(response, 400, text);
  expect(await idsOf(p)).toEqual([]);
}

describe.each<[string, Particulars]>(Object.entries(providers))("signing in with %s", (provider, { name }) => {
  it("signs in the same user when they return, changing nothing of them", async () => {
    const [p, person] = [await clientOf(provider), newPerson()];
    const userId = subjectOf(await signIn(p, provider, { person }));
    const before = await userOf(p, userId);
    const renamed = { ...person, name: "Somebody Else", email: newPerson().email };
    expectSignedIn(await signIn(p, provider, { person: renamed }), userId, false);
    const { display_name, primary_email } = await userOf(p, userId);
    expect({ display_name, primary_email }).toMatchObject({
      display_name: before.display_name,
      primary_email: before.primary_email,
    });
    expect(await linksOf(p, userId)).toHaveLength(1);
  });

  it("400 OAUTH_PROVIDER_ACCESS_DENIED when the person cancels", async () => {
    const p = await clientOf(provider);
    expectError((await visit(p, provider, { trouble: "denied" })).response, 400, "OAUTH_PROVIDER_ACCESS_DENIED");
    expect(await idsOf(p)).toEqual([]);
  });

  it("400 in plain text when the token endpoint refuses the code", async () => {
    const p = await clientOf(provider);
    const { response } = await visit(p, provider, { trouble: "token-error" });
    await expectRefused(p, response, "Inner OAuth callback failed due to invalid grant. Please try again.");
  });

  it("400 in plain text when the provider does not respond in time", async () => {
    const p = await clientOf(provider);
    const { response } = await visit(p, provider, { trouble: "slow" }, { settings: { OUTBOUND_TIMEOUT_MS: "150" } });
    await expectRefused(p, response, `${name} took too long to respond. Please try again.`);
  });

  it("400 in plain text when the profile is malformed", async () => {
    const p = await clientOf(provider);
    // Apple's profile is in its ID token only.
    const malformed: Partial<Visit> =
      provider === "apple" ? { claims: { email: ["a@b.test"] } } : { trouble: "malformed" };
    const { response } = await visit(p, provider, malformed);
    const text = {
      apple: "Apple gave a response that cannot be used. Please try again.",
      other: `${name} responded in a form that is not understood.`,
    };
    await expectRefused(p, response, provider === "apple" ? text.apple : text.other);
  });
});

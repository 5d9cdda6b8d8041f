import { describe, expect, it } from "vitest";
import { freshAddress } from "../../../testing/mailbox";
import {
  beginFlow,
  codeForm,
  type Flow,
  type FlowInput,
  locationOf,
  postBackWith,
  returnWith,
} from "../../../testing/oauth-sign-ins";
import { project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import type { TestResponse } from "../../../testing/send-request";
import { exchange, signedIn } from "../../../testing/sign-ins";
import type { Visit } from "../../../testing/vendor-visit";
import { newPerson, visitVendor } from "../../../testing/vendors";
import { create, expectSignedIn, idsOf, linksOf, subjectOf, userOf, verified } from "./oauth.fixtures";

/** Each provider's name, and its profile of a person whose name is Grace Hopper and whose address is not verified. */
const providers = {
  google: { name: "Google" },
  github: { name: "GitHub" },
  microsoft: { name: "Microsoft", tellsNoPicture: true, neverVerifies: true },
  spotify: { name: "Spotify", neverVerifies: true },
  facebook: { name: "Facebook", neverVerifies: true },
  discord: { name: "Discord" },
  gitlab: { name: "GitLab" },
  bitbucket: { name: "Bitbucket" },
  linkedin: { name: "LinkedIn" },
  apple: { name: "Apple", tellsNoName: true, tellsNoPicture: true },
  x: { name: "X", tellsNoEmail: true, neverVerifies: true },
  twitch: { name: "Twitch", alwaysVerifies: true },
} as const satisfies Record<string, Particulars>;

interface Particulars {
  name: string;
  tellsNoName?: true;
  tellsNoPicture?: true;
  tellsNoEmail?: true;
  neverVerifies?: true;
  alwaysVerifies?: true;
}

/** A project that has its own client at a provider. */
async function clientOf(provider: string): Promise<TestProject> {
  const p = await project();
  const keys = { type: "standard", client_id: `${provider}-client`, client_secret: `${provider}-secret` };
  const config = { oauth_providers: [{ id: provider, ...keys }] };
  expect((await p.admin("PATCH /internal/projects/current", { body: { config } })).status).toBe(200);
  return p;
}

/** Sends the browser to the provider and back: the callback's response. */
async function visit(
  p: TestProject,
  provider: string,
  what: Partial<Visit>,
  { settings = {}, query = {} }: Pick<FlowInput, "settings" | "query"> = {},
): Promise<{ flow: Flow; response: TestResponse }> {
  const flow = await beginFlow(p, { provider, query });
  expect(flow.response.status, JSON.stringify(flow.response.body)).toBe(307);
  const { method, parameters } = await visitVendor(flow.location, { person: newPerson(), ...what });
  const goBack = method === "POST" ? postBackWith : returnWith;
  return { flow, response: await goBack(flow, parameters, { provider, settings }) };
}

async function signIn(
  p: TestProject,
  provider: string,
  what: Partial<Visit>,
  input: Pick<FlowInput, "query"> = {},
): Promise<TestResponse> {
  const { flow, response } = await visit(p, provider, what, input);
  expect(response.status, JSON.stringify(response.body)).toBe(303);
  expect([...locationOf(response).searchParams.keys()]).toEqual(["after_auth_return_to", "code", "state"]);
  return exchange(codeForm(p, flow, response));
}

/** Asserts that the callback is refused in plain words, and that no user is made. */
async function expectRefused(p: TestProject, response: TestResponse, text: string): Promise<void> {
  expectPlainError(response, 400, text);
  expect(await idsOf(p)).toEqual([]);
}

describe.each<[string, Particulars]>(Object.entries(providers))("signing in with %s", (provider, particulars) => {
  const { name } = particulars;

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

  it("200 with an unverified address when the provider has not verified it", async () => {
    // Attack: an account at the provider with another person's address.
    const [p, person] = [await clientOf(provider), newPerson({ emailVerified: false })];
    const user = await userOf(p, subjectOf(await signIn(p, provider, { person })));
    expect(user).toMatchObject({
      primary_email: particulars.tellsNoEmail ? null : person.email,
      primary_email_verified: particulars.alwaysVerifies === true,
    });
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
    await expectRefused(p, response, `${name} took too long to answer. Please try again.`);
  });

  it("400 in plain text when the profile is malformed", async () => {
    const p = await clientOf(provider);
    // Apple's profile is in its ID token only.
    const malformed: Partial<Visit> =
      provider === "apple" ? { claims: { email: ["a@b.test"] } } : { trouble: "malformed" };
    const { response } = await visit(p, provider, malformed);
    const text = {
      apple: "Apple gave an answer that cannot be used. Please try again.",
      other: `${name} answered in a form that is not understood.`,
    };
    await expectRefused(p, response, provider === "apple" ? text.apple : text.other);
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

import { expect } from "vitest";
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
import type { TestResponse } from "../../../testing/send-request";
import { exchange } from "../../../testing/sign-ins";
import type { Visit } from "../../../testing/vendor-visit";
import { newPerson, visitVendor } from "../../../testing/vendors";

/** Each provider's name, and its profile of a person whose name is Grace Hopper and whose address is not verified. */
export const providers = {
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

export interface Particulars {
  name: string;
  tellsNoName?: true;
  tellsNoPicture?: true;
  tellsNoEmail?: true;
  neverVerifies?: true;
  alwaysVerifies?: true;
}

/** A project that has its own client at a provider. */
export async function clientOf(provider: string): Promise<TestProject> {
  const p = await project();
  const keys = { type: "standard", client_id: `${provider}-client`, client_secret: `${provider}-secret` };
  const config = { oauth_providers: [{ id: provider, ...keys }] };
  expect((await p.admin("PATCH /internal/projects/current", { body: { config } })).status).toBe(200);
  return p;
}

/** Sends the browser to the provider and back: the callback's response. */
export async function visit(
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

export async function signIn(
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

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "../index";
import { hashSecret, newSecret } from "../platform/secrets";
import { signInAtIssuer, type Visitor } from "./identity-provider";
import { freshAddress } from "./mailbox";
import { project, type TestProject } from "./project";
import { type RequestInput, readResponse, sendRequest, type TestResponse } from "./send-request";
import { exchange } from "./sign-ins";

export const redirectUri = "http://localhost:3000/handler/oauth-callback?after_auth_return_to=%2Fhome";
export const errorPage = "http://localhost:3000/handler/error?theme=dark";

const enabled = { isShared: true, allowSignIn: true, allowConnectedAccounts: true };

/** A project in which people sign in with shared Google and GitHub, both of which are the local identity provider. */
export function oauthProject(override: Parameters<typeof project>[0] = {}): Promise<TestProject> {
  return project({
    "auth.oauth.providers.google": { type: "google", ...enabled },
    "auth.oauth.providers.github": { type: "github", ...enabled },
    ...override,
  });
}

/** A flow that has begun: where the browser is sent to, the cookie that it holds, and what the app keeps. */
export interface Flow {
  response: TestResponse;
  location: URL;
  cookie: string;
  codeVerifier: string;
}

export interface FlowInput {
  provider?: string;
  /** More of the query, or less, by `undefined`. */
  query?: Record<string, string | undefined>;
  settings?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Begins a flow as the official client does. */
export async function beginFlow(
  p: TestProject,
  { provider = "google", query, settings, headers }: FlowInput = {},
): Promise<Flow> {
  const codeVerifier = newSecret();
  const sent: Record<string, string | undefined> = {
    client_id: p.id,
    client_secret: p.keys.client,
    redirect_uri: redirectUri,
    scope: "legacy",
    state: "outer state & more",
    grant_type: "authorization_code",
    code_challenge: await hashSecret(codeVerifier),
    code_challenge_method: "S256",
    response_type: "code",
    type: "authenticate",
    ...query,
  };
  const response = await sendRequest("GET /auth/oauth/authorize/{provider_id}", {
    params: { provider_id: provider },
    query: Object.fromEntries(
      Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    ...(settings && { settings }),
    ...(headers && { headers }),
  });
  const location = new URL(response.headers.get("location") ?? "http://nowhere.invalid");
  const cookie = response.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  return { response, location, cookie, codeVerifier };
}

/** Sends the browser that began a flow to the callback, with a response of the provider's. */
export function returnWith(
  { cookie }: { cookie: string },
  response: URLSearchParams | Record<string, string>,
  { provider = "google", ...input }: RequestInput & { provider?: string } = {},
): Promise<TestResponse> {
  return sendRequest("GET /auth/oauth/callback/{provider_id}", {
    params: { provider_id: provider },
    query: Object.fromEntries(new URLSearchParams(response)),
    headers: { cookie },
    ...input,
  });
}

/** As `returnWith`, by a form that the provider's page posts. */
export async function postBackWith(
  { cookie }: { cookie: string },
  response: URLSearchParams,
  { provider = "google", settings }: { provider?: string; settings?: Record<string, string> } = {},
): Promise<TestResponse> {
  const url = `http://localhost:8787/api/v1/auth/oauth/callback/${provider}`;
  const request = new Request(url, { method: "POST", body: response, headers: { cookie }, redirect: "manual" });
  return readResponse(await worker.fetch(request, { ...env, ...settings }, createExecutionContext()));
}

/** A person signs in at the provider, or denies access, and returns. */
export async function returnAs(flow: Flow, visitor: Visitor | "deny", provider = "google"): Promise<TestResponse> {
  return returnWith(flow, (await signInAtIssuer(flow.location, visitor)).searchParams, { provider });
}

/** Returns where a response leads to. */
export function locationOf(response: TestResponse): URL {
  return new URL(response.headers.get("location") ?? "");
}

/** Returns what an app sends to redeem its code. */
export function codeForm(p: TestProject, { codeVerifier }: { codeVerifier: string }, response: TestResponse) {
  return {
    grant_type: "authorization_code",
    code: locationOf(response).searchParams.get("code") ?? "",
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
    client_id: p.id,
    client_secret: p.keys.client,
  };
}

/** A code that is ready to be redeemed, in the form in which an app sends it. */
export async function codeFor(p: TestProject, visitor: Visitor, { provider = "google", ...input }: FlowInput = {}) {
  const flow = await beginFlow(p, { provider, ...input });
  return codeForm(p, flow, await returnAs(flow, visitor, provider));
}

/** The whole flow: a person signs in at the provider, and the app redeems its code. */
export async function signInWithProvider(
  p: TestProject,
  visitor: Visitor = { email: freshAddress() },
  input: FlowInput = {},
): Promise<TestResponse> {
  return exchange(await codeFor(p, visitor, input));
}

import { parse } from "hono/utils/cookie";
import { resolutionQueries } from "../../../db/oauth-flows/resolution";
import type { Project } from "../../../db/projects/project";
import { batchByName } from "../../../platform/database";
import type { Settings } from "../../../platform/env";
import { inProject, type Tools } from "../../../platform/tools";
import type { CredentialChangeError } from "../../../protocol/credential-changes";
import type { QueryOf } from "../../../protocol/endpoint";
import type { Failing } from "../../../protocol/failing";
import type { Deferring } from "../../../protocol/handler";
import { type AppRouter, requireOwnSession, requireRecentProof } from "../../access";
import { trustedUrl } from "../../projects";
import { noteFailedSignIn, noting, requireUnsuspended } from "../sessions/index";
import { newAuthorizationCode, type ProviderGrant } from "./authorization-code";
import { explainProviderError, openProviderFor, prepareFlow, projectOfClient, storeFlow } from "./begin-flow";
import * as contract from "./contract";
import { type AccountError, flowLifetimeMillis } from "./contract";
import { endFailedFlow } from "./failed-flow";
import { exchangeCode, exchangeRefreshToken } from "./grants";
import {
  type OuterRequest,
  readOAuthClient,
  readRequest,
  seeOther,
  type TakenRequest,
  takeRequest,
  temporaryRedirect,
} from "./outer-request";
import { type NamedFlow, resolveUser, userOfDecision } from "./resolve-user";

export function oauthRoutes(router: AppRouter): void {
  router.route(contract.authorize, async ({ params, query, headers, responseHeaders, ...tools }) => {
    const { error_redirect_uri, error_redirect_url, redirect_uri } = query;
    const request = { errorRedirectUrl: error_redirect_uri ?? error_redirect_url ?? null, redirectUri: redirect_uri };
    if (isJsonMode(query)) {
      const project = await projectOfClient(tools, query);
      trustedUrl(tools, project, redirect_uri);
      await prepareFlow(inProject(tools, project.id), project, params.provider_id, query, request);
      return Response.json({ location: navigableUrl(tools.settings, params.provider_id, query) });
    }
    let project: Project | undefined;
    try {
      project = await projectOfClient(tools, query);
      const toolsInProject = inProject(tools, project.id);
      const flow = await prepareFlow(toolsInProject, project, params.provider_id, query, request);
      await storeFlow(toolsInProject, project, flow);
      responseHeaders.append("Set-Cookie", innerCookie(tools.settings, flow.secrets.state));
      return temporaryRedirect(flow.location);
    } catch (error) {
      return endFailedFlow(tools, error, { accept: headers.accept, project, request });
    }
  });

  router.route(contract.readCallback, ({ query, headers, params, responseHeaders, ...tools }) =>
    respondToCallback(tools, {
      response: query,
      headers,
      providerId: params.provider_id,
      responseHeaders,
    }),
  );

  router.route(contract.postCallback, ({ body, headers, params, responseHeaders, ...tools }) =>
    respondToCallback(tools, {
      response: body ?? {},
      headers,
      providerId: params.provider_id,
      responseHeaders,
    }),
  );

  router.route(contract.exchangeToken, async (context) => {
    const { body, headers, responseHeaders, fail } = context;
    // For caches of HTTP/1.0 (RFC 6749 section 5.1). Every response has `Cache-Control: no-store`.
    responseHeaders.set("Pragma", "no-cache");
    const client = readOAuthClient(body, headers.authorization);
    const isCode = body.grant_type === "authorization_code";
    if (!client || (client.secret === undefined && !(isCode && body.code_verifier !== undefined))) {
      return fail("INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id: null });
    }
    const tools = inProject(context, client.projectId);
    return isCode ? exchangeCode(tools, client, body) : exchangeRefreshToken(tools, client, body);
  });
}

type AuthorizeQuery = QueryOf<typeof contract.authorize>;

function isJsonMode({ stack_response_mode, hexclave_response_mode }: AuthorizeQuery): boolean {
  return stack_response_mode === "json" || hexclave_response_mode === "json";
}

/**
 * The address to which a script that has fetched `authorize` sends its browser: the same request, to be navigated to. The response to a
 * script of another origin sets no cookie, so that the flow, with its state, begins in the browser that goes there.
 */
function navigableUrl({ apiUrl }: Settings, providerId: string, query: AuthorizeQuery): string {
  const { stack_response_mode, hexclave_response_mode, ...navigated } = query;
  const url = new URL(`${apiUrl}/api/v1/auth/oauth/authorize/${encodeURIComponent(providerId)}`);
  url.search = new URLSearchParams(navigated as Record<string, string>).toString();
  return url.href;
}

interface Callback {
  response: { [name: string]: string | undefined };
  headers: { cookie?: string | undefined; accept?: string | undefined };
  providerId: string;
  responseHeaders: Headers;
}

/** Ends a flow: sends the browser to the app with a code or an error. */
async function respondToCallback(
  tools: Tools & Deferring & Failing<contract.CallbackError>,
  { response, headers, providerId, responseHeaders }: Callback,
) {
  const { fail } = tools;
  const { state = "" } = response;
  const cleared = clearedInnerCookie(tools.settings, state);
  if (cleared) responseHeaders.append("Set-Cookie", cleared);
  let flow: Omit<TakenRequest, "secrets"> | undefined;
  try {
    if (!hasInnerCookie(headers.cookie, state)) {
      flow = await readRequest(tools, state);
      // The app's error page takes errors with a code, and this one says what there is to do: begin again.
      return flow?.request.errorRedirectUrl ? fail("OUTER_OAUTH_TIMEOUT") : fail(contract.noInnerCookie);
    }
    const taken = await takeRequest(tools, state);
    flow = taken;
    // A response at another provider's callback does not belong to the request.
    if (taken?.request.providerId !== providerId) return fail(contract.noRequest);
    return seeOther(await finishFlow(inProject(tools, taken.project.id), taken, response));
  } catch (error) {
    return endFailedFlow(tools, error, { accept: headers.accept, project: flow?.project, request: flow?.request });
  }
}

/** The app's redirect URI with a code. */
async function finishFlow(
  tools: Tools & Deferring & Failing<contract.CallbackError>,
  { project, request, secrets }: TakenRequest,
  response: Callback["response"],
): Promise<string> {
  const { fail } = tools;
  if (request.expiresAt <= Date.now()) return fail("OUTER_OAUTH_TIMEOUT");
  const provider = await openProviderFor(tools, request.type, project, request.providerId);
  const scopes = provider.scopes(request.providerScope ?? undefined);
  const { profile, tokens } = await provider
    .finish(new URLSearchParams(response as Record<string, string>), secrets)
    .catch((error: unknown) => explainProviderError({ fail }, error, scopes));
  // As it was sent, because its normal form no longer shows what makes it ambiguous.
  const location = new URL(trustedUrl(tools, project, request.redirectUri));
  location.hash = "";
  const code = await grantCode(tools, {
    project,
    request,
    profile,
    redirectUri: location.href,
    tokens: { ...tokens, scopes },
  });
  location.searchParams.set("code", code);
  location.searchParams.set("state", request.outerState);
  return location.href;
}

/**
 * Decides whom an account signs in, and makes a code that stands for the decision. No user, link or token is written before the
 * app redeems the code with the verifier of its flow. Until then anyone may have sent the browser. It takes two round trips.
 */
async function grantCode(
  tools: Pick<Tools, "db" | "settings" | "limits" | "sender"> &
    Deferring &
    Failing<AccountError | CredentialChangeError>,
  {
    tokens,
    redirectUri,
    ...flow
  }: NamedFlow &
    Pick<ProviderGrant, "tokens"> & { redirectUri: string } & {
      request: OuterRequest;
    },
): Promise<string> {
  const { db, fail } = tools;
  const { project, request, profile } = flow;
  const { id: projectId } = project;
  const { type, providerId, userId, sessionId } = request;
  const { accountId, email } = profile;
  const keys = { projectId, providerConfigId: providerId, accountId, email, userId, sessionId };
  const found = await batchByName(db, resolutionQueries(db, keys));
  const resolution = await noting(tools, project, "oauth", {
    whose: () => found.holder?.[0]?.user,
    work: async () => resolveUser(tools, flow, found),
  });
  if (!resolution) {
    requireOwnSession({ fail }, project, found.session?.[0]);
    return fail("ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
  }
  const { user, kind } = resolution;
  if (user && user.suspendedAt !== null)
    noteFailedSignIn(tools, project, { user, method: "oauth", reason: "suspended" });
  if (user) requireUnsuspended({ fail }, user);
  const [session] = found.session ?? [];
  if (type === "link" && user && session) requireRecentProof({ fail }, project, user, session);
  const isNewUser = kind === "sign-up";
  const bound = userOfDecision(resolution);
  // The session's own user acts by their credentials. Whoever else is signed in is so by the account, which is looked up again.
  const isPresent = type === "link" || isNewUser;
  const decision = {
    projectId,
    type,
    userId: bound?.id ?? "",
    userIsAnonymous: bound?.isAnonymous ?? false,
    credentialVersion: isPresent ? (bound?.credentialVersion ?? null) : null,
    sessionId: isPresent ? sessionId : null,
    isNewUser,
    providerId,
    redirectUri,
    afterCallbackUrl: request.afterCallbackUrl,
    codeChallenge: request.codeChallenge,
    codeChallengeMethod: request.codeChallengeMethod,
  };
  const { code, statement } = await newAuthorizationCode(tools, decision, { profile, tokens });
  await db.batch([statement]);
  return code;
}

/**
 * Names the cookie that binds a flow to the browser that began it. Without it, an attacker could begin a flow and have another
 * person's browser finish it. That person would then be signed in as the attacker (login CSRF, RFC 6749 section 10.12).
 */
function nameOf(state: string): string {
  return `stack-oauth-inner-${state}`;
}

/** The cookie of a new flow, which lives as long as the flow. */
function innerCookie(settings: Settings, state: string): string {
  return setCookie(settings, state, { value: "true", lifetimeMillis: flowLifetimeMillis });
}

/** Deletes the cookie of a state. A state that makes no cookie name (RFC 6265 section 4.1.1) is none of ours. */
function clearedInnerCookie(settings: Settings, state: string): string | undefined {
  if (!/^[\w.-]{1,256}$/.test(state)) return undefined;
  return setCookie(settings, state, { value: "", lifetimeMillis: 0 });
}

/**
 * A provider that responds by form posts it from its own site, which browsers call cross-site: `SameSite=None`, which
 * takes `Secure`. An API without TLS, which is one in development, cannot have that, and gets the browser's default. Written
 * here because the order of the attributes belongs to the wire.
 */
function setCookie(
  { apiUrl }: Settings,
  state: string,
  { value, lifetimeMillis }: { value: string; lifetimeMillis: number },
): string {
  const isSecure = apiUrl.startsWith("https:");
  const expires = lifetimeMillis === 0 ? 0 : Date.now() + lifetimeMillis;
  return [
    `${nameOf(state)}=${value}`,
    "Path=/",
    `Expires=${new Date(expires).toUTCString()}`,
    `Max-Age=${lifetimeMillis / 1000}`,
    ...(isSecure ? ["Secure", "HttpOnly", "SameSite=None"] : ["HttpOnly"]),
  ].join("; ");
}

function hasInnerCookie(cookies: string | undefined, state: string): boolean {
  const name = nameOf(state);
  return parse(cookies ?? "", name)[name] === "true";
}

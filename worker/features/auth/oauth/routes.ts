import { selectUsableKey } from "../../../db/projects/internal-keys/queries";
import { type Project, readProject } from "../../../db/projects/project";
import { selectProject } from "../../../db/projects/queries";
import { batchByName } from "../../../platform/database";
import { hashSecret } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { type AppRouter, isConfiguredKey, readAccessToken } from "../../access";
import { lacksSharedKeys, type OAuthProvider, openProvider } from "../../oauth-providers";
import { trustedUrl } from "../../projects";
import * as contract from "./contract";
import { grantCode } from "./grant-code";
import { exchangeCode, exchangeRefreshToken } from "./grants";
import { clearedInnerCookie, hasInnerCookie, innerCookie } from "./inner-cookie";
import { readOAuthClient } from "./oauth-client";
import { newInnerSecrets, type OuterRequest, storeRequest, takeRequest } from "./outer-request";
import { explainProviderError } from "./provider-errors";
import { afterCallbackUrl, errorPageOf, seeOther, temporaryRedirect } from "./redirects";

export function oauthRoutes(router: AppRouter): void {
  router.route(contract.authorize, async ({ params, query, db, settings, responseHeaders, fail }) => {
    const client = readOAuthClient(query, undefined);
    const { client_id, client_secret: key } = query;
    if (!client) return fail("INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id });
    const { projectId } = client;
    const keyHash = await hashSecret(key);
    const found = await batchByName(db, {
      project: selectProject(db, { projectId }),
      key: selectUsableKey(db, { projectId, tier: "client", keyHash, now: Date.now() }),
    });
    const [row] = found.project;
    if (!row) return fail("INVALID_OAUTH_CLIENT_ID_OR_SECRET", { client_id });
    const isKnown = found.key.length > 0 || isConfiguredKey({ projectId, tier: "client" }, key, settings);
    if (!isKnown) return fail("INVALID_PUBLISHABLE_CLIENT_KEY", { project_id: projectId });
    const project = readProject(row, settings);
    const { type } = query;
    const { provider_id } = params;
    if (lacksSharedKeys(settings, project, provider_id))
      return fail("INVALID_SHARED_OAUTH_PROVIDER_ID", { provider_id });
    const provider = await openProviderFor({ settings, fail }, type, project, provider_id);
    if (type === "link" && !query.token) return fail(contract.linkWithoutToken);
    const user = query.token ? await userOfToken({ settings, fail }, projectId, query.token) : undefined;
    const providerScope = query.provider_scope?.trim() || null;
    if (providerScope && provider.isShared) return fail("OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS");
    const afterCallback = afterCallbackUrl({ fail }, project, query.after_callback_redirect_url);

    const secrets = newInnerSecrets(projectId);
    const scopes = provider.scopes(providerScope ?? undefined);
    const location = await provider
      .authorizationUrl({ ...secrets, scopes })
      .catch((error: unknown) => explainProviderError({ fail }, error, scopes));
    // Only an anonymous user is upgraded by signing in; otherwise the account alone identifies the user.
    const concerned = type === "link" || user?.isAnonymous ? user : undefined;
    await storeRequest({ db, settings }, project, secrets, {
      providerId: provider.id,
      type,
      userId: concerned?.userId ?? null,
      userIsAnonymous: concerned?.isAnonymous ?? false,
      sessionId: concerned?.sessionId ?? null,
      providerScope,
      redirectUri: query.redirect_uri,
      errorRedirectUrl: query.error_redirect_uri ?? query.error_redirect_url ?? null,
      afterCallbackUrl: afterCallback,
      scope: query.scope,
      outerState: query.state,
      codeChallenge: query.code_challenge,
      codeChallengeMethod: query.code_challenge_method,
    });
    responseHeaders.append("Set-Cookie", innerCookie(settings, secrets.state));
    return temporaryRedirect(location.href);
  });

  router.route(contract.readCallback, ({ query, headers, params, responseHeaders, ...tools }) =>
    respondToCallback(tools, {
      response: query,
      cookies: headers.cookie,
      providerId: params.provider_id,
      responseHeaders,
    }),
  );

  router.route(contract.postCallback, ({ body, headers, params, responseHeaders, ...tools }) =>
    respondToCallback(tools, {
      response: body ?? {},
      cookies: headers.cookie,
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
    return isCode ? exchangeCode(context, client, body) : exchangeRefreshToken(context, client, body);
  });
}

/** A provider for linking only is not found for signing in. */
async function openProviderFor(
  {
    settings,
    fail,
  }: Pick<Tools, "settings"> & Failing<"OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED" | contract.ProviderRefusal>,
  type: OuterRequest["type"],
  project: Project,
  id: string,
): Promise<OAuthProvider> {
  const provider = await openProvider(settings, project, id).catch((error: unknown) =>
    explainProviderError({ fail }, error, []),
  );
  if (!provider || (type === "authenticate" && !provider.allowsSignIn)) {
    return fail("OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED");
  }
  return provider;
}

/** The user of an access token that came in the query. */
async function userOfToken(
  {
    settings,
    fail,
  }: Pick<Tools, "settings"> &
    Failing<"UNPARSABLE_ACCESS_TOKEN" | "ACCESS_TOKEN_EXPIRED" | typeof contract.tokenOfOtherProject>,
  projectId: string,
  text: string,
) {
  const token = await readAccessToken(text, settings);
  if (token.kind === "unparsable") return fail("UNPARSABLE_ACCESS_TOKEN");
  if (token.kind === "expired") return fail("ACCESS_TOKEN_EXPIRED", { expired_at_millis: token.expiredAtMillis });
  if (token.projectId !== projectId) return fail(contract.tokenOfOtherProject);
  return token;
}

interface Callback {
  response: { [name: string]: string | undefined };
  cookies: string | undefined;
  providerId: string;
  responseHeaders: Headers;
}

/** Ends a flow: sends the browser to the app with a code or an error. */
async function respondToCallback(
  tools: Tools & Failing<contract.CallbackError>,
  { response, cookies, providerId, responseHeaders }: Callback,
) {
  const { fail } = tools;
  const { state = "" } = response;
  const cleared = clearedInnerCookie(tools.settings, state);
  if (cleared) responseHeaders.append("Set-Cookie", cleared);
  if (!hasInnerCookie(cookies, state)) return fail(contract.noInnerCookie);
  const flow = await takeRequest(tools, state);
  // A response at another provider's callback does not belong to the request.
  if (flow?.request.providerId !== providerId) return fail(contract.noRequest);
  try {
    return seeOther(await finishFlow(tools, flow, response));
  } catch (error) {
    const errorPage = errorPageOf({ fail }, flow.project, flow.request, error);
    if (errorPage === undefined) throw error;
    return seeOther(errorPage);
  }
}

/** The app's redirect URI with a code. */
async function finishFlow(
  tools: Tools & Failing<contract.CallbackError>,
  { project, request, secrets }: NonNullable<Awaited<ReturnType<typeof takeRequest>>>,
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
  const location = new URL(trustedUrl({ fail }, project.config, request.redirectUri));
  location.hash = "";
  if (request.scope !== "legacy") return fail(contract.invalidScope);
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

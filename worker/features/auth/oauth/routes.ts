import type { Project } from "../../../db/projects/project";
import type { Tools } from "../../../platform/tools";
import { inProject } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { Deferring } from "../../../protocol/handler";
import type { AppRouter } from "../../access";
import { trustedUrl } from "../../projects";
import { beginFlow, openProviderFor, projectOfClient } from "./begin-flow";
import * as contract from "./contract";
import { endFailedFlow } from "./failed-flow";
import { grantCode } from "./grant-code";
import { exchangeCode, exchangeRefreshToken } from "./grants";
import { clearedInnerCookie, hasInnerCookie, innerCookie } from "./inner-cookie";
import { readOAuthClient } from "./oauth-client";
import { type TakenRequest, takeRequest } from "./outer-request";
import { explainProviderError } from "./provider-errors";
import { seeOther, temporaryRedirect } from "./redirects";

export function oauthRoutes(router: AppRouter): void {
  router.route(contract.authorize, async ({ params, query, headers, responseHeaders, ...tools }) => {
    const { error_redirect_uri, error_redirect_url, redirect_uri } = query;
    const request = { errorRedirectUrl: error_redirect_uri ?? error_redirect_url ?? null, redirectUri: redirect_uri };
    let project: Project | undefined;
    try {
      project = await projectOfClient(tools, query);
      const { location, state } = await beginFlow(
        inProject(tools, project.id),
        project,
        params.provider_id,
        query,
        request,
      );
      responseHeaders.append("Set-Cookie", innerCookie(tools.settings, state));
      return temporaryRedirect(location);
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
  let flow: TakenRequest | undefined;
  try {
    if (!hasInnerCookie(headers.cookie, state)) return fail(contract.noInnerCookie);
    flow = await takeRequest(tools, state);
    // A response at another provider's callback does not belong to the request.
    if (flow?.request.providerId !== providerId) return fail(contract.noRequest);
    return seeOther(await finishFlow(inProject(tools, flow.project.id), flow, response));
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

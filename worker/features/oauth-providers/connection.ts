import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  type ClientAuth,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discoveryRequest,
  nopkce,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from "oauth4webapi";
import type { OutboundFetch } from "../../platform/outbound";
import { clockToleranceSeconds, processWithIdToken } from "./id-token";
import type { OAuthProvider, ProviderTokens } from "./oauth-provider";
import { toProfile } from "./profile";
import { toProviderError } from "./refusals";
import { conformingTokenEndpoint } from "./token-endpoint";
import type { Vendor, VendorServer } from "./vendor";
import { VendorApi } from "./vendor-api";

/** Holds what a provider is used with: a project's own client, or the shared one. */
export interface Connection {
  id: string;
  isShared: boolean;
  allowsSignIn: boolean;
  allowsConnectedAccounts: boolean;
  /** Lists what the project requests at every sign-in beside the vendor's scopes, separated by spaces. */
  ownScopes: string;
  clientId: string;
  /** Says how the client proves itself; may fail when its credentials are none. */
  authenticate: ClientAuth;
  /** Absolute URL to which the provider sends the browser back. */
  callbackUrl: string;
  outbound: OutboundFetch;
}

const hourSeconds = 60 * 60;
/** A longer lifetime from a vendor would be no time that can be stored. */
const maxLifeSeconds = 10 * 365 * 24 * hourSeconds;

/** Speaks with a vendor as OAuth 2.0 and OpenID Connect have it, for one project. */
export function connect(vendor: Vendor, connection: Connection): OAuthProvider {
  const { id, isShared, allowsSignIn, allowsConnectedAccounts, ownScopes, clientId, authenticate, callbackUrl } =
    connection;
  const client: Client = {
    client_id: clientId,
    id_token_signed_response_alg: "RS256",
    [clockTolerance]: clockToleranceSeconds,
  };
  const isPlainHttp = vendor.server.issuer.startsWith("http://");
  const via = (outbound: OutboundFetch) => ({
    // The library's own description of a request is narrower than what `fetch` takes.
    [customFetch]: (url: string, init: unknown) => outbound(url, init as RequestInit),
    [allowInsecureRequests]: isPlainHttp,
  });
  const options = via(connection.outbound);

  async function readServer(): Promise<VendorServer> {
    // A copy for each use: the library keys what it has in flight by it, and no request may wait for another's.
    if (!("isDiscovered" in vendor.server)) return { ...vendor.server };
    const issuer = new URL(vendor.server.issuer);
    return (await processDiscoveryResponse(issuer, await discoveryRequest(issuer, options))) as VendorServer;
  }

  function tokenOptions(server: AuthorizationServer) {
    return via(conformingTokenEndpoint(connection.outbound, vendor, server.jwks_uri !== undefined));
  }

  function apiOf(server: VendorServer, accessToken: string): VendorApi {
    return new VendorApi(connection.outbound, accessToken, {
      name: vendor.name,
      userInfoUrl: server.userinfo_endpoint,
      headers: vendor.apiHeaders?.(clientId),
    });
  }

  /** Runs a conversation with the vendor; whatever goes wrong in it is the vendor's doing. */
  async function speak<T>(conversation: (server: VendorServer) => Promise<T>): Promise<T> {
    try {
      return await conversation(await readServer());
    } catch (error) {
      throw toProviderError(error, vendor.name);
    }
  }

  return {
    id,
    isShared,
    allowsSignIn,
    allowsConnectedAccounts,

    scopes: (extra = "") => [...new Set([...vendor.scopes, ...`${ownScopes} ${extra}`.split(/\s+/).filter(Boolean)])],

    authorizationUrl: ({ state, codeVerifier, nonce, scopes }) =>
      speak(async (server) => {
        const url = new URL(server.authorization_endpoint);
        const parameters = {
          client_id: clientId,
          redirect_uri: callbackUrl,
          response_type: "code",
          state,
          scope: scopes.join(" "),
          ...(server.jwks_uri && { nonce }),
          ...(!vendor.withoutPkce && {
            code_challenge: await calculatePKCECodeChallenge(codeVerifier),
            code_challenge_method: "S256",
          }),
          ...(vendor.authorizationParameters ?? { access_type: "offline", prompt: "consent" }),
        };
        for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
        return url;
      }),

    finish: (response, { state, codeVerifier, nonce }) =>
      speak(async (server) => {
        const tokenResponse = await authorizationCodeGrantRequest(
          server,
          client,
          authenticate,
          validateAuthResponse(server, client, response, state),
          callbackUrl,
          vendor.withoutPkce ? nopkce : codeVerifier,
          tokenOptions(server),
        );
        const { tokens, idToken } = server.jwks_uri
          ? await processWithIdToken({ server, client, options }, vendor, tokenResponse, nonce)
          : { tokens: await processAuthorizationCodeResponse(server, client, tokenResponse), idToken: undefined };
        const profile = await vendor.readProfile(apiOf(server, tokens.access_token), idToken, response);
        return { profile: toProfile(profile), tokens: readTokens(vendor, tokens) };
      }),

    refresh: (refreshToken, scopes) =>
      speak(async (server) => {
        const response = await refreshTokenGrantRequest(server, client, authenticate, refreshToken, {
          // The ID token of a refresh contains nothing that we use.
          ...via(conformingTokenEndpoint(connection.outbound, vendor, false)),
          ...(scopes.length > 0 && { additionalParameters: { scope: scopes.join(" ") } }),
        });
        return readTokens(vendor, await processRefreshTokenResponse(server, client, response));
      }),

    accepts: (accessToken) => speak((server) => apiOf(server, accessToken).takesToken(vendor.acceptedShape)),
  };
}

function readTokens(vendor: Vendor, response: TokenEndpointResponse): ProviderTokens {
  const now = Date.now();
  const reported =
    response.expires_in ?? (typeof response.expires_at === "number" ? response.expires_at - now / 1000 : undefined);
  const lifeSeconds = reported ?? vendor.defaultTokenSeconds ?? hourSeconds;
  return {
    accessToken: response.access_token,
    expiresAt: Math.round(now + Math.min(Math.max(lifeSeconds, 0), maxLifeSeconds) * 1000),
    refreshToken: response.refresh_token,
  };
}

import { decodeJwt } from "jose";
import {
  type AuthorizationServer,
  type Client,
  getValidatedIdTokenClaims,
  type IDToken,
  processGenericTokenEndpointResponse,
  type TokenEndpointResponse,
  type ValidateSignatureOptions,
  validateApplicationLevelSignature,
} from "oauth4webapi";
import { ProviderError } from "./provider-error";
import type { Vendor } from "./vendor";

/** A vendor's server, and our client there. */
export interface TokenIssuer {
  server: AuthorizationServer;
  client: Client;
  options: ValidateSignatureOptions;
}

/** Limits how far a vendor's clock may be off. */
export const clockToleranceSeconds = 30;

/**
 * Checks a token response with its ID token (OpenID Connect Core 3.1.3.7). The signature must be RS256, by a key of the vendor's key set of
 * at least 2048 bits. Issuer, audience, authorized party and times are checked too, and so is the nonce where the vendor returns it. The
 * signature is checked although the token came over TLS from the vendor, so that nothing stands on that connection alone.
 */
export async function processWithIdToken(
  { server: ownServer, client, options }: TokenIssuer,
  { issuerOf }: Pick<Vendor, "issuerOf">,
  response: Response,
  nonce: string,
): Promise<{ tokens: TokenEndpointResponse; idToken: IDToken }> {
  const claims = issuerOf && (await unprovedClaims(response));
  const server = claims ? { ...ownServer, issuer: issuerOf(claims) } : ownServer;
  const tokens = await processGenericTokenEndpointResponse(server, client, response);
  const idToken = getValidatedIdTokenClaims(tokens);
  if (!idToken) throw new ProviderError("unusable", "The provider did not say who signed in.");
  await validateApplicationLevelSignature(server, response, options);
  const now = Math.floor(Date.now() / 1000);
  if (idToken.iat > now + clockToleranceSeconds || (idToken.nonce !== undefined && idToken.nonce !== nonce)) {
    throw new ProviderError("unusable", "The provider's proof of identity belongs to another sign-in.");
  }
  return { tokens, idToken };
}

/** The claims of the ID token in a response, if there is one, before any of them is checked. */
async function unprovedClaims(response: Response): Promise<Record<string, unknown> | undefined> {
  const body = await response.clone().json<{ id_token?: string } | null>();
  return body?.id_token ? decodeJwt(body.id_token) : undefined;
}

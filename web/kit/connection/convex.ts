import { realHost } from "../host/host";
import { baseUrlOf, type ClientAppOptions, projectIdOf } from "./app-options";

/** Says how a Convex deployment verifies the access tokens of a project; an entry of `providers` in its `auth.config`. */
export interface ConvexProvider {
  readonly type: "customJwt";
  readonly issuer: string;
  readonly jwks: string;
  readonly algorithm: "ES256";
}

/**
 * The `providers` of a Convex deployment's `auth.config`. What is not given comes from the environment, as for an app.
 * @throws Error without a project id or a base URL
 */
export function getConvexProvidersConfig(
  options: Pick<ClientAppOptions, "projectId" | "baseUrl"> = {},
): ConvexProvider[] {
  const settings = { ...options, tokenStore: null };
  const issuer = `${baseUrlOf(settings, realHost)}/api/v1/projects/${encodeURIComponent(projectIdOf(settings))}`;
  const jwks = `${issuer}/.well-known/jwks.json?include_anonymous=true`;
  return [{ type: "customJwt", issuer, jwks, algorithm: "ES256" }];
}

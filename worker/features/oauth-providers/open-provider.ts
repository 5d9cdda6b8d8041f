import { openConfig, type Project } from "../../db/projects/project";
import type { Settings } from "../../platform/env";
import { openOutbound } from "../../platform/outbound";
import { clientAuthentication } from "./client-authentication";
import { findProvider } from "./configured-provider";
import { connect } from "./connection";
import type { OAuthProvider } from "./oauth-provider";
import { readUserInfo } from "./profile";
import { ProviderError } from "./provider-error";
import type { Vendor } from "./vendor";
import { vendors } from "./vendors";

/**
 * Opens a provider of a project, by its key in the configuration or else by its vendor's name. It sends no request yet.
 *
 * @returns undefined when the provider is not configured, is switched off, lacks a client id, or is shared without keys of the operator. To
 *   a caller all of these are the same.
 * @throws {ProviderError} when the project's own client secret can no longer be read
 */
export async function openProvider(
  settings: Settings,
  project: Project,
  providerId: string,
): Promise<OAuthProvider | undefined> {
  const found = findProvider(project, providerId);
  if (!found) return undefined;
  const { id, type, config } = found;
  const keys = config.isShared ? settings.sharedOAuth.clients.get(type) : await ownKeys(settings, project, id);
  if (!keys) return undefined;
  const ownVendor = vendors[type];
  const vendor = typeof ownVendor === "function" ? ownVendor(config) : ownVendor;
  const { issuer } = settings.sharedOAuth;
  const spoken = config.isShared && issuer ? sharedIssuer(vendor.name, issuer) : vendor;
  return connect(spoken, {
    id,
    isShared: config.isShared,
    allowsSignIn: config.allowSignIn,
    allowsConnectedAccounts: config.allowConnectedAccounts,
    ownScopes: config.isShared ? "" : (config.scopes ?? ""),
    clientId: keys.clientId,
    authenticate: clientAuthentication(spoken, keys.clientSecret),
    callbackUrl: `${settings.apiUrl}/api/v1/auth/oauth/callback/${id}`,
    outbound: openOutbound(settings.outboundTimeoutMs),
  });
}

/** A project's own client at the provider, its secret opened. */
async function ownKeys(settings: Settings, project: Project, id: string) {
  const { config, unreadable } = await openConfig(project, { settings });
  const opened = config.auth.oauth.providers[id];
  if (unreadable.has(opened?.clientSecret ?? "")) {
    throw new ProviderError("invalid_client", `The client secret of the provider ${id} cannot be read any more.`);
  }
  return opened?.clientId ? { clientId: opened.clientId, clientSecret: opened.clientSecret ?? "" } : undefined;
}

/**
 * The OpenID provider that stands in for every shared one in development. It shows its sign-in form each time, since one
 * developer signs in as several people there.
 */
function sharedIssuer(name: string, issuer: string): Vendor {
  return {
    name,
    server: { issuer, isDiscovered: true },
    scopes: ["openid", "email", "profile", "offline_access"],
    clientAuthentication: "basic",
    // Without consent there is no refresh token (OpenID Connect Core section 11).
    authorizationParameters: { prompt: "login consent" },
    readProfile: readUserInfo,
  };
}

import { readUserInfo } from "./user-info";
import type { Vendor } from "./vendor";

/**
 * The OpenID provider that stands in for every shared one in development. It shows its sign-in form each time, since one
 * developer signs in as several people there.
 */
export function sharedIssuer(name: string, issuer: string): Vendor {
  return {
    name,
    server: { issuer, isDiscovered: true },
    scopes: ["openid", "email", "profile", "offline_access"],
    clientAuthentication: "basic",
    authorizationParameters: { prompt: "login" },
    readProfile: readUserInfo,
  };
}

import { readUserInfo } from "./user-info";
import type { Vendor } from "./vendor";

/**
 * The OpenID provider that stands in for every shared one in development. It asks who is there each time, since one person
 * is used to be several there.
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

import * as z from "zod";
import { ProviderError } from "./provider-error";
import type { Vendor } from "./vendor";

const Me = z.object({
  id: z.string(),
  displayName: z.string().nullish(),
  mail: z.string().nullish(),
  userPrincipalName: z.string().nullish(),
});

const tenantId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The tenant of all personal Microsoft accounts. */
const consumersTenantId = "9188040d-6c67-4c5b-b112-36a304b66dad";

/** @param tenant a tenant's id or domain, or one of `consumers`, `organizations` and `common` */
export function microsoft({ microsoftTenantId }: { microsoftTenantId?: string }): Vendor {
  const tenant = microsoftTenantId || "consumers";
  const authority = `https://login.microsoftonline.com/${encodeURIComponent(tenant)}`;
  const onlyTenantId =
    tenant === "consumers" ? consumersTenantId : tenantId.test(tenant) ? tenant.toLowerCase() : undefined;
  return {
    name: "Microsoft",
    server: {
      issuer: `https://login.microsoftonline.com/${onlyTenantId ?? tenant}/v2.0`,
      authorization_endpoint: `${authority}/oauth2/v2.0/authorize`,
      token_endpoint: `${authority}/oauth2/v2.0/token`,
      jwks_uri: `${authority}/discovery/v2.0/keys`,
      userinfo_endpoint: "https://graph.microsoft.com/v1.0/me",
    },
    scopes: ["User.Read", "openid"],
    clientAuthentication: "basic",
    // The key's id is the SHA-256 thumbprint of its certificate, in base64url.
    assertions: { audience: `${authority}/oauth2/v2.0/token`, keyIdParameter: "x5t#S256" },
    // Each tenant is an issuer of its own. All share their keys, so that any other tenant than the requested one must be refused.
    issuerOf({ tid }) {
      if (typeof tid !== "string" || !tenantId.test(tid) || (onlyTenantId && tid !== onlyTenantId)) {
        throw new ProviderError("unusable", "Microsoft spoke for a tenant that was not asked.");
      }
      return `https://login.microsoftonline.com/${tid}/v2.0`;
    },
    async readProfile(api) {
      const { id, displayName, mail: email, userPrincipalName } = await api.userInfo(Me);
      // A tenant's administrator may write any address there, so none is proof of anything.
      return { accountId: id, email: email ?? addressOf(userPrincipalName), emailVerified: false, displayName };
    },
  };
}

/** The address in a principal name. That of a guest has it before `#EXT#`, with `_` for `@`: `ada_home.test#EXT#@host.test`. */
function addressOf(principalName: string | null | undefined): string | undefined {
  const [name = "", ...isGuest] = principalName?.split("#EXT#") ?? [];
  return isGuest.length > 0 ? name.replace(/_(?=[^_]*$)/, "@") : name;
}

import * as z from "zod";
import { ProviderError } from "./provider-error";
import type { Vendor } from "./vendor";

const Me = z.object({ id: z.string().min(1), name: z.string().nullish(), email: z.string().nullish() });
const Picture = z.object({ picture: z.object({ data: z.object({ url: z.string() }) }).nullish() });

/** The Graph API's own codes, by what they mean at the token endpoint. */
const errorCodes: Record<number, string> = { 1: "invalid_client", 100: "invalid_grant", 101: "invalid_client" };
const GraphError = z.object({ code: z.number() });

/** @param facebookConfigId the configuration of Facebook Login for Business, if the app uses it */
export function facebook({ facebookConfigId }: { facebookConfigId?: string }): Vendor {
  return {
    name: "Facebook",
    server: {
      issuer: "https://www.facebook.com",
      authorization_endpoint: "https://facebook.com/v20.0/dialog/oauth/",
      token_endpoint: "https://graph.facebook.com/v20.0/oauth/access_token",
      jwks_uri: "https://www.facebook.com/.well-known/oauth/openid/jwks",
      userinfo_endpoint: "https://graph.facebook.com/v3.2/me?fields=id,name,email",
    },
    scopes: ["openid", "public_profile", "email"],
    clientAuthentication: "basic",
    authorizationParameters: {
      access_type: "offline",
      prompt: "consent",
      ...(facebookConfigId && { config_id: facebookConfigId }),
    },
    tokenErrorOf({ error }) {
      const { data } = GraphError.safeParse(error);
      return data && (errorCodes[data.code] ?? "invalid_request");
    },
    async readProfile(api) {
      const { id, name, email } = await api.userInfo(Me);
      if (!email) {
        throw new ProviderError(
          "missing_permission",
          "Facebook shared no email address. Please allow it there; the app's owner must have selected the scope `email`.",
        );
      }
      const { picture } = await api.get(
        `https://graph.facebook.com/${encodeURIComponent(id)}?fields=picture.type(small)`,
        Picture,
      );
      return { accountId: id, email, emailVerified: false, displayName: name, profileImageUrl: picture?.data.url };
    },
  };
}

import * as z from "zod";
import type { Vendor } from "./vendor";

const Claims = z.object({
  sub: z.string(),
  email: z.string().nullish(),
  // Apple documents both.
  email_verified: z.union([z.boolean(), z.enum(["true", "false"])]).nullish(),
});

export const apple: Vendor = {
  name: "Apple",
  server: {
    issuer: "https://appleid.apple.com",
    authorization_endpoint: "https://appleid.apple.com/auth/authorize",
    token_endpoint: "https://appleid.apple.com/auth/token",
    jwks_uri: "https://appleid.apple.com/auth/keys",
    userinfo_endpoint: "https://appleid.apple.com/auth/userinfo",
  },
  scopes: ["name", "email"],
  clientAuthentication: "post",
  // Apple answers by a form whenever it is asked for name or e-mail.
  authorizationParameters: { access_type: "offline", prompt: "consent", response_mode: "form_post" },
  async readProfile(_api, idToken) {
    const { sub, email, email_verified } = Claims.parse(idToken);
    return { accountId: sub, email, emailVerified: String(email_verified) === "true" };
  },
};

import { readUserInfo } from "./user-info";
import type { Vendor } from "./vendor";

export const google: Vendor = {
  name: "Google",
  server: {
    issuer: "https://accounts.google.com",
    authorization_endpoint: "https://accounts.google.com/o/oauth2/v2/auth",
    token_endpoint: "https://oauth2.googleapis.com/token",
    jwks_uri: "https://www.googleapis.com/oauth2/v3/certs",
    userinfo_endpoint: "https://openidconnect.googleapis.com/v1/userinfo",
  },
  // Google adds `openid` to these by itself.
  scopes: ["https://www.googleapis.com/auth/userinfo.email", "https://www.googleapis.com/auth/userinfo.profile"],
  clientAuthentication: "basic",
  authorizationParameters: { access_type: "offline", prompt: "consent", include_granted_scopes: "true" },
  readProfile: readUserInfo,
};

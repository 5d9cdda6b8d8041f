import { readUserInfo } from "./user-info";
import type { Vendor } from "./vendor";

export const linkedin: Vendor = {
  name: "LinkedIn",
  server: {
    issuer: "https://www.linkedin.com/oauth",
    authorization_endpoint: "https://www.linkedin.com/oauth/v2/authorization",
    token_endpoint: "https://www.linkedin.com/oauth/v2/accessToken",
    jwks_uri: "https://www.linkedin.com/oauth/openid/jwks",
    userinfo_endpoint: "https://api.linkedin.com/v2/userinfo",
  },
  scopes: ["openid", "profile", "email"],
  clientAuthentication: "post",
  withoutPkce: true,
  readProfile: readUserInfo,
};

import * as z from "zod";
import type { Vendor } from "./vendor";

const User = z.object({
  account_id: z.string(),
  display_name: z.string().nullish(),
  links: z.object({ avatar: z.object({ href: z.string() }).nullish() }).nullish(),
});
const Emails = z.object({
  values: z.array(z.object({ email: z.string(), is_primary: z.boolean(), is_confirmed: z.boolean() })),
});

export const bitbucket: Vendor = {
  name: "Bitbucket",
  server: {
    issuer: "https://bitbucket.org",
    authorization_endpoint: "https://bitbucket.org/site/oauth2/authorize",
    token_endpoint: "https://bitbucket.org/site/oauth2/access_token",
    userinfo_endpoint: "https://api.bitbucket.org/2.0/user",
  },
  scopes: ["account", "email"],
  clientAuthentication: "basic",
  async readProfile(api) {
    const user = await api.userInfo(User);
    const emails = await api.get("https://api.bitbucket.org/2.0/user/emails", Emails);
    const primary = emails.values.find((email) => email.is_primary);
    return {
      accountId: user.account_id,
      email: primary?.email,
      emailVerified: primary?.is_confirmed,
      displayName: user.display_name,
      profileImageUrl: user.links?.avatar?.href,
    };
  },
};

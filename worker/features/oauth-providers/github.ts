import * as z from "zod";
import type { Vendor } from "./vendor";

const User = z.object({ id: z.number(), name: z.string().nullish(), avatar_url: z.string().nullish() });
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

export const github: Vendor = {
  name: "GitHub",
  server: {
    issuer: "https://github.com/login/oauth",
    authorization_endpoint: "https://github.com/login/oauth/authorize",
    token_endpoint: "https://github.com/login/oauth/access_token",
    userinfo_endpoint: "https://api.github.com/user",
  },
  scopes: ["user:email"],
  clientAuthentication: "basic",
  defaultTokenSeconds: 8 * 60 * 60,
  apiHeaders: () => ({ "X-GitHub-Api-Version": "2022-11-28" }),
  async readProfile(api) {
    const user = await api.userInfo(User);
    const emails = await api.get("https://api.github.com/user/emails", Emails, {
      ifForbidden:
        "The GitHub app may not read email addresses. Its owner can allow it: Permissions, Account permissions, Email addresses.",
    });
    const primary = emails.find((email) => email.primary);
    return {
      accountId: user.id,
      email: primary?.email,
      emailVerified: primary?.verified,
      displayName: user.name,
      profileImageUrl: user.avatar_url,
    };
  },
};

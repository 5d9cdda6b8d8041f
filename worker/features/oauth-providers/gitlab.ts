import * as z from "zod";
import type { Vendor } from "./vendor";

const User = z.object({
  id: z.number(),
  email: z.string().nullish(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});
const Emails = z.array(z.object({ email: z.string(), confirmed_at: z.string().nullish() }));

export const gitlab: Vendor = {
  name: "GitLab",
  server: {
    issuer: "https://gitlab.com",
    authorization_endpoint: "https://gitlab.com/oauth/authorize",
    token_endpoint: "https://gitlab.com/oauth/token",
    userinfo_endpoint: "https://gitlab.com/api/v4/user",
  },
  scopes: ["read_user"],
  clientAuthentication: "basic",
  async readProfile(api) {
    const { id, email, name, avatar_url } = await api.userInfo(User);
    const emails = await api.get("https://gitlab.com/api/v4/user/emails", Emails);
    const entry = emails.find((one) => one.email === email);
    return {
      accountId: id,
      email,
      emailVerified: Boolean(entry?.confirmed_at),
      displayName: name,
      profileImageUrl: avatar_url,
    };
  },
};

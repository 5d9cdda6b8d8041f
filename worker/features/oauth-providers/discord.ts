import * as z from "zod";
import type { Vendor } from "./vendor";

const User = z.object({
  id: z.string(),
  username: z.string(),
  global_name: z.string().nullish(),
  avatar: z.string().nullish(),
  email: z.string().nullish(),
  verified: z.boolean().nullish(),
});

export const discord: Vendor = {
  name: "Discord",
  server: {
    issuer: "https://discord.com",
    authorization_endpoint: "https://discord.com/oauth2/authorize",
    token_endpoint: "https://discord.com/api/oauth2/token",
    userinfo_endpoint: "https://discord.com/api/users/@me",
  },
  scopes: ["identify", "email"],
  clientAuthentication: "basic",
  async readProfile(api) {
    const { id, username, global_name, avatar, email, verified } = await api.userInfo(User);
    return {
      accountId: id,
      email,
      emailVerified: verified,
      displayName: global_name || username,
      profileImageUrl:
        avatar && `https://cdn.discordapp.com/avatars/${id}/${avatar}.${animated(avatar) ? "gif" : "png"}`,
    };
  },
};

function animated(avatar: string): boolean {
  return avatar.startsWith("a_");
}

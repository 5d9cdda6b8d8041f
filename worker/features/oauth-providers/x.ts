import * as z from "zod";
import type { Vendor } from "./vendor";

const Me = z.object({
  data: z.object({
    id: z.string(),
    name: z.string().nullish(),
    username: z.string().nullish(),
    profile_image_url: z.string().nullish(),
  }),
});

export const x: Vendor = {
  name: "X",
  server: {
    issuer: "https://x.com",
    authorization_endpoint: "https://twitter.com/i/oauth2/authorize",
    token_endpoint: "https://api.x.com/2/oauth2/token",
    userinfo_endpoint: "https://api.x.com/2/users/me?user.fields=id,name,profile_image_url",
  },
  scopes: ["users.read", "offline.access", "tweet.read"],
  clientAuthentication: "basic",
  async readProfile(api) {
    const { id, name, username, profile_image_url } = (await api.userInfo(Me)).data;
    return { accountId: id, displayName: name || username, profileImageUrl: profile_image_url };
  },
};

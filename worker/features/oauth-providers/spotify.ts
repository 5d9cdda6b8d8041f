import * as z from "zod";
import type { Vendor } from "./vendor";

const Me = z.object({
  id: z.string(),
  email: z.string().nullish(),
  display_name: z.string().nullish(),
  images: z.array(z.object({ url: z.string() })).nullish(),
});

export const spotify: Vendor = {
  name: "Spotify",
  server: {
    issuer: "https://accounts.spotify.com",
    authorization_endpoint: "https://accounts.spotify.com/authorize",
    token_endpoint: "https://accounts.spotify.com/api/token",
    userinfo_endpoint: "https://api.spotify.com/v1/me",
  },
  scopes: ["user-read-email", "user-read-private"],
  clientAuthentication: "basic",
  async readProfile(api) {
    const { id, email, display_name, images } = await api.userInfo(Me);
    // Spotify documents that it does not verify the address.
    const emailVerified = false;
    return { accountId: id, email, emailVerified, displayName: display_name, profileImageUrl: images?.[0]?.url };
  },
};

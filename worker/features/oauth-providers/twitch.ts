import * as z from "zod";
import type { Vendor } from "./vendor";

const User = z.object({
  id: z.string(),
  email: z.string().nullish(),
  display_name: z.string().nullish(),
  profile_image_url: z.string().nullish(),
});
const Users = z.object({ data: z.tuple([User], z.unknown()) });

/** Twitch's messages, in any case, where others give an RFC 6749 error code. */
const errors: Record<string, string> = {
  "invalid authorization code": "invalid_grant",
  "invalid refresh token": "invalid_grant",
  "invalid grant": "invalid_grant",
  "invalid client": "invalid_client",
  "invalid client secret": "invalid_client",
  "missing client secret": "invalid_client",
};

export const twitch: Vendor = {
  name: "Twitch",
  server: {
    issuer: "https://id.twitch.tv/oauth2",
    authorization_endpoint: "https://id.twitch.tv/oauth2/authorize",
    token_endpoint: "https://id.twitch.tv/oauth2/token",
    userinfo_endpoint: "https://api.twitch.tv/helix/users",
  },
  scopes: ["user:read:email"],
  clientAuthentication: "post",
  tokenErrorOf: ({ message }) =>
    typeof message === "string" ? (errors[message.toLowerCase()] ?? "invalid_request") : undefined,
  apiHeaders: (clientId) => ({ "Client-Id": clientId }),
  acceptedShape: Users,
  async readProfile(api) {
    const [{ id, email, display_name, profile_image_url }] = (await api.userInfo(Users)).data;
    // Twitch shows no address that it has not verified.
    return { accountId: id, email, emailVerified: true, displayName: display_name, profileImageUrl: profile_image_url };
  },
};

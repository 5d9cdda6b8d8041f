import type { IDToken } from "oauth4webapi";
import * as z from "zod";
import type { VendorProfile } from "./profile";
import { ProviderError } from "./provider-error";
import type { VendorApi } from "./vendor-api";

const UserInfo = z.object({
  sub: z.string(),
  email: z.string().nullish(),
  email_verified: z.boolean().nullish(),
  name: z.string().nullish(),
  picture: z.string().nullish(),
});

/** Reads the standard claims from the UserInfo endpoint (OpenID Connect Core 5.3). */
export async function readUserInfo(api: VendorApi, idToken: IDToken | undefined): Promise<VendorProfile> {
  const { sub, email, email_verified, name, picture } = await api.userInfo(UserInfo);
  // Section 5.3.2: otherwise another user's access token could have been slipped in.
  if (sub !== idToken?.sub) throw new ProviderError("unusable", "The provider spoke of two different accounts.");
  return { accountId: sub, email, emailVerified: email_verified, displayName: name, profileImageUrl: picture };
}

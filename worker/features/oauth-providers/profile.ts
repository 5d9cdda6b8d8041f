import type { IDToken } from "oauth4webapi";
import * as z from "zod";
import { storedEmail, text } from "../../protocol/fields";
import { parseUrl } from "../../protocol/url";
import type { ProviderProfile } from "./oauth-provider";
import { ProviderError } from "./provider-error";
import type { VendorApi } from "./vendor-api";

/** A user as the provider describes them. */
export interface VendorProfile {
  accountId: string | number;
  email?: string | null | undefined;
  emailVerified?: boolean | null | undefined;
  displayName?: string | null | undefined;
  profileImageUrl?: string | null | undefined;
}

const webAddress = text(4096).refine((value) => /^https?:$/.test(parseUrl(value)?.protocol ?? ""));
const maxNameLength = 256;

/**
 * Brings a profile into our form. What is no address, name or picture becomes null, because none of them is needed to sign in. An address
 * that is not there is not verified.
 *
 * @throws {ProviderError} when it does not say whose account it is
 */
export function toProfile(vendor: VendorProfile): ProviderProfile {
  const accountId = String(vendor.accountId);
  if (accountId === "") throw new ProviderError("unusable", "The provider did not say whose account it is.");
  const found = storedEmail.safeParse(vendor.email);
  const image = webAddress.safeParse(vendor.profileImageUrl);
  return {
    accountId,
    email: found.data ?? null,
    emailVerified: found.success && vendor.emailVerified === true,
    displayName: vendor.displayName?.trim().slice(0, maxNameLength).toWellFormed() || null,
    profileImageUrl: image.data ?? null,
  };
}

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

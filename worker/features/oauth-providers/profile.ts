import { storedEmail, text } from "../../protocol/fields";
import { parseUrl } from "../../protocol/url";
import type { ProviderProfile } from "./oauth-provider";
import { ProviderError } from "./provider-error";

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

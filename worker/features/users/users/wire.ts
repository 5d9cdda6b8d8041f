import type * as z from "zod";
import type { User } from "../../../db/users/queries";
import { toTeam } from "../../teams";
import type { ServerUser } from "./shapes/contract";

/** A user on the wire, with every field; the caller's tier cuts it down. */
export function toUser(user: User): z.input<typeof ServerUser> {
  return {
    id: user.id,
    display_name: user.displayName,
    primary_email: user.primaryEmail,
    primary_email_verified: user.primaryEmailVerified,
    primary_email_auth_enabled: user.primaryEmailAuthEnabled,
    profile_image_url: user.profileImageUrl,
    signed_up_at_millis: user.signedUpAt,
    last_active_at_millis: user.lastActiveAt,
    client_metadata: user.clientMetadata,
    client_read_only_metadata: user.clientReadOnlyMetadata,
    server_metadata: user.serverMetadata,
    has_password: user.hasPassword,
    otp_auth_enabled: user.otpAuthEnabled,
    passkey_auth_enabled: user.passkeyAuthEnabled,
    auth_with_email: user.hasPassword || user.otpAuthEnabled,
    requires_totp_mfa: user.requiresTotpMfa,
    oauth_providers: user.oauthProviders,
    selected_team_id: user.selectedTeamId,
    selected_team: user.selectedTeam && toTeam(user.selectedTeam),
    is_anonymous: user.isAnonymous,
    restricted_at_millis: user.restrictedAt,
  };
}

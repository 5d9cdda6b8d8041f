import { msg } from "../../translation/msg";
import type { Translate } from "../../translation/use-translation";

const names = {
  "user.signed_up": msg("Signed up"),
  "user.signed_in": msg("Signed in"),
  "user.signed_out": msg("Signed out"),
  "user.impersonated": msg("Was impersonated"),
  "user.created": msg("User created"),
  "user.updated": msg("User changed"),
  "session.revoked": msg("Session ended"),
  "sessions.revoked": msg("All sessions ended"),
  "password.set": msg("Password set"),
  "password.changed": msg("Password changed"),
  "password.reset": msg("Password reset by email"),
  "totp.enabled": msg("Second factor switched on"),
  "totp.disabled": msg("Second factor switched off"),
  "recovery_codes.created": msg("Recovery codes created"),
  "passkey.created": msg("Passkey added"),
  "passkey.deleted": msg("Passkey removed"),
  "oauth_account.linked": msg("Account linked"),
  "oauth_account.updated": msg("Linked account changed"),
  "oauth_account.unlinked": msg("Account unlinked"),
  "contact_channel.created": msg("Email address added"),
  "contact_channel.updated": msg("Email address changed"),
  "contact_channel.deleted": msg("Email address removed"),
  "api_key.created": msg("API key created"),
  "api_key.revoked": msg("API key revoked"),
  "api_key.leaked": msg("API key leaked"),
  "team_membership.created": msg("Joined a team"),
  "team_membership.deleted": msg("Left a team"),
  "team_permission.granted": msg("Team permission granted"),
} as const;

/** What happened, in words; the type of the event where there are none for it. */
export function eventName(type: string, t: Translate): string {
  return Object.hasOwn(names, type) ? t(names[type as keyof typeof names]) : type;
}

// Users: the people who sign in to a project. Servers see and change everybody; a client sees and changes its own user,
// which is `me`.
import * as z from "zod";
import { metadata, millis } from "../../../protocol/fields";
import { ClientTeam, ServerTeam } from "../../teams/contract";

/** One account at an OAuth provider. `id` is the provider's id in the project's configuration. */
export const LinkedAccount = z.object({
  id: z.string(),
  account_id: z.string(),
  email: z.string().nullable(),
});

export const ClientUser = z.object({
  id: z.string(),
  display_name: z.string().nullable(),
  primary_email: z.string().nullable(),
  primary_email_verified: z.boolean(),
  profile_image_url: z.string().nullable(),
  signed_up_at_millis: millis,
  client_metadata: metadata,
  client_read_only_metadata: metadata,
  has_password: z.boolean(),
  otp_auth_enabled: z.boolean(),
  passkey_auth_enabled: z.boolean(),
  auth_with_email: z.boolean().meta({ deprecated: true, description: "Has a password, or signs in by e-mail codes" }),
  requires_totp_mfa: z.boolean(),
  oauth_providers: z.array(LinkedAccount),
  selected_team_id: z.string().nullable(),
  selected_team: ClientTeam.nullable(),
  is_anonymous: z.boolean(),
});

export const ServerUser = ClientUser.extend({
  primary_email_auth_enabled: z.boolean(),
  last_active_at_millis: millis,
  server_metadata: metadata,
  selected_team: ServerTeam.nullable(),
});

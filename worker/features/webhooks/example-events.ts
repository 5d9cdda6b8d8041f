import type { EventType } from "../../db/outbox/event-types";
import type { Json } from "../../protocol/fields";
import { ServerTeam } from "../teams/contract";
import { ServerUser } from "../users/users/shapes/contract";

const userId = "7d6f1a1e-31a2-4d0b-9d3c-0f6c4f0a9f11";
const teamId = "c2f4a4a0-6f0e-4a53-8a3e-52f3b9a0d7e4";
const at = 1_793_491_200_000;

/** Every field of a shape, as one that has no value. */
const nothingIn = ({ shape }: { shape: object }) => Object.fromEntries(Object.keys(shape).map((name) => [name, null]));

const team = {
  ...nothingIn(ServerTeam),
  id: teamId,
  display_name: "Analysts",
  created_at_millis: at,
};

const user = {
  ...nothingIn(ServerUser.omit({ otp_auth_switched_off: true, primary_email_proven_by_email_alone: true })),
  id: userId,
  display_name: "Ada Lovelace",
  primary_email: "ada@example.com",
  primary_email_verified: true,
  primary_email_auth_enabled: true,
  signed_up_at_millis: at,
  last_active_at_millis: at,
  has_password: true,
  otp_auth_enabled: true,
  passkey_auth_enabled: false,
  auth_with_email: true,
  requires_totp_mfa: false,
  oauth_providers: [],
  is_anonymous: false,
  is_restricted: false,
  restricted_by_admin: false,
  risk_scores: { sign_up: { bot: 0, free_trial_abuse: 0 } },
};

const membership = { team_id: teamId, user_id: userId };
const teamPermission = { id: "edit_reports", team_id: teamId, user_id: userId };
const projectPermission = { id: "read_reports", user_id: userId };

/** Shows what the data of an event of each type looks like. Nothing in it exists in a project. */
export const exampleEvents: Record<EventType, Json> = {
  "user.created": user,
  "user.updated": user,
  "user.deleted": { id: userId, teams: [{ id: teamId }] },
  "team.created": team,
  "team.updated": team,
  "team.deleted": { id: teamId },
  "team_membership.created": membership,
  "team_membership.deleted": membership,
  "team_permission.created": teamPermission,
  "team_permission.deleted": teamPermission,
  "project_permission.created": projectPermission,
  "project_permission.deleted": projectPermission,
  "item.low_balance": {
    item_id: "credits",
    customer_type: "user",
    customer_id: userId,
    quantity: 8,
    threshold: 10,
  },
};

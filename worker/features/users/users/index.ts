import type * as z from "zod";
import type { Project } from "../../../db/projects/project";
import { shownFields, type User } from "../../../db/users/queries";
import { restrictedTypeOf } from "../../../db/users/restriction";
import { toWire } from "../../../protocol/wire-names";
import { toTeam } from "../../teams";
import type { ServerUser } from "./shapes/contract";

export {
  type AddressHolder,
  boundTo,
  byProof,
  type Holder,
  isUnprovenOfSuspended,
  requireHolder,
} from "./by-proof";
export { newUser } from "./new-user";
export { claimByEmail } from "./start-clean";
export { upgradeAnonymousUser } from "./upgrade-anonymous-user";

const shown = toWire(shownFields);

/** Says on the wire whether a user is kept from full use, and why. */
export function restrictionOf(...user: Parameters<typeof restrictedTypeOf>) {
  const type = restrictedTypeOf(...user);
  return { is_restricted: type !== null, restricted_reason: type && { type } };
}

/** A user on the wire, with every field; the caller's tier cuts it down. */
export function toUser(project: Pick<Project, "config">, user: User): z.input<typeof ServerUser> {
  return {
    id: user.id,
    ...shown(user),
    signed_up_at_millis: user.signedUpAt,
    last_active_at_millis: user.lastActiveAt,
    ...(user.otpAuthSwitchedOff && { otp_auth_switched_off: true as const }),
    ...(user.primaryEmailProvenByEmailAlone && { primary_email_proven_by_email_alone: true as const }),
    ...restrictionOf(project, user),
    risk_scores: user.riskScores ?? { sign_up: { bot: 0, free_trial_abuse: 0 } },
    auth_with_email: user.hasPassword || user.otpAuthEnabled,
    selected_team_id: user.selectedTeamId,
    selected_team: user.selectedTeam && toTeam(user.selectedTeam),
    suspended_at_millis: user.suspendedAt,
  };
}

import * as z from "zod";
import type { MemberKey, TeamKey, UserIn, UserKey } from "../../../db/keys";
import { teamIdsOf } from "../../../db/memberships/joins";
import { type selectStanding, selectUnsuspendedStandings } from "../../../db/permissions/queries";
import type { Project } from "../../../db/projects/project";
import { selectMailboxes, selectOwnEmails } from "../../../db/users/contact-channels/queries";
import {
  type Addresses,
  removeOpenCode,
  removeOpenCodesBy,
  removeOpenCodesTo,
  updatePayloads,
} from "../../../db/verification-codes/changes";
import { selectInvitationsTo, selectOpenCodes, selectTextsOfOpenCodes } from "../../../db/verification-codes/queries";
import type { Database, Id } from "../../../platform/database";
import { effectivePermissions } from "../../permissions";
import { defineCodeKind } from "../../verification-codes";

/** Makes a user a member of a team. The address is the one that the code was emailed to. */
export const teamInvitation = defineCodeKind({
  name: "team_invitation",
  isUsedOncePerEmail: true,
  payload: z.object({
    teamId: z.string(),
    email: z.string(),
    /** The member who invites; null where a server does. Codes of before have none. */
    inviterId: z.string().nullable().default(null),
    /** Is true if the user who uses the code has to have proven the address. */
    isForRecipientOnly: z.boolean().default(false),
  }),
});

const kind = teamInvitation.name;

/** An invitation lasts only as long as the member who sent it may invite: a removed or suspended one would come back by their own. */
export function mayInvite(project: Project, standing: Awaited<ReturnType<typeof selectStanding>>): boolean {
  const granted = standing.flatMap(({ permissionId }) => permissionId ?? []);
  return effectivePermissions(project, granted, "team").has("$invite_members");
}

/** An invitation that can still be accepted. */
export interface OpenInvitation {
  id: string;
  teamId: string;
  email: string;
  /** The member who invites; null where a server does. */
  inviterId: string | null;
  expiresAt: number;
}

/** The open invitations to a team, oldest first; read each row with `readInvitation`. */
export function selectInvitations(db: Database, { projectId, teamId }: { projectId: Id; teamId: string }) {
  return selectOpenCodes(db, { projectId, kind, subject: teamId });
}

/** The standings of the members who have sent the open invitations to a team. */
export function selectInviters(db: Database, { projectId, teamId }: { projectId: Id; teamId: string }) {
  const userIds = selectTextsOfOpenCodes(db, { projectId, kind, subject: teamId, name: "inviterId" });
  return selectUnsuspendedStandings(db, { projectId, teamId, userIds });
}

/** One row of `selectInvitations`. */
export function readInvitation({
  id,
  payload,
  expiresAt,
}: Awaited<ReturnType<typeof selectInvitations>>[number]): OpenInvitation {
  return { id, ...teamInvitation.payload.parse(payload), expiresAt };
}

/** The most invitations that a user is shown: the newest, which nobody can hide behind many old ones. */
const maxOwnInvitations = 50;

/** The open invitations to addresses that a user has proven with their session, with the names of their teams, newest first. */
export function selectInvitationsOf(db: Database, user: UserIn) {
  const emails = selectOwnEmails(db, user);
  return selectInvitationsTo(db, { projectId: user.projectId, emails, limit: maxOwnInvitations });
}

/** Revokes an open invitation; returns no row when the team has none of this id. */
export function revokeInvitation(db: Database, { projectId, teamId, id }: TeamKey & { id: string }) {
  return removeOpenCode(db, { projectId, kind, subject: teamId, id });
}

/** Ends the open invitations of a team to some addresses, which are in normal form. */
export function endInvitations(db: Database, { projectId, teamId, addresses }: TeamKey & { addresses: Addresses }) {
  return removeOpenCodesTo(db, { projectId, kind, subject: teamId, addresses });
}

/** Ends the open invitations of a team to the mailboxes of a member. */
export function endInvitationsTo(db: Database, { projectId, teamId, userId }: MemberKey) {
  const addresses = selectMailboxes(db, { projectId, userId });
  return removeOpenCodesTo(db, { projectId, kind, subject: teamId, addresses, areMailboxes: true });
}

/** Ends the open invitations that a user has sent, to all of their teams or to one. */
export function endInvitationsBy(db: Database, user: UserKey & { teamId?: string }) {
  const { projectId, userId: inviterId, teamId } = user;
  const subjects = teamId === undefined ? teamIdsOf(db, user) : [teamId];
  return removeOpenCodesBy(db, { projectId, kind, subjects, inviterId });
}

/**
 * Removes the addresses that a team has invited, and who did, for when the team is deleted. The codes themselves stay until they
 * expire, so that their response is that the team was not found.
 */
export function forgetInvitations(db: Database, { projectId, teamId }: TeamKey) {
  const payload: z.output<typeof teamInvitation.payload> = {
    teamId,
    email: "",
    inviterId: null,
    isForRecipientOnly: false,
  };
  return updatePayloads(db, { projectId, kind, subject: teamId, payload });
}

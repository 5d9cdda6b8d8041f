import * as z from "zod";
import { type MemberProfile, shownName } from "../../../db/memberships/queries";
import type { Project } from "../../../db/projects/project";
import type { TeamKey } from "../../../db/teams/keys";
import type { Database, Id } from "../../../platform/database";
import type { Failing } from "../../../protocol/failing";
import { type MailTools, mailDepsOf, nameInMail, requireSent, sendSystemMail } from "../../emails";
import type { mailNotSent } from "../../emails/contract";
import type { TrustedUrl } from "../../projects";
import {
  codeLifetime,
  codeLink,
  defineCodeKind,
  lifetimeInWords,
  newCode,
  openCodes,
  replacePayloads,
  revokeCode,
} from "../../verification-codes";

/** Makes a user a member of a team. The address is the one that the code was mailed to; the user who uses the code need not own it. */
export const teamInvitation = defineCodeKind({
  name: "team_invitation",
  payload: z.object({
    teamId: z.string(),
    email: z.string(),
    /** The member who invites; null where a server does. Codes of before have none. */
    inviterId: z.string().nullable().default(null),
  }),
});

/** An invitation that can still be accepted. */
export interface OpenInvitation {
  id: string;
  teamId: string;
  email: string;
  expiresAt: number;
}

/**
 * Mails an invitation, and stores it with the log of the mail: one that could not be mailed is not stored.
 *
 * @returns the id of the invitation
 */
export async function invite(
  { fail, ...tools }: MailTools & Failing<typeof mailNotSent>,
  project: Project,
  {
    team,
    email,
    inviter,
    callbackUrl,
  }: {
    team: { id: string; displayName: string };
    email: string;
    /** The member who invites; null where a server does. */
    inviter: MemberProfile | null;
    callbackUrl: TrustedUrl;
  },
): Promise<string> {
  const { id, code, statement } = await newCode(tools.db, teamInvitation, {
    projectId: project.id,
    subject: team.id,
    lifetimeMillis: codeLifetime(project, "teamInvitation"),
    payload: { teamId: team.id, email, inviterId: inviter?.user.id ?? null },
  });
  const inviterName = inviter && nameInMail(shownName(inviter));
  const result = await sendSystemMail(await mailDepsOf(tools, project), {
    template: "team_invitation",
    to: email,
    onceSent: [statement],
    variables: {
      // No name, also where a user has the address: any address can be invited.
      userDisplayName: null,
      teamDisplayName: nameInMail(team.displayName) ?? "a team",
      invitation: inviterName === null ? "You are invited" : `${inviterName} invites you`,
      validFor: lifetimeInWords(project, "teamInvitation"),
      teamInvitationLink: codeLink(callbackUrl, code),
    },
  });
  requireSent({ fail }, result);
  return id;
}

/** The open invitations to a team, oldest first; read each row with `readInvitation`. */
export function selectInvitations(db: Database, { projectId, teamId }: { projectId: Id; teamId: string }) {
  return openCodes(db, teamInvitation, { projectId, subject: teamId });
}

/** One row of `selectInvitations`. */
export function readInvitation({
  id,
  payload,
  expiresAt,
}: Awaited<ReturnType<typeof selectInvitations>>[number]): OpenInvitation {
  return { id, ...teamInvitation.payload.parse(payload), expiresAt };
}

/** Revokes an open invitation; returns no row when the team has none of this id. */
export function revokeInvitation(db: Database, { projectId, teamId, id }: TeamKey & { id: string }) {
  return revokeCode(db, teamInvitation, { projectId, subject: teamId, id });
}

/**
 * Removes the addresses that a team has invited, and who did, for when the team is deleted. The codes themselves stay until they
 * expire, so that their response is that the team was not found.
 */
export function forgetInvitations(db: Database, { projectId, teamId }: TeamKey) {
  return replacePayloads(db, teamInvitation, {
    projectId,
    subject: teamId,
    payload: { teamId, email: "", inviterId: null },
  });
}

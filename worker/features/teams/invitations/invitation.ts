import { type MemberProfile, shownName } from "../../../db/memberships/queries";
import type { Project } from "../../../db/projects/project";
import type { tooManyRequests } from "../../../protocol/error-definitions";
import type { Failing } from "../../../protocol/failing";
import { normalizeEmail } from "../../../protocol/fields";
import { type MailCount, type MailTools, mailDepsOf, nameInMail, requireSent, sendSystemMail } from "../../emails";
import type { mailNotSent } from "../../emails/not-sent/contract";
import type { TrustedUrl } from "../../projects";
import { codeLifetime, codeLink, lifetimeInWords, newCode } from "../../verification-codes";
import { endInvitations, teamInvitation } from "../invitation-codes";

/**
 * Mails an invitation, and stores it with the log of the mail in place of an open one to the address: one that could not be
 * mailed is not stored.
 *
 * @returns the id of the invitation
 */
export async function invite(
  { fail, ...tools }: MailTools & Failing<typeof mailNotSent | typeof tooManyRequests>,
  project: Project,
  {
    team,
    email,
    inviter,
    isForRecipientOnly,
    callbackUrl,
    count,
  }: {
    team: { id: string; displayName: string };
    email: string;
    /** The member who invites; null where a server does. */
    inviter: MemberProfile | null;
    isForRecipientOnly: boolean;
    callbackUrl: TrustedUrl;
    count: MailCount | null;
  },
): Promise<string> {
  const { id, code, statement } = await newCode(tools.db, teamInvitation, {
    projectId: project.id,
    subject: team.id,
    lifetimeMillis: codeLifetime(project, "teamInvitation"),
    payload: { teamId: team.id, email, inviterId: inviter?.user.id ?? null, isForRecipientOnly },
  });
  const invitee = { projectId: project.id, teamId: team.id, addresses: [normalizeEmail(email)] };
  const inviterName = inviter && nameInMail(shownName(inviter));
  const result = await sendSystemMail(await mailDepsOf(tools, project), {
    template: "team_invitation",
    to: email,
    count,
    onceSent: [endInvitations(tools.db, invitee), statement],
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

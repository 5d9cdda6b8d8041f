import { type CommonVariables, MailFrame, Paragraph } from "./mail-frame";

interface Variables extends CommonVariables {
  /** `a team` where the name cannot be shown. */
  teamDisplayName: string;
  /** Who invites: `You are invited`, or `Ada invites you` where the name can be shown. */
  invitation: string;
  /** How long the link works, such as `7 days`. */
  validFor: string;
  teamInvitationLink: string;
}

export const teamInvitation = {
  subject: ({ teamDisplayName }: Variables) => `You are invited to join ${teamDisplayName}`,
  Mail: ({ teamDisplayName, invitation, validFor, teamInvitationLink, ...common }: Variables) => (
    <MailFrame
      common={common}
      preview={`${invitation} to join ${teamDisplayName} at ${common.projectDisplayName}.`}
      heading={`Join ${teamDisplayName}`}
      action={{ label: "Accept the invitation", link: teamInvitationLink }}
      ifUnexpected="You know nothing of this team? Then ignore this mail, and you will not join it."
    >
      <Paragraph>
        {invitation} to join {teamDisplayName} at {common.projectDisplayName}. The link is valid for {validFor} and
        works once.
      </Paragraph>
    </MailFrame>
  ),
};

import { type CommonVariables, MailFrame, Paragraph } from "./mail-frame";

interface Variables extends CommonVariables {
  /** `a team` where the name cannot be shown. */
  teamDisplayName: string;
  teamInvitationLink: string;
}

export const teamInvitation = {
  subject: ({ teamDisplayName }: Variables) => `You are invited to join ${teamDisplayName}`,
  Mail: ({ teamDisplayName, teamInvitationLink, ...common }: Variables) => (
    <MailFrame
      common={common}
      preview={`Join ${teamDisplayName} at ${common.projectDisplayName}.`}
      heading={`Join ${teamDisplayName}`}
      action={{ label: "Accept the invitation", link: teamInvitationLink }}
      ifUnexpected="You know nothing of this team? Then ignore this mail, and you will not join it."
    >
      <Paragraph>
        You are invited to join {teamDisplayName} at {common.projectDisplayName}.
      </Paragraph>
    </MailFrame>
  ),
};

import { type CommonVariables, MailFrame, Paragraph } from "./mail-frame";

interface Variables extends CommonVariables {
  /** The name of the project, once more: customised templates know it by this name. */
  teamDisplayName: string;
  signInInvitationLink: string;
}

export const signInInvitation = {
  subject: ({ teamDisplayName }: Variables) => `You are invited to sign in to ${teamDisplayName}`,
  Mail: ({ teamDisplayName, signInInvitationLink, ...common }: Variables) => (
    <MailFrame
      common={common}
      preview={`${teamDisplayName} is ready for you.`}
      heading={`Sign in to ${teamDisplayName}`}
      action={{ label: "Sign in", link: signInInvitationLink }}
      ifUnexpected={`You know nothing of ${teamDisplayName}? Then ignore this mail.`}
    >
      <Paragraph>You are invited to sign in to {teamDisplayName}.</Paragraph>
    </MailFrame>
  ),
};

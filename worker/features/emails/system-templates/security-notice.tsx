import { type CommonVariables, MailFrame, Paragraph } from "./mail-frame";

interface Variables extends CommonVariables {
  /** What was changed, as a sentence without its full stop: it is the subject too. */
  change: string;
  /** When, and from where as far as that is known. */
  circumstances: string;
  endSessionsLink: string;
}

export const securityNotice = {
  subject: ({ change, projectDisplayName }: Variables) => `${change} at ${projectDisplayName}`,
  Mail: ({ change, circumstances, endSessionsLink, ...common }: Variables) => (
    <MailFrame
      common={common}
      preview="If this was you, there is nothing to do."
      heading={change}
      action={{ label: "This was not me", link: endSessionsLink }}
      ifUnexpected="The link signs your account out on every device. Then choose a new password, and look through the ways to sign in that your account settings list."
    >
      <Paragraph>{circumstances}</Paragraph>
      <Paragraph>If this was you, there is nothing to do.</Paragraph>
    </MailFrame>
  ),
};

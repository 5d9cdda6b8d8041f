import { type CommonVariables, MailFrame, Paragraph } from "./mail-frame";

interface Variables extends CommonVariables {
  /** The name of the project whose mails failed. */
  failingProject: string;
  /** How many there were, and why most of them failed. */
  failures: string;
  projectLink: string;
}

export const failedEmails = {
  subject: ({ failingProject }: Variables) => `Emails of ${failingProject} could not be sent`,
  Mail: ({ failingProject, failures, projectLink, ...common }: Variables) => (
    <MailFrame
      common={common}
      preview="Some of your project's users did not get their emails."
      heading="Emails could not be sent"
      action={{ label: "Open the project", link: projectLink }}
      ifUnexpected="You get this email because you own the project, at most once a day."
    >
      <Paragraph>{`Some users of ${failingProject} did not get their emails.`}</Paragraph>
      <Paragraph>{failures}</Paragraph>
    </MailFrame>
  ),
};

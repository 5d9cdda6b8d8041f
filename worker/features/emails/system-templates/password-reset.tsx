import { type CommonVariables, MailFrame, Paragraph } from "./mail-frame";

interface Variables extends CommonVariables {
  passwordResetLink: string;
  /** How long the link works, such as `1 hour`. */
  validFor: string;
}

export const passwordReset = {
  subject: ({ projectDisplayName }: Variables) => `Reset your password at ${projectDisplayName}`,
  Mail: ({ passwordResetLink, validFor, ...common }: Variables) => (
    <MailFrame
      common={common}
      preview="Choose a new password for your account."
      heading="Reset your password"
      action={{ label: "Choose a new password", link: passwordResetLink }}
      ifUnexpected="You did not ask for a new password? Then ignore this mail, and your password stays as it is."
    >
      <Paragraph>
        Somebody asked for a new password for your account. If that was you, choose one here. The link is valid for{" "}
        {validFor} and works once.
      </Paragraph>
    </MailFrame>
  ),
};

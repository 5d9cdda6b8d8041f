import { type CommonVariables, MailFrame, Paragraph } from "./mail-frame";

interface Variables extends CommonVariables {
  emailVerificationLink: string;
  /** How long the link works, such as `7 days`. */
  validFor: string;
}

export const emailVerification = {
  subject: ({ projectDisplayName }: Variables) => `Verify your email at ${projectDisplayName}`,
  Mail: ({ emailVerificationLink, validFor, ...common }: Variables) => (
    <MailFrame
      common={common}
      preview="One click, and your email address is verified."
      heading="Verify your email"
      action={{ label: "Verify email", link: emailVerificationLink }}
      ifUnexpected={`You never gave this address to ${common.projectDisplayName}? Then ignore this mail, and it stays unverified.`}
    >
      <Paragraph>
        Please confirm that this email address is yours. The link is valid for {validFor} and works once.
      </Paragraph>
    </MailFrame>
  ),
};

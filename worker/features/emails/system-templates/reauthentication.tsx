import { Code, type CommonVariables, MailFrame, Paragraph } from "./mail-frame";

interface Variables extends CommonVariables {
  /** The six characters to type. */
  otp: string;
  /** How long it works, such as `10 minutes`. */
  validFor: string;
}

export const reauthentication = {
  subject: ({ projectDisplayName }: Variables) => `Confirm your identity at ${projectDisplayName}`,
  Mail: ({ otp, validFor, ...common }: Variables) => (
    <MailFrame
      common={common}
      preview="Your code for changing how you sign in."
      heading="Confirm that it is you"
      ifUnexpected="You did not ask for this? Then someone uses your account: do not give the code to anyone, and end all sessions in your account settings."
    >
      <Paragraph>Type this code where you are changing how you sign in:</Paragraph>
      <Code>{otp}</Code>
      <Paragraph>It is valid for {validFor}, and can be used once, only in the browser that asked for it.</Paragraph>
    </MailFrame>
  ),
};

import { Code, type CommonVariables, MailFrame, Paragraph } from "./mail-frame";

interface Variables extends CommonVariables {
  magicLink: string;
  /** The six characters to type. */
  otp: string;
  /** How long code and link work, such as `10 minutes`. */
  validFor: string;
}

export const magicLink = {
  subject: ({ projectDisplayName, otp }: Variables) => `Sign in to ${projectDisplayName}: Your code is ${otp}`,
  Mail: ({ magicLink: link, otp, validFor, ...common }: Variables) => (
    <MailFrame
      common={common}
      preview="Your code and your link for signing in."
      heading={`Sign in to ${common.projectDisplayName}`}
      action={{ label: "Sign in", link }}
      ifUnexpected="You did not try to sign in? Then ignore this mail, and do not give the code to anyone."
    >
      <Paragraph>Type this code where you are signing in:</Paragraph>
      <Code>{otp}</Code>
      <Paragraph>Or sign in with one click. Code and link are valid for {validFor} and can be used once.</Paragraph>
    </MailFrame>
  ),
};

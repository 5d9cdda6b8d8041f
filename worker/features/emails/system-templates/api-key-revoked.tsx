import { type CommonVariables, MailFrame, Paragraph } from "./mail-frame";

interface Variables extends CommonVariables {
  apiKeyDescription: string;
  /** The last characters of the key, by which its owner recognises it. */
  apiKeyLastFour: string;
}

export const apiKeyRevoked = {
  subject: ({ apiKeyDescription }: Variables) => `API Key Revoked: ${apiKeyDescription}`,
  Mail: ({ apiKeyDescription, apiKeyLastFour, ...common }: Variables) => (
    <MailFrame
      common={common}
      preview="It was found in public, so it works no more."
      heading="An API key was revoked"
      ifUnexpected="The key was revoked because it was reported as public. It can no longer be used."
    >
      <Paragraph>
        {`The API key “${apiKeyDescription}” at ${common.projectDisplayName}, which ends in ${apiKeyLastFour}, was found where others can read it. We revoked it at once.`}
      </Paragraph>
      <Paragraph>
        Replace it wherever it is in use, take it out of the place where it was found, and look through what was done
        with it.
      </Paragraph>
    </MailFrame>
  ),
};

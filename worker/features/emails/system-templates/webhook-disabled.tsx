import { type CommonVariables, MailFrame, Paragraph } from "./mail-frame";

interface Variables extends CommonVariables {
  /** The project whose endpoint it is. The mail itself comes from the installation. */
  webhookProject: string;
  /** The host of the endpoint's address. */
  webhookHost: string;
}

export const webhookDisabled = {
  subject: ({ webhookProject }: Variables) => `A webhook endpoint of ${webhookProject} was disabled`,
  Mail: ({ webhookProject, webhookHost, ...common }: Variables) => (
    <MailFrame
      common={common}
      preview="It accepted nothing for five days."
      heading="A webhook endpoint was disabled"
      ifUnexpected="You get this mail because you own the project."
    >
      <Paragraph>
        {`The webhook endpoint of ${webhookProject} at ${webhookHost} accepted nothing for five days. We no longer send to it.`}
      </Paragraph>
      <Paragraph>
        Enable it again when its server works: what was still to be sent is then sent, and what has failed can be sent
        again.
      </Paragraph>
    </MailFrame>
  ),
};

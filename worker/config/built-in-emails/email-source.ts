/** Holds what an email says, of which its source is made. Texts are JSX, in which `variables`, `user` and `project` are in scope. */
interface EmailText {
  /** The variables, each with its value in a preview and, where the sender may leave it out, what stands in for it. */
  variables: Record<string, { preview: string; otherwise?: string }>;
  /** An expression. */
  subject: string;
  /** Holds what the list of emails shows beside the subject. */
  preview: string;
  heading: string;
  paragraphs: (string | { code: string })[];
  /** Left out where there is nothing to do. */
  action?: { label: string; link: string };
  /** Says what to do when the email was not expected. */
  note: string;
}

const paragraph = (text: string) => `      <Text className="m-0 mb-[16px] text-[15px] leading-[24px]">
        ${text}
      </Text>`;

/** A code to type in, large enough to read from a phone that lies beside the keyboard. */
const code = (text: string) =>
  `      <Text className="m-0 mb-[16px] rounded-[8px] bg-[rgba(128,128,128,0.12)] py-[14px] text-center font-mono text-[28px] leading-[36px] font-semibold tracking-[6px]">
        ${text}
      </Text>`;

/** A button, with the same link in plain for programs that show no button. */
const action = ({ label, link }: { label: string; link: string }) => `      <Section className="mt-[8px] mb-[24px]">
        <Button
          href={${link}}
          className="button rounded-[8px] px-[20px] py-[12px] text-[15px] leading-[20px] font-semibold no-underline"
          style={{ backgroundColor: project.accentColor, color: project.accentTextColor }}
        >
          ${label}
        </Button>
      </Section>
      <Text className="m-0 mb-[4px] text-[13px] leading-[20px] opacity-75" data-skip-in-text="true">
        Or open this link in your browser:
      </Text>
      <Text className="m-0 mb-[4px] text-[13px] leading-[20px]">
        <Link href={${link}} className="break-all text-inherit underline">
          {${link}}
        </Link>
      </Text>
`;

/** The TSX module of an email: `EmailTemplate`, `variablesSchema` and preview values. */
export function emailSource(email: EmailText): string {
  const { variables, subject, preview, heading, paragraphs, note } = email;
  const components = email.action ? "Button, Heading, Hr, Link, Preview, Section, Text" : "Heading, Hr, Preview, Text";
  const schema = Object.entries(variables).map(([name, { otherwise }]) =>
    otherwise === undefined ? `  ${name}: "string",` : `  ${name}: "string = '${otherwise}'",`,
  );
  const previews = Object.entries(variables).map(([name, value]) => `  ${name}: "${value.preview}",`);
  return `import { ${components} } from "@react-email/components";
import { NotificationCategory, type Props, Subject } from "@stackframe/emails";
import { type } from "arktype";

export const variablesSchema = type({
${schema.join("\n")}
});

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={${subject}} />
      <NotificationCategory value="Transactional" />
      <Preview>${preview}</Preview>
      <Heading as="h1" className="m-0 mb-[20px] text-[22px] leading-[30px] font-semibold">
        ${heading}
      </Heading>
      <Text className="m-0 mb-[16px] text-[15px] leading-[24px]">Hello{user.displayName ? " " + user.displayName : ""},</Text>
${paragraphs.map((part) => (typeof part === "string" ? paragraph(part) : code(part.code))).join("\n")}
${email.action ? action(email.action) : ""}      <Hr className="mt-[24px] mb-[16px] border-[rgba(128,128,128,0.3)]" />
      <Text className="m-0 text-[13px] leading-[20px] opacity-75">
        ${note}
      </Text>
    </>
  );
}

EmailTemplate.PreviewVariables = {
${previews.join("\n")}
} satisfies typeof variablesSchema.infer;
`;
}

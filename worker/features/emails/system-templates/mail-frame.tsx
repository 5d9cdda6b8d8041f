import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from "@react-email/components";
import type { ReactNode } from "react";

/** The variables of every system mail, besides its own. */
export interface CommonVariables {
  projectDisplayName: string;
  /** The first line: by name where it is known. */
  greeting: string;
}

/*
 * The look is filled in like the variables: `{{logo}}` is an image or nothing, the colours of the button follow from the
 * project's accent colour.
 */

/**
 * Dark mail programs either keep our colours, take these, or turn ours around; each of the three stays readable because
 * every text has its own colour, set against a background of its own.
 */
const darkColours = `
@media (prefers-color-scheme: dark) {
  .page { background-color: #101114 !important; }
  .card { background-color: #1b1d22 !important; border-color: #32353d !important; }
  .strong { color: #f4f5f7 !important; }
  .body { color: #c9ccd3 !important; }
  .quiet { color: #989da8 !important; }
  .rule { border-color: #32353d !important; }
  .code { background-color: #101114 !important; color: #f4f5f7 !important; }
  .button { background-color: {{darkButtonColour}} !important; color: {{darkButtonText}} !important; }
  .link { color: #c9ccd3 !important; }
}`;

const font = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

const styles = {
  body: { fontFamily: font, margin: 0, padding: 0 },
  page: { backgroundColor: "#f3f4f6", padding: "32px 12px" },
  card: {
    backgroundColor: "#ffffff",
    border: "1px solid #e2e4e9",
    borderRadius: "12px",
    margin: "0 auto",
    maxWidth: "480px",
    padding: "32px",
  },
  project: { color: "#6a7080", fontSize: "13px", fontWeight: 600, lineHeight: "20px", margin: "0 0 8px" },
  heading: { color: "#15171c", fontSize: "22px", fontWeight: 600, lineHeight: "30px", margin: "0 0 20px" },
  paragraph: { color: "#3c414c", fontSize: "15px", lineHeight: "24px", margin: "0 0 16px" },
  code: {
    backgroundColor: "#f3f4f6",
    borderRadius: "8px",
    color: "#15171c",
    fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
    fontSize: "28px",
    fontWeight: 600,
    letterSpacing: "6px",
    lineHeight: "36px",
    margin: "0 0 16px",
    padding: "14px 0",
    textAlign: "center",
  },
  buttonRow: { margin: "8px 0 24px" },
  button: {
    backgroundColor: "{{buttonColour}}",
    borderRadius: "8px",
    color: "{{buttonText}}",
    fontSize: "15px",
    fontWeight: 600,
    lineHeight: "20px",
    padding: "12px 20px",
    textDecoration: "none",
  },
  small: { color: "#6a7080", fontSize: "13px", lineHeight: "20px", margin: "0 0 4px" },
  link: { color: "#3c414c", textDecoration: "underline", wordBreak: "break-all" },
  rule: { borderColor: "#e2e4e9", margin: "24px 0 16px" },
} as const;

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="body" style={styles.paragraph}>
      {children}
    </Text>
  );
}

/** A code to type in, large enough to read from a phone that lies beside the keyboard. */
export function Code({ children }: { children: ReactNode }) {
  return (
    <Text className="code" style={styles.code}>
      {children}
    </Text>
  );
}

/**
 * The frame of every system mail: greeting, what it is about, at most one button, with the same link in plain for programs
 * that show no button, and what to do when it was not expected.
 */
export function MailFrame(props: {
  common: CommonVariables;
  /** What the list of mails shows beside the subject. */
  preview: string;
  heading: string;
  children: ReactNode;
  /** Left out where there is nothing to do. */
  action?: { label: string; link: string };
  ifUnexpected: string;
}) {
  const { common, preview, heading, children, action, ifUnexpected } = props;
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkColours}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body className="page" style={styles.body}>
        <Section className="page" style={styles.page}>
          <Container className="card" style={styles.card}>
            <Text className="quiet" style={styles.project}>
              {"{{logo}}"}
              {common.projectDisplayName}
            </Text>
            <Heading as="h1" className="strong" style={styles.heading}>
              {heading}
            </Heading>
            <Paragraph>{common.greeting}</Paragraph>
            {children}
            {action && <Action {...action} />}
            <Hr className="rule" style={styles.rule} />
            <Text className="quiet" style={styles.small}>
              {ifUnexpected}
            </Text>
          </Container>
        </Section>
      </Body>
    </Html>
  );
}

function Action({ label, link }: { label: string; link: string }) {
  return (
    <>
      <Section style={styles.buttonRow}>
        <Button className="button" href={link} style={styles.button}>
          {label}
        </Button>
      </Section>
      <Text className="quiet" style={styles.small}>
        Or open this link in your browser:
      </Text>
      <Text className="quiet" style={styles.small}>
        <Link className="link" href={link} style={styles.link}>
          {link}
        </Link>
      </Text>
    </>
  );
}

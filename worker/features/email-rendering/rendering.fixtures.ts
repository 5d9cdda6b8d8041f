import { env } from "cloudflare:test";
import { builtInThemes, defaultThemeId } from "../../config/built-in-emails/themes";
import { newTrace } from "../../platform/trace";
import { type EmailBatch, type EmailRecipient, type RenderResult, type RenderTools, renderEmails } from ".";

export const renderTools: RenderTools = {
  sandbox: env.SANDBOX,
  assets: env.ASSETS,
  settings: { apiUrl: "http://localhost:8787" },
  trace: newTrace(),
};

/** A theme of one element, which renders in a fraction of the time. */
export const plainTheme = "export const EmailTheme = ({ children }) => <main>{children}</main>;";

/** A template whose body starts at line 9. */
export function template(body: string, before = ""): string {
  return `import { Section, Text } from "@react-email/components";
import { NotificationCategory, type Props, Subject } from "@stackframe/emails";
import { type } from "arktype";
import { createContext, use, useContext } from "react";

${before}

export function EmailTemplate({ user, project, variables }: Props<unknown>) {
${body}
}
`;
}

/**
 * Makes a template with several bodies, of which it runs the one that its user is named after. The bodies share an isolate,
 * because an isolate takes a fifth of a second to start. The first body is in line 9, and each further one is a line below.
 */
export function templateOfAll(bodies: readonly string[]) {
  const choices = bodies.map((body, index) => `if (user.displayName === "${index}") { ${body} }`);
  const source = template(`${choices.join("\n")}\nreturn <Text>Hi {user.displayName}</Text>;`);
  return bodies.map((body, index) => ({
    body,
    line: 9 + index,
    message: () => messageOf(source, { recipients: [{ user: { displayName: `${index}` } }] }),
  }));
}

interface Rendering extends Partial<EmailBatch> {
  isDefaultTheme?: boolean;
  recipients?: EmailRecipient[];
}

/** Renders a source for Ada, or in preview for the sample user. */
export function render(tsx: string, { isDefaultTheme, recipients, ...batch }: Rendering = {}): Promise<RenderResult> {
  const themeSource = (isDefaultTheme && builtInThemes[defaultThemeId]?.tsxSource) || plainTheme;
  return renderEmails(
    renderTools,
    { projectId: "p", source: { tsx }, themeSource, project: { displayName: "Acme" }, ...batch },
    recipients ?? [batch.preview ? {} : { user: { displayName: "Ada" } }],
  );
}

/** Returns what is wrong with a source. */
export async function messageOf(tsx: string, rendering?: Rendering): Promise<string | undefined> {
  const result = await render(tsx, rendering);
  return result.ok ? undefined : result.error.message;
}

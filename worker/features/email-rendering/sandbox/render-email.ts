import "./arktype-settings";
import { plainTextSelectors, render, toPlainText } from "@react-email/render";
import { type } from "arktype";
import { createElement, type FunctionComponent, isValidElement, type ReactNode } from "react";
import { NotificationCategory, Subject } from "./emails-module";
import { SourceError } from "./rendering-error";

/** Holds what a source exports, once it has been evaluated. */
export type SourceExports = Record<string, unknown>;

/** Holds what an email says: the exports of a template, or markup that is placed as it is. */
export type EmailBody = { exports: SourceExports } | { html: string };

/** Holds what sources are given of a project. Colours are `#rrggbb`. */
export interface EmailProject {
  displayName: string;
  /** The address of its logo. */
  logoUrl: string | null;
  /** The colour of buttons, and of the text on them. */
  accentColor: string;
  accentTextColor: string;
  /** The same in dark themes and email programs. */
  darkAccentColor: string;
  darkAccentTextColor: string;
}

/** Holds what all emails of a batch have in common. */
export interface EmailContent {
  /** Laid over the template's own preview values in a preview. */
  variables: Record<string, unknown>;
  project: EmailProject;
  /** Is true if missing values are taken from what the sources say about their preview. */
  preview: boolean;
  /** The categories whose previews have no link to unsubscribe, with "" for templates that say none; without a list, all have it. */
  categoriesWithoutLink?: readonly string[];
}

/** Holds what differs between the emails of a batch. */
export interface EmailRecipient {
  user?: { displayName: string | null };
  unsubscribeLink?: string;
}

/** A rendered email. `subject` and `notificationCategory` are what the template says, if it does. */
export interface RenderedEmail {
  html: string;
  text: string;
  subject?: string;
  notificationCategory?: string;
}

type Component = FunctionComponent<Record<string, unknown>>;

/**
 * Renders one email: the template inside the theme.
 *
 * @throws whatever the sources throw, and an Error for sources that do not export what they must
 */
export async function renderEmail(
  body: EmailBody,
  theme: SourceExports,
  { variables, project, preview, categoriesWithoutLink = [] }: EmailContent,
  { user, unsubscribeLink }: EmailRecipient,
): Promise<RenderedEmail> {
  const Theme = exportedComponent(theme, "EmailTheme");
  const previewProps = preview ? objectOf(staticsOf(Theme).PreviewProps) : {};
  const props = {
    user: user ?? { displayName: preview ? "John Doe" : null },
    project,
  };
  const { element, parts } =
    "html" in body ? { element: markup(body.html), parts: {} } : templateBody(body.exports, variables, props, preview);
  const previewLink = categoriesWithoutLink.includes(parts.notificationCategory ?? "")
    ? undefined
    : previewProps.unsubscribeLink;
  const document = createElement(
    Theme,
    { unsubscribeLink: unsubscribeLink ?? previewLink, project },
    (previewProps.children as ReactNode) ?? element,
  );
  const html = await render(document);
  return { html, text: plainTextOf(html), ...parts };
}

/** Markup of the project itself, which is free to email what it likes. */
function markup(html: string) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is shown in emails alone
  return createElement("div", { dangerouslySetInnerHTML: { __html: html } });
}

function templateBody(
  template: SourceExports,
  given: Record<string, unknown>,
  props: Record<string, unknown>,
  preview: boolean,
) {
  const Template = exportedComponent(template, "EmailTemplate");
  const previewed = preview ? objectOf(staticsOf(Template).PreviewVariables) : {};
  const variables = checkedVariables(template.variablesSchema, { ...previewed, ...given });
  const allProps = { ...props, variables };
  const tree = Template(allProps) as ReactNode;
  const subject = valueOfPart(Subject, tree);
  const notificationCategory = valueOfPart(NotificationCategory, tree);
  return {
    element: createElement(Template, allProps),
    parts: {
      ...(subject !== undefined && { subject }),
      ...(notificationCategory !== undefined && { notificationCategory }),
    },
  };
}

/** The variables as the template's schema lets them pass; none without a schema. */
function checkedVariables(schema: unknown, variables: Record<string, unknown>): unknown {
  if (typeof schema !== "function") return {};
  const checked: unknown = (isArkType(schema) ? schema.onUndeclaredKey("delete") : (schema as Schema))(variables);
  if (checked instanceof type.errors) throw new SourceError(checked.summary, "template", undefined);
  return checked;
}

type Schema = (variables: object) => unknown;

function isArkType(schema: object): schema is { onUndeclaredKey(behaviour: "delete"): Schema } {
  return typeof (schema as { onUndeclaredKey?: unknown }).onUndeclaredKey === "function";
}

function exportedComponent(exports: SourceExports, name: "EmailTemplate" | "EmailTheme"): Component {
  const component = exports[name];
  if (typeof component !== "function") {
    const file = name === "EmailTheme" ? "theme" : "template";
    throw new SourceError(`The ${file} must export a function component "${name}".`, file, undefined);
  }
  return component as Component;
}

function staticsOf(component: Component): Record<string, unknown> {
  return component as object as Record<string, unknown>;
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function plainTextOf(html: string): string {
  const text = toPlainText(withoutRepeatedLinks(html), {
    wordwrap: false,
    selectors: [
      ...plainTextSelectors,
      // Headings in capitals would change names and placeholders in them.
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: "hr", options: { length: 2 } },
    ],
  });
  // Nested tables leave more blank lines than one.
  return text.replace(/\n{3,}/g, "\n\n").trim();
}

/** HTML in which links lead nowhere whose address is the text of a link too, where plain text has it. */
function withoutRepeatedLinks(html: string): string {
  const shown = new Set([...html.matchAll(/<a [^<>]*?href="([^"<>]*)"[^<>]*>\1<\/a>/g)].map(([, href]) => href));
  return html.replace(/(<a [^<>]*?)href="([^"<>]*)"/g, (link, start, href) => (shown.has(href) ? start : link));
}

type Part = (props: { value: string }) => null;

/**
 * The `value` of the one element of this component in a tree, through literal children alone: what another component
 * renders is not looked into.
 *
 * @returns undefined where the tree has no such element
 * @throws Error for more than one, and for a value that is no text
 */
function valueOfPart(part: Part, tree: ReactNode): string | undefined {
  const found = elementsOf(part, tree);
  if (found.length === 0) return undefined;
  if (found.length > 1) {
    throw new SourceError(
      `Expected exactly one occurrence of component "${part.name}", found ${found.length}.`,
      "template",
      undefined,
    );
  }
  const [value] = found;
  if (typeof value !== "string")
    throw new SourceError(`The "value" prop of "${part.name}" must be a string.`, "template", undefined);
  return value;
}

function elementsOf(part: Part, tree: ReactNode): unknown[] {
  if (Array.isArray(tree)) return tree.flatMap((child) => elementsOf(part, child));
  if (!isValidElement<{ value?: unknown; children?: ReactNode }>(tree)) return [];
  const inside = elementsOf(part, tree.props.children);
  return tree.type === part ? [tree.props.value, ...inside] : inside;
}

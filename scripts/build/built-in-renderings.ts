import { notices } from "../../worker/config/built-in-emails/notices";
import { builtInTemplates } from "../../worker/config/built-in-emails/templates";
import { builtInThemes, emptyTheme } from "../../worker/config/built-in-emails/themes";
import { Budget } from "../../worker/features/email-rendering/sandbox/budget";
import { compileSource } from "../../worker/features/email-rendering/sandbox/compile";
import { evaluateSource } from "../../worker/features/email-rendering/sandbox/evaluate-source";
import {
  type EmailBody,
  type EmailProject,
  renderEmail,
  type SourceExports,
} from "../../worker/features/email-rendering/sandbox/render-email";
import type { SourceFile } from "../../worker/features/email-rendering/sandbox/rendering-error";

const [start, end] = ["[[start]]", "[[end]]"];

/** A theme of which the email can be cut out. Tailwind writes the same styles into an email in every theme. */
const markedTheme = `import { Tailwind } from "@react-email/components";
export const EmailTheme = ({ children }) => <Tailwind><div>${start}</div>{children}<div>${end}</div></Tailwind>;
`;

const project: EmailProject = {
  displayName: "{{projectDisplayName}}",
  logoUrl: null,
  accentColor: "{{accentColor}}",
  accentTextColor: "{{accentTextColor}}",
  darkAccentColor: "{{darkAccentColor}}",
  darkAccentTextColor: "{{darkAccentTextColor}}",
};
const unsubscribeLink = "{{unsubscribeLink}}";

/** Evaluates a source as isolates do. */
async function evaluated(tsx: string, file: SourceFile): Promise<SourceExports> {
  const { default: compiled } = await import(`data:text/javascript,${encodeURIComponent(compileSource(tsx, file))}`);
  return evaluateSource(compiled, file, new Budget());
}

async function renderTheme(tsx: string) {
  const theme = await evaluated(tsx, "theme");
  const body: EmailBody = { html: "{{body}}" };
  const render = async (logoUrl: string | null, recipient: { unsubscribeLink?: string }) => {
    const content = { variables: {}, project: { ...project, logoUrl }, preview: false };
    const { html, text } = await renderEmail(body, theme, content, recipient);
    return { html: html.replace("<div>{{body}}</div>", "{{body}}"), text };
  };
  const frames = async (logoUrl: string | null) => ({
    plain: await render(logoUrl, {}),
    withLink: await render(logoUrl, { unsubscribeLink }),
  });
  return {
    plain: await frames(null),
    withLogo: await frames("{{logoUrl}}"),
    previewProps: staticOf(theme.EmailTheme, "PreviewProps"),
  };
}

async function renderTemplate(tsx: string) {
  const template = await evaluated(tsx, "template");
  const theme = await evaluated(markedTheme, "theme");
  const previewVariables = staticOf(template.EmailTemplate, "PreviewVariables");
  const variables = Object.fromEntries(Object.keys(previewVariables).map((name) => [name, `{{${name}}}`]));
  const render = async (displayName: string | null) => {
    const content = { variables, project, preview: false };
    return renderEmail({ exports: template }, theme, content, { user: { displayName } });
  };
  const [named, unnamed] = [await render("{{userDisplayName}}"), await render(null)];
  const { subject, notificationCategory } = unnamed;
  const defaults = defaultsOf(template.variablesSchema as Schema, previewVariables);
  return { named: marked(named), unnamed: marked(unnamed), subject, notificationCategory, previewVariables, defaults };
}

type Schema = (variables: object) => Record<string, unknown>;

/** Returns what a schema puts in the place of variables that are left out; it refuses all others to be. */
function defaultsOf(schema: Schema, variables: Record<string, unknown>): Record<string, unknown> {
  const defaults = Object.keys(variables).map((name) => {
    const { [name]: _, ...others } = variables;
    return [name, schema(others)[name]] as const;
  });
  return Object.fromEntries(defaults.filter(([, value]) => typeof value === "string"));
}

/** Returns what is between the marks. */
function marked({ html, text }: { html: string; text: string }) {
  const between = (whole: string, [from, to]: [string, string]) => {
    const [, rest = ""] = whole.split(from);
    return (rest.split(to)[0] ?? "").trim();
  };
  return { html: between(html, [`<div>${start}</div>`, `<div>${end}</div>`]), text: between(text, [start, end]) };
}

function staticOf(component: unknown, name: string): Record<string, unknown> {
  return (component as object as Record<string, Record<string, unknown> | undefined>)[name] ?? {};
}

async function renderAll<Rendered>(
  sources: Record<string, string | { tsxSource: string }>,
  render: (tsx: string) => Promise<Rendered>,
): Promise<Record<string, Rendered>> {
  const rendered: Record<string, Rendered> = {};
  for (const [id, source] of Object.entries(sources)) {
    rendered[id] = await render(typeof source === "string" ? source : source.tsxSource);
  }
  return rendered;
}

/** The module of the built-in themes and templates as they were rendered from their sources, with `{{placeholders}}`. */
export async function builtInRenderings(): Promise<string> {
  const themes = { ...builtInThemes, none: emptyTheme };
  return [
    `export const renderedThemes = ${JSON.stringify(await renderAll(themes, renderTheme))};`,
    `export const renderedTemplates = ${JSON.stringify(await renderAll({ ...builtInTemplates, ...notices }, renderTemplate))};`,
    "",
  ].join("\n");
}

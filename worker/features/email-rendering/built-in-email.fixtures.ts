import type { ExpectStatic } from "vitest";
import { notices } from "../../config/built-in-emails/notices";
import { builtInTemplates } from "../../config/built-in-emails/templates";
import { builtInThemes, emptyTheme } from "../../config/built-in-emails/themes";
import { renderEmails } from ".";
import { renderTools } from "./rendering.fixtures";

/** Values with what markup, placeholders and replacements make something else of. */
const hostile = `<b>"A" & 'B'</b> {{otp}} $& $1`;
const link = "https://example.com/accept?a=1&code={{otp}}$&";
const recipients = [
  { user: { displayName: hostile }, unsubscribeLink: "https://example.com/u?a=1&b=2" },
  { user: { displayName: "Ada" } },
  { user: { displayName: null } },
  {},
];

/** The same module in other words: its source is not the built-in one, so that it is rendered in an isolate. */
const changed = (tsx: string) => `${tsx}\n// changed`;

interface BuiltIn {
  displayName: string;
  tsxSource: string;
}

export const themes: readonly BuiltIn[] = [
  ...Object.values(builtInThemes),
  { displayName: "no theme", tsxSource: emptyTheme },
];

export const templates: readonly BuiltIn[] = [
  ...Object.values(builtInTemplates),
  ...Object.entries(notices).map(([displayName, tsxSource]) => ({ displayName, tsxSource })),
];

/** Asserts that a template in a theme is rendered at build time as it is in an isolate. */
export async function expectSameInIsolate(theme: BuiltIn, template: BuiltIn, expect: ExpectStatic): Promise<void> {
  const names = [...template.tsxSource.matchAll(/^ {2}(\w+): "string",$/gm)].map(([, name]) => name ?? "");
  expect(names).not.toEqual([]);
  const variables = Object.fromEntries(names.map((name) => [name, name.endsWith("Link") ? link : hostile]));
  for (const preview of [false, true]) {
    const batch = {
      projectId: "p",
      // The logo and the colour of a project are in its emails; without them there are others.
      project: { displayName: hostile, ...(preview && { logoUrl: `${link}<b>`, accentColor: "#1F5f4f" }) },
      variables: preview ? {} : variables,
      preview,
    };
    const render = (sandbox: WorkerLoader | null, tsx: string) =>
      renderEmails(
        { ...renderTools, sandbox },
        { ...batch, source: { tsx }, themeSource: theme.tsxSource },
        recipients,
      );
    const atBuildTime = await render(null, template.tsxSource);
    expect(atBuildTime).toMatchObject({ ok: true });
    expect(atBuildTime).toEqual(await render(renderTools.sandbox, changed(template.tsxSource)));
  }
}

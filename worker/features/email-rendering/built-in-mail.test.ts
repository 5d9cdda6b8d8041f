import { describe, it } from "vitest";
import { notices } from "../../config/built-in-mails/notices";
import { builtInTemplates } from "../../config/built-in-mails/templates";
import { builtInThemes, emptyTheme } from "../../config/built-in-mails/themes";
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

describe("a built-in template in a built-in theme", () => {
  const themes = [...Object.values(builtInThemes), { displayName: "no theme", tsxSource: emptyTheme }];
  const templates = [
    ...Object.values(builtInTemplates),
    ...Object.entries(notices).map(([displayName, tsxSource]) => ({ displayName, tsxSource })),
  ];
  const pairs = themes.flatMap((theme) => templates.map((template) => ({ theme, template })));

  it.for(pairs)(
    "$template.displayName in $theme.displayName is without an isolate what it is with one",
    async ({ theme, template }, { expect }) => {
      const names = [...template.tsxSource.matchAll(/^ {2}(\w+): "string",$/gm)].map(([, name]) => name ?? "");
      expect(names).not.toEqual([]);
      const variables = Object.fromEntries(names.map((name) => [name, name.endsWith("Link") ? link : hostile]));
      for (const preview of [false, true]) {
        const batch = {
          projectId: "p",
          // The logo and the colour of a project are in its mails; without them there are others.
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
    },
  );

  it("is rendered in an isolate with variables that it does not take", async ({ expect }) => {
    const [template] = Object.values(builtInTemplates);
    const [theme] = Object.values(builtInThemes);
    const result = await renderEmails(
      renderTools,
      {
        projectId: "p",
        source: { tsx: template?.tsxSource ?? "" },
        themeSource: theme?.tsxSource ?? "",
        project: { displayName: "Acme" },
      },
      [{}],
    );
    expect(result).toMatchObject({
      ok: false,
      error: { message: "emailVerificationLink must be a string (was missing)", file: "template" },
    });
  });
});

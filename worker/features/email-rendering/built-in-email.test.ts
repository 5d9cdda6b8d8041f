import { describe, it } from "vitest";
import { renderEmails } from ".";
import { expectSameInIsolate, templates, themes } from "./built-in-email.fixtures";
import { renderTools } from "./rendering.fixtures";

describe("a built-in template in a built-in theme", () => {
  // Every template and every theme once: neither sees the other. All pairs of them are nightly.
  const pairs = [
    ...templates.map((template) => ({ theme: themes[0], template })),
    ...themes.slice(1).map((theme) => ({ theme, template: templates[0] })),
  ];

  // Evidence: without-isolate-what
  it.for(pairs)(
    "$template.displayName in $theme.displayName is without an isolate what it is with one",
    async ({ theme, template }, { expect }) => {
      if (!theme || !template) throw new Error("There is nothing built in");
      await expectSameInIsolate(theme, template, expect);
    },
  );

  it("is rendered in an isolate with variables that it does not take", async ({ expect }) => {
    const [[template], [theme]] = [templates, themes];
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

import { describe, it } from "vitest";
import { expectSameInIsolate, templates, themes } from "./built-in-email.fixtures";

describe("every built-in template in every built-in theme", () => {
  const pairs = themes.slice(1).flatMap((theme) => templates.slice(1).map((template) => ({ theme, template })));

  it.for(pairs)(
    "$template.displayName in $theme.displayName is without an isolate what it is with one",
    ({ theme, template }, { expect }) => expectSameInIsolate(theme, template, expect),
  );
});

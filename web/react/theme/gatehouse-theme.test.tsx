import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { describe, it } from "vitest";
import { GatehouseTheme, Scoped } from "./gatehouse-theme";

const html = (content: ReactNode) => renderToString(content);

describe("GatehouseTheme", () => {
  it("puts its children into a scope, which has no box of its own", ({ expect }) => {
    expect(html(<GatehouseTheme>text</GatehouseTheme>)).toBe('<div class="gatehouse stack-scope contents">text</div>');
  });

  it("has a style element for settings of its own only, with the nonce of the website's policy", ({ expect }) => {
    const themed = html(<GatehouseTheme theme={{ radius: "0" }} nonce="n1" />);
    const [, ownClass] = /class="gatehouse stack-scope contents (gatehouse-\w+)"/.exec(themed) ?? [];
    expect(themed).toContain(`<style nonce="n1">.gatehouse.${ownClass}{--gh-radius:0}</style>`);
  });

  it("takes the settings of a theme around it, which its own replace", ({ expect }) => {
    const nested = html(
      <GatehouseTheme theme={{ radius: "1rem" }} scheme="dark">
        <GatehouseTheme theme={{ font: "serif" }}>text</GatehouseTheme>
      </GatehouseTheme>,
    );
    const classes = [...nested.matchAll(/class="([^"]+)" data-scheme="dark"/g)].map((match) => match[1]);
    expect(classes).toHaveLength(2);
    expect(classes[1]).toMatch(new RegExp(`^${classes[0]} gatehouse-\\w+$`));
  });
});

describe("Scoped", () => {
  it("is the root of a component, in a scope where there is none", ({ expect }) => {
    const root = '<div class="gatehouse-component contents">text</div>';
    expect(html(<Scoped>text</Scoped>)).toBe(`<div class="gatehouse stack-scope contents">${root}</div>`);
    expect(
      html(
        <GatehouseTheme>
          <Scoped>text</Scoped>
        </GatehouseTheme>,
      ),
    ).toBe(`<div class="gatehouse stack-scope contents">${root}</div>`);
  });
});

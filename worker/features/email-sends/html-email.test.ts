import { describe, it } from "vitest";
import { builtInThemes, defaultThemeId, emptyTheme } from "../../config/built-in-emails/themes";
import { htmlEmails, plainTextOf } from "./html-email";

const light = builtInThemes[defaultThemeId]?.tsxSource ?? "";
const project = { displayName: "Acme", logoUrl: "https://acme.test/logo.png" };
const link = "http://localhost:8787/api/v1/emails/unsubscribe-link?code=abc";

describe("emails from HTML in built-in themes", () => {
  it("stand in the theme as they are, with a link to unsubscribe where there is one", async ({ expect }) => {
    const email = await htmlEmails(project, light, "<p>News & <b>more</b></p>");
    expect(email?.(undefined).html).toMatch(/^<!DOCTYPE html.*<div><p>News & <b>more<\/b><\/p><\/div>.*<\/html>$/s);
    expect(email?.(undefined).html).not.toMatch(/unsubscribe|\{\{/i);
    expect(email?.(undefined).html).toMatch(/<img src="https:\/\/acme\.test\/logo\.png"[^>]*>Acme<\/p>/);
    expect(email?.(link).html).toContain(`<a href="${link}"`);
    expect(email?.(link).text).toBe(`News & more\n\n--\nUnsubscribe: ${link}`);
  });

  it("have no footer without a theme", async ({ expect }) => {
    const email = await htmlEmails(project, emptyTheme, "<p>News</p>");
    expect(email?.(link).html).toContain("<div><p>News</p></div>");
    expect(email?.(link).html).not.toContain(link);
  });

  // Attack: a placeholder, or what `replace` reads as a pattern, takes something of the page or of another reader's link.
  it("keep what looks like a placeholder", async ({ expect }) => {
    const hostile = "{{html}} {{unsubscribeLink}} $& $` $1";
    const named = { displayName: "{{body}} {{unsubscribeLink}} $&<b>" };
    const { html = "" } = (await htmlEmails(named, light, hostile))?.(link) ?? {};
    expect(html).toContain("{{body}} {{unsubscribeLink}} $&amp;&lt;b&gt;</p>");
    expect(html).toContain(`<div>${hostile}</div>`);
    expect(html.split(link)).toHaveLength(2);
  });

  it("are not made in a theme that is not built in", async ({ expect }) => {
    expect(await htmlEmails(project, `${light} `, "<p>News</p>")).toBeUndefined();
  });

  it.for([
    ["plain words", "plain words"],
    ["<p>One</p><p>Two<br>Three</p>", "One\n\nTwo\nThree"],
    ["<h1>Title</h1><ul><li>a</li><li>b</li></ul>", "Title\n\na\n\nb"],
    ['<a href="https://acme.test/a?b=1&amp;c=2">Read on</a>', "Read on (https://acme.test/a?b=1&c=2)"],
    ['<a href="https://acme.test">https://acme.test</a>', "https://acme.test"],
    ["<style>p { color: red }</style><script>alert(1)</script><p>Seen</p>", "Seen"],
    ["&lt;b&gt; &#8364; &#x1F44B; &unknown;", "<b> € 👋 &unknown;"],
    ['<img src="x.png" alt="Our logo">', "Our logo"],
    ["<p>not closed <div>twice", "not closed\ntwice"],
    ["", ""],
  ] as const)("say %j as text", async ([html, text], { expect }) => {
    expect(await plainTextOf(html)).toBe(text);
  });
});

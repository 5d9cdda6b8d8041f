import { describe, it } from "vitest";
import { shadowStyle } from "./shadow-styles";

describe("shadowStyle", () => {
  it.for([
    [":root,:host{--a:1}", ".gatehouse-root{--a:1}"],
    ["html,:host{line-height:1.5}", ".gatehouse-root{line-height:1.5}"],
    ["@layer base{body{margin:0}}", "@layer base{.gatehouse-root{margin:0}}"],
    // The page around has its own.
    [":host([hidden]){display:none}", ":host([hidden]){display:none}"],
    [".gatehouse:not(html){color:red}", ".gatehouse:not(html){color:red}"],
    [".body{color:red}", ".body{color:red}"],
  ])("rules for the root of a page are for the root of the content: %s", ([css = "", expected], { expect }) => {
    expect(shadowStyle(css)).toBe(expected);
  });

  it.for([
    ["a{padding:.5rem -1rem}", "a{padding:calc(var(--gh-rem)*.5) calc(var(--gh-rem)*-1)}"],
    ["a{width:calc(100% - 3rem)}", "a{width:calc(100% - calc(var(--gh-rem)*3))}"],
    // This is what the user has set in the browser, there as well.
    ["@media (width>=40rem){a{top:1rem}}", "@media (width>=40rem){a{top:calc(var(--gh-rem)*1)}}"],
    [".w-\\[13rem\\]{width:13rem}", ".w-\\[13rem\\]{width:calc(var(--gh-rem)*13)}"],
    ["a{color:var(--x-2rem)}", "a{color:var(--x-2rem)}"],
  ])("sizes do not depend on the page's font size: %s", ([css = "", expected], { expect }) => {
    expect(shadowStyle(css)).toBe(expected);
  });

  it("initial values are declared, since a shadow root registers no property", ({ expect }) => {
    const css =
      '@layer properties{@supports (not (color:rgb(from red r g b))){*,:before{--tw-a:initial;--tw-b:solid}}}@property --tw-a{syntax:"*";inherits:false}@property --tw-b{syntax:"*";inherits:false;initial-value:solid}a{top:0}';
    expect(shadowStyle(css)).toBe("@layer properties{*,:before{--tw-a:initial;--tw-b:solid}}a{top:0}");
  });
});

import css from "./embed.css?inline";

let styles: CSSStyleSheet | undefined;

/** The style sheet of all elements: one object, parsed once. */
export function sharedStyles(): CSSStyleSheet {
  styles ??= styleSheet(css);
  return styles;
}

/** A style sheet made by script: it needs no exception in the content security policy of a website, unlike a style element. */
export function styleSheet(text: string): CSSStyleSheet {
  registerRem();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** In place of `rem`, see `sealed.css`. A property that is not registered would be `1em` wherever it is used. */
function registerRem(): void {
  try {
    CSS.registerProperty({ name: "--gh-rem", syntax: "<length>", inherits: true, initialValue: "16px" });
  } catch {
    // Registered before.
  }
}

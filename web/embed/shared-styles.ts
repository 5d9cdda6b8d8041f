import css from "./embed.css?inline";

let styles: CSSStyleSheet | undefined;

/**
 * The style sheet of all elements: one object, parsed once. It is made by script, so it needs no exception in the content
 * security policy of the website, unlike a style element.
 */
export function sharedStyles(): CSSStyleSheet {
  if (!styles) {
    registerRem();
    styles = new CSSStyleSheet();
    styles.replaceSync(css);
  }
  return styles;
}

/** In place of `rem`, see `embed.css`. A property that is not registered would be `1em` wherever it is used. */
function registerRem(): void {
  try {
    CSS.registerProperty({ name: "--gh-rem", syntax: "<length>", inherits: true, initialValue: "16px" });
  } catch {
    // Registered before, by another copy of this module.
  }
}

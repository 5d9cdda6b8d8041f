import { type BrandColours, brandColours, type ProjectLook, radii } from "../react/theme/project-theme";
import { fonts } from "../react/theme/theme-styles";

/** The tokens of a project's colours; `sealed.css` reads them where the website has set none. */
const colours: Record<string, keyof BrandColours> = {
  accent: "primary",
  "accent-strong": "accentForeground",
  "accent-soft": "accent",
  "on-accent": "primaryForeground",
  fill: "button",
  "fill-strong": "buttonHover",
  "on-fill": "buttonForeground",
};

let sheet: CSSStyleSheet | undefined;

/** The style sheet with the project's look, for every element. It declares all tokens: those of the page do not reach in. */
export function projectStyles(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.insertRule(".gatehouse-root{}");
    applyProjectTheme({ accentColor: null, radius: null, font: null });
  }
  return sheet;
}

/**
 * Gives all elements the look of their project.
 *
 * Attack: a value that ends its declaration, and adds rules. Colours are computed, the rest is chosen from tables, and values
 * are set, not parsed as a rule.
 */
export function applyProjectTheme({ accentColor, radius, font }: ProjectLook): void {
  const { style } = projectStyles().cssRules[0] as CSSStyleRule;
  const set = (token: string, value: string | undefined) =>
    style.setProperty(`--gh-project-${token}`, value ?? "initial");
  const brand = brandColours(accentColor ?? "");
  for (const [token, colour] of Object.entries(colours)) {
    set(`${token}-light`, brand?.light[colour]);
    set(`${token}-dark`, brand?.dark[colour]);
  }
  set("radius", own(radii, radius));
  set("font", own(fonts, font));
}

function own(values: Readonly<Record<string, string>>, name: string | null): string | undefined {
  return name !== null && Object.hasOwn(values, name) ? values[name] : undefined;
}

export type PageScheme = "light" | "dark";

/** The attributes by which design systems switch their scheme, in the order in which they count. */
const attributes = ["data-joy-color-scheme", "data-mui-color-scheme", "data-theme", "data-color-scheme", "class"];

/**
 * Returns the scheme that the page shows, where its `color-scheme` alone does not say it. The attributes that websites switch
 * decide, or else how dark the `--background` is that it sets. Returns undefined where the page's `color-scheme` says it, or
 * nothing does.
 */
export function pageScheme(): PageScheme | undefined {
  const styles = getComputedStyle(document.documentElement);
  const declared = styles.colorScheme;
  const switched = switchedScheme();
  if (declared === "light" || declared === "dark") return switched && declared;
  if (switched || declared !== "normal") return switched;
  const background = styles.getPropertyValue("--background").trim();
  return background === "" ? undefined : schemeOf(background);
}

/** The scheme that an attribute of the page says. */
function switchedScheme(): PageScheme | undefined {
  for (const element of [document.documentElement, document.body]) {
    for (const attribute of attributes) {
      const words = element.getAttribute(attribute)?.split(/\s+/) ?? [];
      if (words.includes("dark")) return "dark";
      if (words.includes("light")) return "light";
    }
  }
  return undefined;
}

/** Calls `listener` when the page switches its scheme. Returns what stops it. */
export function onPageSchemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  const attributeFilter = [...attributes, "style"];
  for (const element of [document.documentElement, document.body]) {
    observer.observe(element, { attributes: true, attributeFilter });
  }
  // For pages that declare a scheme within a media query.
  const media = window.matchMedia("(prefers-color-scheme: dark)");
  media.addEventListener("change", listener);
  return () => {
    observer.disconnect();
    media.removeEventListener("change", listener);
  };
}

/** By the lightness of a colour; some design systems leave out the `hsl()` around its parts. */
function schemeOf(colour: string): PageScheme | undefined {
  const full = /^[\d.]+(deg)?\s+[\d.]+%\s+[\d.]+%/.test(colour) ? `hsl(${colour})` : colour;
  if (!CSS.supports("color", full)) return undefined;
  const probe = document.createElement("span");
  // Any notation becomes `oklch(lightness …)`.
  probe.style.color = `oklch(from ${full} l c h)`;
  document.body.append(probe);
  const lightness = /^oklch\(([\d.]+)/.exec(getComputedStyle(probe).color)?.[1];
  probe.remove();
  return lightness === undefined ? undefined : Number(lightness) < 0.5 ? "dark" : "light";
}

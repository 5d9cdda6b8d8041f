import { useSyncExternalStore } from "react";
import { onPageSchemeChange, type PageScheme, pageScheme } from "../../ui/theme/page-scheme";

/** The scheme that the page shows now, for what style sheets cannot choose, such as a picture. */
export function useShownScheme(): PageScheme {
  return useSyncExternalStore(onPageSchemeChange, shownScheme, () => "light");
}

function shownScheme(): PageScheme {
  return pageScheme() ?? (window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

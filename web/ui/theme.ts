import { useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";

/** Local-storage key of the remembered theme. The site's `public/theme.js` reads it before the first paint. */
const storageKey = "gatehouse-theme";
const listeners = new Set<() => void>();

function remembered(): Theme {
  try {
    const value = localStorage.getItem(storageKey);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    // Storage is refused in some privacy modes and frames: follow the system then.
    return "system";
  }
}

/** Puts a theme on the page and remembers it; `system` forgets it again. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Not remembered, yet still applied to this page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The remembered theme; re-renders when `chooseTheme` is called. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, remembered, () => "system");
}

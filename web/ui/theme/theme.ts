import { useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";

/** Local-storage key of the stored theme. The site's `public/before-paint.js` reads it before the first paint. */
const storageKey = "gatehouse-theme";
const listeners = new Set<() => void>();

function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(storageKey);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    // Some privacy modes and frames refuse storage: follow the system.
    return "system";
  }
}

/** Applies a theme to the page and stores it; `system` removes the stored one. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Not stored, but applied to this page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The stored theme; re-renders when `chooseTheme` is called. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, storedTheme, () => "system");
}

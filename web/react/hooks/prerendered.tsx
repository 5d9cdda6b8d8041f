import { createContext, type ReactNode, use, useSyncExternalStore } from "react";
import { neverChanges } from "../../ui/translation/use-translation";

const PrerenderedContext = createContext(false);

/**
 * Tells whether a page is rendered as the build has rendered it, which knows neither the project nor the address. So it is while it is
 * hydrated; with the next render it shows what it knows, in the same fields.
 */
export function useIsPrerendered(): boolean {
  return use(PrerenderedContext);
}

/** Around a page that the build renders, and around the same page where a browser hydrates it. */
export function Prerendered({ children }: { children: ReactNode }) {
  const isPrerendered = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
  return <PrerenderedContext value={isPrerendered}>{children}</PrerenderedContext>;
}

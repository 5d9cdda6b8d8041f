import { createContext, use, useEffect } from "react";

/** Takes the title of what a page shows at present; undefined restores the page's own. */
export const PageTitleContext = createContext<((title: string | undefined) => void) | undefined>(undefined);

/** Gives the document the title of a step or a message in place of the page's own, while it is shown. */
export function usePageTitle(title: string | undefined): void {
  const setTitle = use(PageTitleContext);
  useEffect(() => {
    setTitle?.(title);
    return () => setTitle?.(undefined);
  }, [setTitle, title]);
}

import { useEffect } from "react";

/** Sets the title of the document; undefined leaves it unchanged. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);
}

import { useEffect } from "react";

/** Names the document while the component is shown; without a title it is left alone. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);
}

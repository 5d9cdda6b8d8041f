import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { type ContentSearch, parseContentSearch } from "./content-search";

/** The dialog that is open on the page of a theme, a template or a draft, which stands in the address. */
export function useContentDialog() {
  const { dialog } = parseContentSearch(useSearch({ strict: false }));
  const router = useRouter();
  // Of the page that has the dialog: while it is being left, the location is already that of the next one.
  const [pathname] = useState(() => router.state.location.pathname);
  const navigate = useNavigate();

  function set(next: ContentSearch["dialog"]) {
    // A dialog that has deleted its page closes after that page was left.
    if (router.state.location.pathname !== pathname) return;
    void navigate({
      to: ".",
      search: (search: ContentSearch) => ({ ...search, dialog: next }),
      replace: true,
      resetScroll: false,
    } as never);
  }

  return { dialog, open: (next: NonNullable<ContentSearch["dialog"]>) => set(next), close: () => set(undefined) };
}

import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ContentSearch, parseContentSearch } from "./content-search";

/** The dialog that is open on the page of a theme, a template or a draft, which stands in the address. */
export function useContentDialog() {
  const { dialog } = parseContentSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const set = (next: ContentSearch["dialog"]) =>
    void navigate({
      to: ".",
      search: (search: ContentSearch) => ({ ...search, dialog: next }),
      replace: true,
      resetScroll: false,
    } as never);
  return { dialog, open: (next: NonNullable<ContentSearch["dialog"]>) => set(next), close: () => set(undefined) };
}

import SearchIcon from "lucide-react/icons/search";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "../translation/use-translation";

const CommandPalette = lazy(() => import("../palette/command-palette"));

/** Opens the command palette, as Ctrl-K and Command-K do on the whole page. Its code is loaded when it is opened. */
export function PaletteButton({ isIcon = false }: { isIcon?: boolean }) {
  const t = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    // Of two buttons, one is shown at each width of the page, and listens for both.
    if (isIcon) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "k")
        return;
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isIcon]);

  return (
    <>
      {isIcon ? (
        <button
          type="button"
          aria-label={t("Search")}
          onClick={() => setIsOpen(true)}
          className="flex size-11 items-center justify-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <SearchIcon className="size-5" aria-hidden="true" />
        </button>
      ) : (
        <button
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setIsOpen(true)}
          className="flex min-h-9 w-full items-center gap-2.5 rounded-control border border-line bg-surface px-2.5 text-sm text-ink-soft hover:border-line-strong hover:text-ink"
        >
          <SearchIcon className="size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0 flex-1 truncate text-start">{t("Search")}</span>
          <span aria-hidden="true" className="rounded-sm bg-sunken px-1.5 py-0.5 font-sans text-2xs whitespace-nowrap">
            {isApple() ? "⌘K" : "Ctrl K"}
          </span>
        </button>
      )}
      {isOpen && (
        <Suspense>
          <CommandPalette onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

import SearchIcon from "lucide-react/icons/search";
import XIcon from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import { classNames } from "../theme/class-names";
import { useTranslation } from "../translation/use-translation";
import { controlClasses } from "./field";

/** Milliseconds without a key press before the search starts. */
const debounceMillis = 300;

/** Searches after a pause in typing. `value` is the current search, such as from the address. */
export function SearchField({
  label,
  value,
  onSearch,
  isInvalid,
  className,
}: {
  label: string;
  value: string;
  onSearch: (value: string) => void;
  /** Is true if what is to be found is missing, which a text beside the field says. */
  isInvalid?: boolean;
  className?: string;
}) {
  const t = useTranslation();
  const [draft, setDraft] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const requested = useRef(value);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });

  useEffect(() => {
    // Our own search comes back as it was requested; any other change, such as the back button, is shown.
    if (value === requested.current) return;
    requested.current = value;
    setDraft(value);
  }, [value]);

  useEffect(() => {
    if (draft === requested.current) return;
    const timer = setTimeout(() => {
      requested.current = draft;
      search.current(draft);
    }, debounceMillis);
    return () => clearTimeout(timer);
  }, [draft]);

  return (
    <div className={classNames("relative", className)}>
      <SearchIcon
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 start-3 size-4 -translate-y-1/2 text-ink-soft"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        placeholder={label}
        value={draft}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setDraft(event.target.value)}
        className={classNames(controlClasses, "px-9 [&::-webkit-search-cancel-button]:hidden")}
      />
      {draft !== "" && (
        <button
          type="button"
          aria-label={t("Clear search")}
          onClick={() => {
            setDraft("");
            input.current?.focus();
          }}
          className="absolute inset-y-0 end-0 flex w-10 items-center justify-center rounded-control text-ink-soft hover:text-ink"
        >
          <XIcon className="size-4" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

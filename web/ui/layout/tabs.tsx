import { type KeyboardEvent, type ReactNode, useId, useState } from "react";

/**
 * Tabs, of which `open` is open until the user, or another `open`, chooses another, or else the first one. One alone is shown without a
 * tab. Implements the WAI-ARIA pattern "Tabs with automatic activation", because React Aria's would add 23 KB gzipped to the sign-in page
 * (decision 89).
 */
export function Tabs({
  label,
  open: initial,
  onOpen,
  isListHidden = false,
  tabs,
}: {
  label: string;
  open?: string;
  onOpen?: (value: string) => void;
  /** Shows the content that is open as if it were the only one. */
  isListHidden?: boolean;
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[];
}) {
  const id = useId();
  const first = (tabs.find(({ value }) => value === initial) ?? tabs[0])?.value;
  const [chosen, setChosen] = useState<{ value: string | undefined; insteadOf: string | undefined }>();
  const open = chosen && chosen.insteadOf === first ? chosen.value : first;
  const setOpen = (value: string | undefined) => setChosen({ value, insteadOf: first });
  const hasList = !isListHidden && tabs.length > 1;

  function select(value = open) {
    setOpen(value);
    if (value) onOpen?.(value);
  }

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const position = tabs.findIndex(({ value }) => value === open);
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === "rtl";
    const next = (position + 1) % tabs.length;
    const previous = (position + tabs.length - 1) % tabs.length;
    const target = {
      ArrowRight: isRightToLeft ? previous : next,
      ArrowLeft: isRightToLeft ? next : previous,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    select(tabs[target]?.value);
    const tab = event.currentTarget.children[target];
    if (tab instanceof HTMLElement) tab.focus();
  }

  return (
    <div className="flex flex-col gap-4">
      {hasList && (
        <div
          role="tablist"
          aria-label={label}
          onKeyDown={move}
          // The line is a shadow, on which the tabs lie: whatever they would reach beyond the list is cut off.
          className="flex gap-3 overflow-x-auto shadow-[inset_0_-1px_var(--gh-line)]"
        >
          {tabs.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              role="tab"
              part="tab"
              id={`${id}-${value}-tab`}
              aria-selected={value === open}
              aria-controls={`${id}-${value}`}
              // One stop for the Tab key; the arrow keys move between the tabs.
              tabIndex={value === open ? 0 : -1}
              onClick={() => select(value)}
              // The ring lies inside for the same reason.
              className="min-h-11 rounded-t-sm border-b-2 border-transparent px-2 text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-selected:border-accent focus-visible:-outline-offset-2 aria-selected:text-ink sm:min-h-10"
            >
              {label}
            </button>
          ))}
        </div>
      )}
      {/* In an order that never changes: the field that has the focus would lose it where it moves. */}
      {tabs
        .toSorted((one, other) => (one.value < other.value ? -1 : 1))
        .filter(({ value }) => hasList || value === open)
        .map(({ value, content }) => (
          <div
            key={value}
            {...(hasList && {
              role: "tabpanel",
              id: `${id}-${value}`,
              "aria-labelledby": `${id}-${value}-tab`,
              hidden: value !== open,
            })}
          >
            {value === open && content}
          </div>
        ))}
    </div>
  );
}

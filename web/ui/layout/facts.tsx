import type { ReactNode } from "react";

/** A short list of names and values on a card. */
export function Facts({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="mt-2 flex flex-col divide-y divide-line rounded-control border border-line px-3.5 text-start"
    >
      {children}
    </ul>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 py-2">
      <span className="w-20 shrink-0">{name}</span>
      <span className="min-w-0 flex-1 wrap-anywhere text-ink">{children}</span>
    </li>
  );
}

import type { ReactNode } from "react";

/** The note in a card whose list is empty. */
export function EmptyNote({ children }: { children: ReactNode }) {
  return <p className="rounded-control bg-sunken px-4 py-6 text-center text-sm text-ink-soft">{children}</p>;
}

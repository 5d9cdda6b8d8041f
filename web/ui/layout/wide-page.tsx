import type { ReactNode } from "react";

/** A page for several cards, below the brand. */
export function WidePage({ brand, children }: { brand: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="mx-auto flex w-full max-w-5xl items-center px-4 py-3 sm:px-8 sm:py-5">{brand}</header>
      <main className="mx-auto w-full max-w-5xl flex-1 px-4 pt-3 pb-16 sm:px-8">{children}</main>
    </div>
  );
}

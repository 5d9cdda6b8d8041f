import type { ReactNode } from "react";
import { Logo } from "../ui/logo";

/** A page that says one thing in its middle. */
export function QuietScreen({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col items-center justify-center gap-10 px-6 py-12">
      <a href="/" aria-label="Gatehouse home" className="rounded-control">
        <Logo className="text-xl" />
      </a>
      <main className="w-full max-w-sm">{children}</main>
    </div>
  );
}

import type { ReactNode } from "react";
import { classNames } from "../theme/class-names";
import { type Tone, toneClasses } from "./alert";

/** A short label, such as a status. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-2xs font-medium whitespace-nowrap",
        toneClasses[tone],
      )}
    >
      {children}
    </span>
  );
}

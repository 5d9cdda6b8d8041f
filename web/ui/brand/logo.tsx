import { classNames } from "../theme/class-names";

/** The logo without the name. The favicon in `web/site/public/` is the same drawing. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={classNames("shrink-0", className ?? "size-6")}>
      <path className="fill-accent" d="M2.5 22V11.5a9.5 9.5 0 0 1 19 0V22h-5V12a4.5 4.5 0 0 0-9 0v10Z" />
      <circle className="fill-copper" cx="12" cy="14" r="1.9" />
    </svg>
  );
}

/** The logo with the name. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={classNames("inline-flex items-center gap-2 text-ink", className ?? "text-lg")}>
      <LogoMark className="size-[1.35em]" />
      <span className="font-semibold tracking-tight">Gatehouse</span>
    </span>
  );
}

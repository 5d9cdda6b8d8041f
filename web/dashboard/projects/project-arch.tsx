import { classNames } from "../../ui/theme/class-names";

/** The first letter of a project's name in an arch. Decorative: put the name beside it. */
export function ProjectArch({ name, className }: { name: string; className?: string }) {
  // By code point, so that a letter outside the basic plane is not cut in half.
  const [letter = ""] = name.trim();
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "flex shrink-0 items-end justify-center rounded-t-full rounded-b-sm bg-accent font-semibold text-on-accent",
        className ?? "h-9 w-7.5 pb-1.5 text-sm",
      )}
    >
      {letter.toUpperCase()}
    </span>
  );
}

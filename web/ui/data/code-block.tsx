import { CopyButton } from "../buttons/copy-button";
import { classNames } from "../theme/class-names";
import { useTranslation } from "../translation/use-translation";

/** A code example with a copy button. `title` is the name of its file, or the language. */
export function CodeBlock({ title, code, className }: { title: string; code: string; className?: string }) {
  const t = useTranslation();
  return (
    <figure className={classNames("overflow-hidden rounded-card border border-line bg-sunken", className)}>
      <figcaption className="flex items-center justify-between gap-4 border-b border-line py-1 pe-1 ps-4">
        <span className="font-mono text-2xs text-ink-soft">{title}</span>
        <CopyButton text={code} label={t("Copy {name}", { name: title })} />
      </figcaption>
      {/* Lines that go on fade out at the edge. Scrolled to its end, the longest one is clear of it. */}
      <pre
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="overflow-x-auto mask-[linear-gradient(to_left,transparent,black_2.5rem)] py-4 ps-4 font-mono text-xs/6 text-ink sm:text-sm/6"
      >
        <code className="block w-max pe-10">{code}</code>
      </pre>
    </figure>
  );
}

import CheckIcon from "lucide-react/icons/check";
import CopyIcon from "lucide-react/icons/copy";
import { type ReactNode, useEffect, useId, useState } from "react";
import { Button, type ButtonProps } from "./button";
import { classNames } from "./class-names";

const noticeMillis = 2_000;

/** Copies `text`, and says "Copied" for two seconds. `label` says what is copied: "Copy project ID". */
export function CopyButton({
  text,
  label,
  size = "icon",
  ...rest
}: Omit<ButtonProps, "onClick" | "children"> & { text: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), noticeMillis);
    return () => clearTimeout(timer);
  }, [isCopied]);

  return (
    <>
      <Button
        variant="ghost"
        {...rest}
        size={size}
        aria-label={label}
        onClick={async () => {
          await navigator.clipboard.writeText(text);
          setIsCopied(true);
        }}
      >
        {isCopied ? <CheckIcon className="text-success" aria-hidden="true" /> : <CopyIcon aria-hidden="true" />}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? "Copied" : ""}
      </span>
    </>
  );
}

/** A value to take elsewhere, such as a key or an id. `isTyped`: people also type it, so that it is always shown whole. */
export function CopyField({
  label,
  value,
  hint,
  isTyped = false,
}: {
  label: string;
  value: string;
  hint?: ReactNode;
  isTyped?: boolean;
}) {
  const labelId = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={labelId} className="text-sm font-medium text-ink">
        {label}
      </span>
      <div className="flex min-h-11 items-center gap-1 rounded-control border border-line bg-sunken pl-3 sm:min-h-10">
        <output
          aria-labelledby={labelId}
          className={classNames("min-w-0 flex-1 font-mono text-sm text-ink", isTyped ? "py-2" : "truncate")}
          title={value}
        >
          {value}
        </output>
        <CopyButton text={value} label={`Copy ${label}`} />
      </div>
      {hint && <p className="text-sm text-ink-soft">{hint}</p>}
    </div>
  );
}

/** A snippet to copy whole. `title` is the file it belongs in, or the language. */
export function CodeBlock({ title, code, className }: { title: string; code: string; className?: string }) {
  return (
    <figure className={classNames("overflow-hidden rounded-card border border-line bg-sunken", className)}>
      <figcaption className="flex items-center justify-between gap-4 border-b border-line py-1 pr-1 pl-4">
        <span className="font-mono text-2xs text-ink-soft">{title}</span>
        <CopyButton text={code} label={`Copy ${title}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <pre tabIndex={0} className="overflow-x-auto p-4 font-mono text-xs/6 text-ink sm:text-sm/6">
        <code>{code}</code>
      </pre>
    </figure>
  );
}

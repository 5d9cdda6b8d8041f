import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "../theme/class-names";

/** A box for one topic. With `title` it is a named region. */
export function Card({
  title,
  description,
  actions,
  children,
  className,
}: {
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  className?: string;
}) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      className={classNames("rounded-card border border-line bg-surface shadow-xs", className)}
    >
      {title && (
        <header className="flex flex-wrap items-start justify-between gap-4 px-5 pt-5 sm:px-6">
          <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
            <h2 id={titleId} className="text-base font-semibold tracking-tight text-ink">
              {title}
            </h2>
            {description && <p className="text-sm text-ink-soft">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={children ? "p-5 sm:px-6" : "pb-5"}>{children}</div>
    </section>
  );
}

/** The footer of a card, for its buttons. */
export function CardFooter({ className, ...rest }: ComponentProps<"footer">) {
  return (
    <footer
      {...rest}
      className={classNames(
        "-mx-5 mt-5 -mb-5 flex justify-end gap-2 border-t border-line px-5 py-3.5 sm:-mx-6 sm:px-6",
        className,
      )}
    />
  );
}

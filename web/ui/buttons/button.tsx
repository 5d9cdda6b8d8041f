import { type ComponentProps, type MouseEvent, type ReactNode, useState, useSyncExternalStore } from "react";
import { useReportFailure } from "../feedback/report-failure";
import { Spinner } from "../feedback/spinner";
import { classNames } from "../theme/class-names";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "small" | "medium" | "icon";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-fill text-on-fill shadow-sm hover:bg-fill-strong",
  secondary: "border border-line bg-surface text-ink shadow-xs hover:border-line-strong hover:bg-canvas",
  ghost: "text-ink-soft hover:bg-sunken hover:text-ink",
  danger: "bg-danger text-on-danger shadow-sm hover:bg-danger-strong",
};

const sizes: Record<ButtonSize, string> = {
  small: "min-h-11 gap-1.5 px-3 text-sm sm:min-h-8",
  medium: "min-h-11 gap-2 px-4 text-sm sm:min-h-10",
  icon: "size-11 sm:size-9",
};

/** The classes of a button, for links that are styled as one. */
export function buttonClasses(variant: ButtonVariant = "primary", size: ButtonSize = "medium", className?: string) {
  return classNames(
    "relative inline-flex shrink-0 items-center justify-center rounded-control font-medium whitespace-nowrap transition-colors",
    "disabled:opacity-60 aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0",
    variants[variant],
    sizes[size],
    className,
  );
}

export type ButtonProps = Omit<ComponentProps<"button">, "onClick"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows the spinner and ignores clicks, while the form around the button is submitted. */
  isPending?: boolean;
  /** Looks disabled, but is clicked, to say why. */
  "aria-disabled"?: boolean;
  /** May return a promise: the button is busy until it settles, and a rejection is reported to the user. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
};

export function Button({
  variant,
  size,
  isPending = false,
  onClick,
  className,
  children,
  disabled,
  type = "button",
  onFocus,
  onBlur,
  "aria-disabled": isRefusing,
  ...rest
}: ButtonProps) {
  const [isWorking, setIsWorking] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const reportFailure = useReportFailure();
  const isHydrated = useIsHydrated();
  const isBusy = isPending || isWorking;

  async function click(event: MouseEvent<HTMLButtonElement>) {
    const outcome = onClick?.(event);
    if (!(outcome instanceof Promise)) return;
    setIsWorking(true);
    try {
      await outcome;
    } catch (error) {
      reportFailure(error);
    } finally {
      setIsWorking(false);
    }
  }

  return (
    <button
      {...rest}
      type={type}
      part={`button button-${variant ?? "primary"}`}
      // A button that is disabled while it has the focus would lose it, and screen readers would not announce that it is busy.
      disabled={(disabled && !hasFocus) || (type === "submit" && !isHydrated)}
      aria-disabled={isBusy || disabled || isRefusing || undefined}
      aria-busy={isBusy || undefined}
      onFocus={(event) => {
        setHasFocus(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setHasFocus(false);
        onBlur?.(event);
      }}
      onClick={(event) => {
        if (isBusy || disabled) event.preventDefault();
        else void click(event);
      }}
      className={buttonClasses(variant, size, className)}
    >
      {isBusy && (
        <span className="absolute inset-0 flex items-center justify-center">
          <Spinner />
        </span>
      )}
      <ButtonLabel isHidden={isBusy}>{children}</ButtonLabel>
    </button>
  );
}

/**
 * Attack: a form that a server has rendered is submitted before React listens. The browser would send it by itself, and put the
 * password into the address, the history and the logs.
 */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

/** Keeps its size, and the name for screen readers, while the spinner covers it. */
function ButtonLabel({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
  return (
    <span className={classNames("inline-flex items-center gap-[inherit]", isHidden && "opacity-0")}>{children}</span>
  );
}

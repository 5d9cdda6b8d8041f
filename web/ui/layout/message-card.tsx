import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../buttons/button";

export type MessageCardProps = {
  title: string;
  children?: ReactNode;
  primaryButtonText?: string;
  primaryAction?: (() => unknown) | undefined;
  secondaryButtonText?: string;
  secondaryAction?: (() => unknown) | undefined;
};

/** One message with up to two buttons, each with a text and an action. Takes the focus, so that screen readers read the message. */
export function MessageCard({
  title,
  children,
  primaryButtonText,
  primaryAction,
  secondaryButtonText,
  secondaryAction,
}: MessageCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const hasPrimary = primaryButtonText && primaryAction;
  const hasSecondary = secondaryButtonText && secondaryAction;

  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-2 text-center">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight text-ink outline-none">
          {title}
        </h1>
        {children && (
          <div className="flex flex-col gap-2 text-sm text-balance wrap-break-word text-ink-soft">{children}</div>
        )}
      </div>
      {(hasPrimary || hasSecondary) && (
        <div className="flex flex-col gap-2">
          {hasPrimary && <Button onClick={primaryAction}>{primaryButtonText}</Button>}
          {hasSecondary && (
            <Button variant="secondary" onClick={secondaryAction}>
              {secondaryButtonText}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

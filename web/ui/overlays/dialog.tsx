import XIcon from "lucide-react/icons/x";
import * as Radix from "radix-ui/dialog";
import type { ReactNode } from "react";
import { Button } from "../buttons/button";
import { PortalScope, usePortalContainer } from "../theme/scope";
import { useTranslation } from "../translation/use-translation";
import { useReturnFocus } from "./use-return-focus";

export type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons of the footer, the main one last. */
  actions?: ReactNode;
};

/** A modal window: keeps the focus inside; Escape and the close button close it. */
export function Dialog({ isOpen, onOpenChange, title, description, children, actions }: DialogProps) {
  const t = useTranslation();
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal container={usePortalContainer()}>
        <PortalScope>
          <Radix.Overlay className="fixed inset-0 z-50 bg-scrim animate-fade" />
          <div className="pointer-events-none fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6">
            <Radix.Content
              {...(description ? {} : { "aria-describedby": undefined })}
              onOpenAutoFocus={(event) => {
                returnFocus.remember();
                focusFirstField(event);
              }}
              onCloseAutoFocus={returnFocus.restore}
              className="pointer-events-auto flex max-h-[92dvh] w-full flex-col overflow-y-auto rounded-t-card border border-line bg-raised shadow-float animate-rise sm:max-w-lg sm:rounded-card"
            >
              <header className="flex items-start justify-between gap-4 px-5 pt-5 sm:px-6 sm:pt-6">
                <div className="flex min-w-0 flex-col gap-1.5 wrap-anywhere">
                  <Radix.Title className="text-lg font-semibold tracking-tight text-ink">{title}</Radix.Title>
                  {description && (
                    <Radix.Description asChild>
                      <div className="text-sm text-ink-soft">{description}</div>
                    </Radix.Description>
                  )}
                </div>
                <Radix.Close asChild>
                  <Button variant="ghost" size="icon" aria-label={t("Close")} className="-mt-2 -mr-2">
                    <XIcon aria-hidden="true" />
                  </Button>
                </Radix.Close>
              </header>
              {children && <div className="px-5 pt-5 sm:px-6">{children}</div>}
              <footer className="flex flex-col-reverse gap-2 p-5 sm:flex-row sm:justify-end sm:p-6">{actions}</footer>
            </Radix.Content>
          </div>
        </PortalScope>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Focuses the first text field; a dialog without one keeps the focus that Radix sets. */
function focusFirstField(event: Event) {
  const field =
    event.currentTarget instanceof HTMLElement &&
    event.currentTarget.querySelector<HTMLElement>("input:not([type=checkbox], [hidden]), textarea");
  if (!field) return;
  event.preventDefault();
  field.focus();
}

import XIcon from "lucide-react/icons/x";
import * as Radix from "radix-ui/dialog";
import type { ReactNode } from "react";
import { Button } from "../buttons/button";
import { PortalScope, usePortalContainer } from "../theme/scope";
import { useReturnFocus } from "./use-return-focus";

/** A modal panel at the left edge, for content that does not fit on a narrow screen. `title` is for screen readers. */
export function Drawer({
  isOpen,
  onOpenChange,
  title,
  head,
  children,
}: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** Content beside the close button. */
  head?: ReactNode;
  children: ReactNode;
}) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal container={usePortalContainer()}>
        <PortalScope>
          <Radix.Overlay className="fixed inset-0 z-40 bg-scrim animate-fade" />
          <Radix.Content
            aria-describedby={undefined}
            onOpenAutoFocus={returnFocus.remember}
            onCloseAutoFocus={returnFocus.restore}
            // Escape closes a menu first.
            onEscapeKeyDown={(event) => document.querySelector(":popover-open") && event.preventDefault()}
            className="fixed inset-y-0 start-0 z-50 flex w-72 max-w-[85vw] flex-col overflow-y-auto border-e border-line bg-canvas shadow-float animate-fade"
          >
            <Radix.Title className="sr-only">{title}</Radix.Title>
            <header className="flex items-center justify-between gap-4 py-2 pe-2 ps-5">
              {head}
              <Radix.Close asChild>
                <Button variant="ghost" size="icon" aria-label="Close" className="ms-auto">
                  <XIcon aria-hidden="true" />
                </Button>
              </Radix.Close>
            </header>
            {children}
          </Radix.Content>
        </PortalScope>
      </Radix.Portal>
    </Radix.Root>
  );
}

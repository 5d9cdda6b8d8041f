import XIcon from "lucide-react/icons/x";
import { type ReactNode, use, useId, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "../buttons/button";
import { classNames } from "../theme/class-names";
import { PortalScope, ScopeContext, scopeClasses, usePortalContainer } from "../theme/scope";
import { useTranslation } from "../translation/use-translation";
import { useModal } from "./use-modal";

export type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons of the footer, the main one last. */
  actions?: ReactNode;
};

/**
 * A modal window: keeps the focus inside; Escape, the close button and a click beside it close it. A native one, so that it is
 * in the browser's top layer, above whatever a website's page has, and works in shadow roots.
 */
export function Dialog({ isOpen, ...dialog }: DialogProps) {
  return isOpen ? <OpenDialog {...dialog} /> : null;
}

function OpenDialog({ onOpenChange, title, description, children, actions }: Omit<DialogProps, "isOpen">) {
  const t = useTranslation();
  const id = useId();
  const [titleId, descriptionId] = [`${id}-title`, `${id}-description`];
  const [element, setElement] = useState<HTMLDialogElement | null>(null);
  const close = () => onOpenChange(false);
  useModal(element, close);
  // What opens within has to be in the top layer as well.
  const attributes = use(ScopeContext)?.attributes;
  const inner = useMemo(
    () => ({ attributes: attributes ?? { className: scopeClasses }, portalContainer: element }),
    [attributes, element],
  );

  return createPortal(
    <PortalScope>
      <dialog
        ref={setElement}
        aria-labelledby={titleId}
        aria-describedby={description ? descriptionId : undefined}
        onMouseDown={(event) => {
          if (event.target !== event.currentTarget) return;
          // The focus stays where it is, as what closes returns it, and what does not close keeps it.
          event.preventDefault();
          close();
        }}
        className="fixed inset-0 m-0 size-full max-h-none max-w-none items-end justify-center bg-transparent p-0 animate-fade open:flex backdrop:bg-scrim sm:items-center sm:p-6"
      >
        <ScopeContext value={inner}>
          <div
            part="dialog"
            className="flex max-h-[92%] w-full flex-col overflow-hidden rounded-t-card border border-line bg-raised text-ink shadow-float animate-rise sm:max-h-full sm:max-w-lg sm:rounded-card"
          >
            {/* Within the round corners, which a scroll bar does not have. */}
            <div className="flex min-h-0 scroll-pb-24 flex-col overflow-y-auto">
              <header className="flex items-start justify-between gap-4 px-5 pt-5 sm:px-6 sm:pt-6">
                <div className="flex min-w-0 flex-col gap-1.5 wrap-anywhere">
                  <h2 id={titleId} title={title} className="line-clamp-2 text-lg font-semibold tracking-tight text-ink">
                    {title}
                  </h2>
                  {description && (
                    <div id={descriptionId} className="text-sm text-ink-soft">
                      {description}
                    </div>
                  )}
                </div>
                <Button variant="ghost" size="icon" aria-label={t("Close")} className="-mt-2 -me-2" onClick={close}>
                  <XIcon aria-hidden="true" />
                </Button>
              </header>
              {children && <div className="px-5 pt-5 pb-5 sm:px-6">{children}</div>}
              {/* What does not fit scrolls below the buttons. */}
              <footer
                className={classNames(
                  "flex flex-col-reverse gap-2 px-5 pb-5 sm:flex-row sm:justify-end sm:px-6 sm:pb-6",
                  children && actions
                    ? "sticky bottom-0 z-1 border-t border-line bg-raised pt-4"
                    : "pt-5 empty:pt-0 sm:pt-6",
                )}
              >
                {actions}
              </footer>
            </div>
          </div>
        </ScopeContext>
      </dialog>
    </PortalScope>,
    usePortalContainer() ?? document.body,
  );
}

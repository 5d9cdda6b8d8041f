import XIcon from "lucide-react/icons/x";
import { type ReactNode, use, useEffect, useId, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "../buttons/button";
import { PortalScope, ScopeContext, scopeClasses, usePortalContainer } from "../theme/scope";
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
        onMouseDown={(event) => event.target === event.currentTarget && close()}
        className="fixed inset-0 m-0 size-full max-h-none max-w-none items-end justify-center bg-transparent p-0 animate-fade open:flex backdrop:bg-scrim sm:items-center sm:p-6"
      >
        <ScopeContext value={inner}>
          <div
            part="dialog"
            className="flex max-h-[92dvh] w-full flex-col overflow-y-auto rounded-t-card border border-line bg-raised text-ink shadow-float animate-rise sm:max-w-lg sm:rounded-card"
          >
            <header className="flex items-start justify-between gap-4 px-5 pt-5 sm:px-6 sm:pt-6">
              <div className="flex min-w-0 flex-col gap-1.5 wrap-anywhere">
                <h2 id={titleId} className="text-lg font-semibold tracking-tight text-ink">
                  {title}
                </h2>
                {description && (
                  <div id={descriptionId} className="text-sm text-ink-soft">
                    {description}
                  </div>
                )}
              </div>
              <Button variant="ghost" size="icon" aria-label={t("Close")} className="-mt-2 -mr-2" onClick={close}>
                <XIcon aria-hidden="true" />
              </Button>
            </header>
            {children && <div className="px-5 pt-5 sm:px-6">{children}</div>}
            <footer className="flex flex-col-reverse gap-2 p-5 sm:flex-row sm:justify-end sm:p-6">{actions}</footer>
          </div>
        </ScopeContext>
      </dialog>
    </PortalScope>,
    usePortalContainer() ?? document.body,
  );
}

/** Shows a dialog while it is mounted, with the focus in its first text field, and then returns the focus. */
function useModal(dialog: HTMLDialogElement | null, onClose: () => void): void {
  const returnFocus = useReturnFocus();
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  }, [onClose]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each dialog
  useEffect(() => {
    if (!dialog) return;
    // Escape: whether the dialog closes is for its owner to say. A second one closes it without that event.
    const closed = (event: Event) => {
      if (event.target !== dialog) return;
      event.preventDefault();
      latest.current();
    };
    returnFocus.remember();
    dialog.showModal();
    dialog.querySelector<HTMLElement>("input:not([type=checkbox], [hidden]), textarea")?.focus();
    dialog.addEventListener("cancel", closed);
    dialog.addEventListener("close", closed);
    return () => {
      dialog.removeEventListener("cancel", closed);
      dialog.removeEventListener("close", closed);
      dialog.close();
      // Once what the dialog has removed is gone.
      queueMicrotask(() => returnFocus.restore());
    };
  }, [dialog]);
}

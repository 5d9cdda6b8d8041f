import XIcon from "lucide-react/icons/x";
import { Suspense, use, useLayoutEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { LoadingPage } from "../react/components/page-layout";
import { Recoverable } from "../react/components/recoverable";
import { AccountSettingsPage } from "../react/pages/account-settings/account-settings";
import { ShownSectionContext } from "../react/pages/account-settings/section";
import { Button } from "../ui/buttons/button";
import { useModal } from "../ui/overlays/use-modal";
import { PortalScope, ScopeContext, scopeClasses, usePortalContainer } from "../ui/theme/scope";
import { useTranslation } from "../ui/translation/use-translation";
import css from "./account.css?inline";
import { projectStyles } from "./project-theme";
import { styleSheet } from "./shared-styles";
import { sizedByElement } from "./sized-by-element";

type Contained = { container: HTMLElement };

/** `<gatehouse-account-settings>` of a signed-in user. */
export function AccountElement({ container }: Contained) {
  useStyles(container, elementStyles);
  return <AccountSettingsPage />;
}

/** The same above the page, for elements that lead to it. */
export function AccountDialog({
  container,
  section,
  onClose,
}: Contained & {
  /** The one that is shown first; the user's profile by default. */
  section: string | undefined;
  onClose: () => void;
}) {
  useStyles(container, dialogStyles);
  const [id, show] = useState(section);
  const shown = useMemo(() => ({ id, show }), [id]);
  const t = useTranslation();
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  useModal(dialog, onClose);
  const attributes = use(ScopeContext)?.attributes;
  const scope = useMemo(
    () => ({ attributes: attributes ?? { className: scopeClasses }, portalContainer: dialog }),
    [attributes, dialog],
  );
  return createPortal(
    <PortalScope>
      <dialog
        ref={setDialog}
        aria-label={t("Account settings")}
        part="dialog"
        className="fixed inset-0 m-auto size-full max-h-none max-w-none overflow-y-auto bg-canvas p-5 text-ink animate-rise backdrop:bg-scrim [&_header:has(h1)]:pe-11 sm:h-[min(92dvh,56rem)] sm:max-w-5xl sm:rounded-card sm:border sm:border-line sm:p-8 sm:shadow-float"
      >
        <ScopeContext value={scope}>
          <div className="absolute top-3 end-3">
            <Button variant="ghost" size="icon" aria-label={t("Close")} onClick={onClose}>
              <XIcon aria-hidden="true" />
            </Button>
          </div>
          <Recoverable>
            <Suspense fallback={<LoadingPage wide />}>
              {/* The page around is the website's, and so is its address. */}
              <ShownSectionContext value={shown}>
                <AccountSettingsPage />
              </ShownSectionContext>
            </Suspense>
          </Recoverable>
        </ScopeContext>
      </dialog>
    </PortalScope>,
    usePortalContainer() ?? document.body,
  );
}

let ofElement: CSSStyleSheet | undefined;
let ofDialog: CSSStyleSheet | undefined;

/** Of the element that shows account settings: a website may give it a column. */
function elementStyles(): CSSStyleSheet {
  ofElement ??= styleSheet(sizedByElement(css));
  return ofElement;
}

/** Of the dialog, which is as wide as the window; the button that has opened it keeps its look. */
function dialogStyles(): CSSStyleSheet {
  ofDialog ??= styleSheet(css);
  return ofDialog;
}

/** Styles the shadow root around `container` for account settings too. */
function useStyles(container: HTMLElement, styles: () => CSSStyleSheet): void {
  useLayoutEffect(() => {
    const root = container.getRootNode();
    if (!(root instanceof ShadowRoot)) return;
    root.adoptedStyleSheets = [projectStyles(), styles()];
  }, [container, styles]);
}

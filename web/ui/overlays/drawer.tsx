import XIcon from "lucide-react/icons/x";
import { type ReactNode, useState } from "react";
import { Button } from "../buttons/button";
import { useTranslation } from "../translation/use-translation";
import { useModal } from "./use-modal";

type DrawerProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** For screen readers. */
  title: string;
  /** Content beside the close button. */
  head?: ReactNode;
  children: ReactNode;
};

/**
 * Shows a modal panel at the edge where lines begin, for content that does not fit on a narrow screen. It is a native dialog, so
 * that the browser keeps the focus inside and Escape closes an open menu first.
 */
export function Drawer({ isOpen, ...drawer }: DrawerProps) {
  return isOpen ? <OpenDrawer {...drawer} /> : null;
}

function OpenDrawer({ onOpenChange, title, head, children }: Omit<DrawerProps, "isOpen">) {
  const t = useTranslation();
  const [element, setElement] = useState<HTMLDialogElement | null>(null);
  const close = () => onOpenChange(false);
  useModal(element, close);

  return (
    <dialog
      ref={setElement}
      aria-label={title}
      onMouseDown={(event) => event.target === event.currentTarget && close()}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none bg-transparent p-0 animate-fade backdrop:bg-scrim"
    >
      <div className="flex h-full w-72 max-w-[85vw] flex-col overflow-y-auto border-e border-line bg-canvas text-ink shadow-float">
        <header className="flex items-center justify-between gap-4 py-2 pe-2 ps-5">
          {head}
          <Button variant="ghost" size="icon" aria-label={t("Close")} className="ms-auto" onClick={close}>
            <XIcon aria-hidden="true" />
          </Button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

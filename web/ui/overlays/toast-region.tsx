import XIcon from "lucide-react/icons/x";
import { useLayoutEffect, useRef } from "react";
import { useToast, useToastRegion } from "react-aria/useToast";
import { createPortal } from "react-dom";
import { type QueuedToast, type ToastQueue, type ToastState, useToastQueue } from "react-stately/useToastState";
import { Button } from "../buttons/button";
import { Alert, type Tone } from "../feedback/alert";
import { classNames } from "../theme/class-names";
import { useTranslation } from "../translation/use-translation";
import { useTopModal } from "./use-modal";

export type Toast = { tone: Tone; message: string };

/**
 * Toasts stand in the middle, since actions are at the end of a line. What sticks to the bottom has to keep away from them by
 * `--gh-toasts`. They are within the modal on top: what is outside of it is seen, but cannot be dismissed.
 */
export function ToastRegion({ queue }: { queue: ToastQueue<Toast> }) {
  const state = useToastQueue(queue);
  const modal = useTopModal();
  const toasts = state.visibleToasts.length > 0 && <VisibleToasts state={state} isInModal={modal !== undefined} />;
  return modal ? createPortal(toasts, modal) : toasts;
}

function VisibleToasts({ state, isInModal }: { state: ToastState<Toast>; isInModal: boolean }) {
  const t = useTranslation();
  const region = useRef<HTMLDivElement>(null);
  const { regionProps } = useToastRegion({ "aria-label": t("Notifications") }, state, region);

  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what has a height
  useLayoutEffect(() => {
    // A modal that has just closed took it along, until it is rendered elsewhere.
    if (!region.current?.isConnected) return;
    // In the top layer anew, above what has opened since.
    region.current.hidePopover();
    region.current.showPopover();
    if (isInModal) return;
    // The scope of our theme, which on somebody else's page is not its root element.
    const scope = region.current.closest<HTMLElement>(".gatehouse");
    scope?.style.setProperty("--gh-toasts", `${region.current.offsetHeight}px`);
    return () => scope?.style.setProperty("--gh-toasts", "0px");
  }, [state.visibleToasts]);

  return (
    <div
      {...regionProps}
      ref={region}
      popover="manual"
      className={classNames(
        "pointer-events-none fixed inset-x-4 m-0 mx-auto flex w-auto max-w-96 flex-col gap-2 overflow-visible border-0 bg-transparent p-0 outline-none",
        // The buttons of a dialog are at its bottom.
        isInModal ? "top-0 bottom-auto pt-4" : "top-auto bottom-0 pb-4",
      )}
    >
      {state.visibleToasts.map((toast) => (
        <ToastCard key={toast.key} toast={toast} state={state} />
      ))}
    </div>
  );
}

function ToastCard({ toast, state }: { toast: QueuedToast<Toast>; state: ToastState<Toast> }) {
  const t = useTranslation();
  const card = useRef<HTMLDivElement>(null);
  const { toastProps, contentProps, titleProps } = useToast({ toast }, state, card);
  const { tone, message } = toast.content;

  return (
    <div
      {...toastProps}
      ref={card}
      className="pointer-events-auto relative rounded-control border border-line bg-raised shadow-float animate-rise [&>[role]]:pe-12"
    >
      <Alert tone={tone} {...contentProps}>
        {/* The reason of an error is never cut; other messages are as long as the names in them. */}
        {tone === "danger" ? (
          <span {...titleProps}>{message}</span>
        ) : (
          <span {...titleProps} title={message} className="line-clamp-3 wrap-anywhere">
            {message}
          </span>
        )}
      </Alert>
      <span className="absolute top-0.5 end-0.5">
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("Dismiss notification")}
          onClick={() => state.close(toast.key)}
        >
          <XIcon aria-hidden="true" />
        </Button>
      </span>
    </div>
  );
}

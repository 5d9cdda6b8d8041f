import { type ComponentType, createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { ToastQueue } from "react-stately/useToastState";
import { FailureContext } from "../feedback/report-failure";
import type { Toast } from "./toast-region";

const ToastContext = createContext<((toast: Toast) => void) | undefined>(undefined);

const shownMillis = 6_000;

/**
 * Notifications at the bottom of the screen, or at its top above dialogs: results of actions, and errors that no form shows.
 * `describeFailure` turns an error into a sentence. What shows them is loaded with the first one; an error is told by the browser
 * where that fails, as it does without a network.
 */
export function ToastProvider({
  describeFailure,
  children,
}: {
  describeFailure: (error: unknown) => string;
  children: ReactNode;
}) {
  const [queue] = useState(() => new ToastQueue<Toast>());
  const [Region, setRegion] = useState<ComponentType<{ queue: ToastQueue<Toast> }>>();
  const show = useMemo(
    () => async (toast: Toast) => {
      // An error stays until it is dismissed (WCAG 2.2.1); others close by themselves, unless they are hovered or focused.
      const key = queue.add(toast, { timeout: toast.tone === "danger" ? undefined : shownMillis });
      // What an offline browser was told is over with that.
      if (!navigator.onLine) window.addEventListener("online", () => queue.close(key), { once: true });
      try {
        const { ToastRegion } = await import("./toast-region");
        setRegion(() => ToastRegion);
      } catch {
        queue.close(key);
        if (toast.tone === "danger") window.alert(toast.message);
      }
    },
    [queue],
  );
  const reportFailure = useMemo(
    () => (error: unknown) => void show({ tone: "danger", message: describeFailure(error) }),
    [show, describeFailure],
  );

  return (
    <ToastContext value={show}>
      <FailureContext value={reportFailure}>
        {children}
        {Region && <Region queue={queue} />}
      </FailureContext>
    </ToastContext>
  );
}

/** Returns a function that shows a toast; needs a `ToastProvider` above. */
export function useToast(): (toast: Toast) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error("useToast must be used within a ToastProvider.");
  return show;
}

import XIcon from "lucide-react/icons/x";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Button } from "../buttons/button";
import { Alert, type Tone } from "../feedback/alert";
import { FailureContext } from "../feedback/report-failure";
import { useTranslation } from "../translation/use-translation";

export type Toast = { tone: Tone; message: string };

const ToastContext = createContext<((toast: Toast) => void) | undefined>(undefined);

const shownMillis = 6_000;

/**
 * Notifications at the bottom of the screen: results of actions, and errors that no form shows. Menus and dialogs cover
 * them, because those show their own errors. `describeFailure` turns an error into a sentence. They stand in the middle,
 * since actions are at the end of a line, and `--gh-toasts` is how far what sticks to the bottom has to keep away from it.
 */
export function ToastProvider({
  describeFailure,
  children,
}: {
  describeFailure: (error: unknown) => string;
  children: ReactNode;
}) {
  const t = useTranslation();
  const [toasts, setToasts] = useState<(Toast & { id: string })[]>([]);
  const region = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what has a height
  useLayoutEffect(() => {
    const element = region.current;
    // The scope of our theme, which on somebody else's page is not its root element.
    element?.closest<HTMLElement>(".gatehouse")?.style.setProperty("--gh-toasts", `${element.offsetHeight}px`);
  }, [toasts]);

  const show = useCallback((toast: Toast) => {
    setToasts((shown) => [...shown, { ...toast, id: crypto.randomUUID() }]);
  }, []);
  const dismiss = useCallback((id: string) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id));
  }, []);
  const reportFailure = useMemo(
    () => (error: unknown) => show({ tone: "danger", message: describeFailure(error) }),
    [show, describeFailure],
  );

  return (
    <ToastContext value={show}>
      <FailureContext value={reportFailure}>
        {children}
        <section
          ref={region}
          aria-label={t("Notifications")}
          className="pointer-events-none fixed inset-x-4 bottom-0 z-30 mx-auto flex max-w-96 flex-col gap-2 pb-4 empty:hidden"
        >
          {toasts.map(({ id, tone, message }) => (
            <ToastCard key={id} tone={tone} message={message} onDismiss={() => dismiss(id)} />
          ))}
        </section>
      </FailureContext>
    </ToastContext>
  );
}

function ToastCard({ tone, message, onDismiss }: Toast & { onDismiss: () => void }) {
  const t = useTranslation();
  // An error stays until it is dismissed (WCAG 2.2.1); others close by themselves, unless they are hovered or focused.
  const [isPaused, setIsPaused] = useState(false);
  const closesItself = tone !== "danger" && !isPaused;

  useEffect(() => {
    if (!closesItself) return;
    const timer = setTimeout(onDismiss, shownMillis);
    return () => clearTimeout(timer);
  }, [closesItself, onDismiss]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer
    <div
      className="pointer-events-auto relative rounded-control border border-line bg-raised shadow-float animate-rise [&>[role]]:pe-12"
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <Alert tone={tone}>
        {/* The reason of an error is never cut; other messages are as long as the names in them. */}
        {tone === "danger" ? (
          message
        ) : (
          <span title={message} className="line-clamp-3 wrap-anywhere">
            {message}
          </span>
        )}
      </Alert>
      <span className="absolute top-0.5 end-0.5">
        <Button variant="ghost" size="icon" aria-label={t("Dismiss notification")} onClick={onDismiss}>
          <XIcon aria-hidden="true" />
        </Button>
      </span>
    </div>
  );
}

/** Returns a function that shows a toast; needs a `ToastProvider` above. */
export function useToast(): (toast: Toast) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error("useToast must be used within a ToastProvider.");
  return show;
}

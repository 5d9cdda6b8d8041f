import { useEffect, useSyncExternalStore } from "react";
import type { Result } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { useApp } from "./use-app";
import { useIsAuthenticating } from "./use-is-authenticating";

/**
 * Lets the browser offer passkeys in the autofill of an input with `autocomplete="… webauthn"`, where it can. `onChosen` gets
 * what signs in with the chosen one. Pages in the background, and those that sign in another way, request no challenges.
 */
export function usePasskeyAutofill(onChosen: (signIn: () => Promise<Result<undefined>>) => void): void {
  const app = useApp();
  const isIdle = !useIsAuthenticating();
  const isVisible = useSyncExternalStore(
    onVisibilityChange,
    () => document.visibilityState === "visible",
    () => false,
  );
  const isOffered = isIdle && isVisible;

  useEffect(() => {
    if (!isOffered) return;
    const controller = new AbortController();
    const offer = async () => {
      // Absent in browsers without this autofill.
      if (!(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.())) return;
      // React may run effects twice, and each challenge is a request.
      if (controller.signal.aborted) return;
      const signIn = await app[appInternals].choosePasskeyByAutofill(controller.signal);
      if (signIn && !controller.signal.aborted) onChosen(signIn);
    };
    // A convenience only: the button beside it reports what fails.
    offer().catch(() => undefined);
    return () => controller.abort();
  }, [app, isOffered, onChosen]);
}

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

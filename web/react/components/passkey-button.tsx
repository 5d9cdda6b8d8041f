import KeyRoundIcon from "lucide-react/icons/key-round";
import { useEffect, useSyncExternalStore } from "react";
import type { Result } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { useTranslation } from "../../ui/translation/use-translation";
import { describeFailure } from "../errors/describe-failure";
import { dataOrThrow, isCancelled, settled } from "../errors/outcomes";
import { useIsAuthenticating } from "../hooks/page-hooks";
import { useApp } from "../hooks/use-app";
import { rememberLastUsed, useLastUsedOfTyped } from "../hooks/use-last-used";
import { keys } from "../queries/keys";
import { useMutation } from "../queries/query-hooks";
import { LastUsedMark } from "./last-used-mark";

/**
 * Signs in with a passkey of the browser or of a security key. Meanwhile the browser offers passkeys in the autofill of the
 * page's forms.
 */
export function PasskeyButton() {
  const t = useTranslation();
  const app = useApp();
  const lastUsed = useLastUsedOfTyped();
  const { mutate, mutateAsync, error } = useMutation({
    mutationKey: keys.authentication,
    mutationFn: (signIn: () => Promise<Result<undefined>>) => {
      rememberLastUsed("passkey");
      return dataOrThrow(signIn());
    },
  });
  usePasskeyAutofill(mutate);

  return (
    <div className="flex flex-col gap-5">
      {error && (
        <Alert tone={isCancelled(error) ? "neutral" : "danger"}>
          {isCancelled(error) ? t("No passkey was used. Try again, or choose another way.") : describeFailure(error, t)}
        </Alert>
      )}
      <Button variant="secondary" onClick={() => settled(mutateAsync(() => app.signInWithPasskey()))}>
        <KeyRoundIcon aria-hidden="true" />
        {t("Continue with a passkey")}
        {lastUsed === "passkey" && <LastUsedMark />}
      </Button>
    </div>
  );
}

/**
 * Lets the browser offer passkeys in the autofill of an input with `autocomplete="… webauthn"`, where it can. `onChosen` gets
 * what signs in with the chosen one. Pages in the background, and those that sign in another way, request no challenges.
 */
function usePasskeyAutofill(onChosen: (signIn: () => Promise<Result<undefined>>) => void): void {
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

import { useEffect, useId, useSyncExternalStore } from "react";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { classNames } from "../../ui/theme/class-names";
import { useTranslation } from "../../ui/translation/use-translation";
import { describeFailure } from "../errors/describe-failure";
import { useApp } from "../hooks/use-app";
import { rememberLastUsed, useLastUsedOfTyped } from "../hooks/use-last-used";
import { useMutation } from "../queries/query-hooks";
import { LastUsedMark } from "./last-used-mark";
import { ProviderIcon, providerName } from "./provider-icon";

/** From this many providers on, the buttons have two columns and show the name only. */
const twoColumnsFrom = 3;
/** From this many on they show the logo only, so that the form below them is in sight. */
const logosFrom = 7;

/**
 * Shows a button for each enabled provider, which leads to that provider's sign-in. Inside a frame they are disabled, because
 * providers refuse to be framed. A frame of another website also keeps its cookies apart, so that the return would find no
 * sign-in.
 */
export function OAuthButtons({ providers }: { providers: readonly { readonly id: string }[] }) {
  const t = useTranslation();
  const app = useApp();
  const lastUsed = useLastUsedOfTyped();
  const { mutate, reset, variables, isPending, error } = useMutation({
    mutationFn: (provider: string) => {
      rememberLastUsed(provider);
      return app.signInWithOAuth(provider);
    },
  });
  const isInFrame = useSyncExternalStore(
    () => () => undefined,
    () => window.self !== window.top,
    () => false,
  );
  const noteId = useId();
  const pendingProvider = isPending ? variables : undefined;
  const hasLogosOnly = providers.length >= logosFrom;
  const hasNamesOnly = providers.length >= twoColumnsFrom && !hasLogosOnly;

  useEffect(() => {
    // Back from the provider by the browser's own button, the page may be restored with its pending button.
    window.addEventListener("pageshow", reset);
    return () => window.removeEventListener("pageshow", reset);
  }, [reset]);

  return (
    <div className="flex flex-col gap-5">
      {error && <Alert tone="danger">{describeFailure(error, t)}</Alert>}
      <div
        className={classNames(
          "grid gap-3",
          hasNamesOnly && "grid-cols-2",
          hasLogosOnly && "grid-cols-6 justify-items-center",
        )}
      >
        {providers.map(({ id }) => (
          <Button
            key={id}
            variant="secondary"
            isPending={pendingProvider === id}
            disabled={isInFrame || (isPending && pendingProvider !== id)}
            aria-describedby={isInFrame ? noteId : undefined}
            onClick={() => mutate(id)}
            {...(hasLogosOnly && { size: "icon", title: providerName(id) })}
            {...(hasNamesOnly && { "aria-label": t("Continue with {provider}", { provider: providerName(id) }) })}
          >
            <ProviderIcon id={id} />
            <span className={classNames(hasLogosOnly && "sr-only")}>
              {hasNamesOnly ? providerName(id) : t("Continue with {provider}", { provider: providerName(id) })}
            </span>
            {id === lastUsed && <LastUsedMark />}
          </Button>
        ))}
      </div>
      {isInFrame && (
        <p id={noteId} className="text-center text-sm text-ink-soft">
          {t("For security reasons, sign-in with other accounts does not work inside another page.")}
        </p>
      )}
    </div>
  );
}

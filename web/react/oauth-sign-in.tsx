import { useEffect, useState } from "react";
import { Button } from "../ui/buttons/button";
import { Alert } from "../ui/feedback/alert";
import { Badge } from "../ui/feedback/badge";
import { classNames } from "../ui/theme/class-names";
import { useApp } from "./app-context";
import { describeFailure } from "./failure-wording";
import { ProviderMark, providerName } from "./provider-mark";

/** From this many on, the buttons stand in two columns and show the name alone. */
const firstCrowd = 4;

/** A button for each provider that the project has enabled. Who presses one leaves for that provider. */
export function OAuthSignIn({ providers }: { providers: readonly { readonly id: string }[] }) {
  const app = useApp();
  const [lastUsed] = useState(readLastUsed);
  const [leavingFor, setLeavingFor] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const isCrowded = providers.length >= firstCrowd;

  useEffect(() => {
    // Who comes back from the provider by the browser's own button may find the page just as they left it.
    const onPageShow = () => setLeavingFor(undefined);
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, []);

  function leaveFor(provider: string) {
    setFailure(undefined);
    setLeavingFor(provider);
    rememberLastUsed(provider);
    app.signInWithOAuth(provider).catch((error: unknown) => {
      setLeavingFor(undefined);
      setFailure(describeFailure(error));
    });
  }

  return (
    <div className="flex flex-col gap-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div className={classNames("grid gap-3", isCrowded && "grid-cols-2")}>
        {providers.map(({ id }) => (
          <Button
            key={id}
            variant="secondary"
            isPending={leavingFor === id}
            disabled={leavingFor !== undefined && leavingFor !== id}
            onClick={() => leaveFor(id)}
          >
            <ProviderMark id={id} />
            <span>
              <span className={classNames(isCrowded && "sr-only")}>Continue with </span>
              {providerName(id)}
            </span>
            {id === lastUsed && providers.length > 1 && (
              <span className="absolute -top-2.5 right-2">
                <Badge tone="accent">Last used</Badge>
              </span>
            )}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** The provider that somebody chose last in this browser. */
const lastUsedKey = "_STACK_AUTH.lastUsed";

function readLastUsed(): string | null {
  try {
    return localStorage.getItem(lastUsedKey);
  } catch {
    // No storage on a server, or the browser keeps it from this page.
    return null;
  }
}

function rememberLastUsed(provider: string): void {
  try {
    localStorage.setItem(lastUsedKey, provider);
  } catch {
    // It is a convenience, and signing in goes on without it.
  }
}

import { useEffect, useRef, useState } from "react";
import { isKnownError } from "../../kit/errors/known-error";
import { MessageCard } from "../../ui/message-card";
import { useApp } from "../app-context";
import { describeFailure } from "../failure-wording";
import { Redirecting } from "./redirecting";

/** How long a person is left waiting without a way out, in milliseconds. */
const patience = 3_000;

/** Finishes a sign-in that a provider has answered, and goes on to where it was to lead. */
export function OAuthCallback({ searchParams }: { searchParams: URLSearchParams }) {
  const app = useApp();
  const hasBegun = useRef(false);
  const [isLate, setIsLate] = useState(false);
  const [failure, setFailure] = useState<string>();
  const noRedirectBack = !searchParams.has("after_auth_return_to");

  useEffect(() => {
    // React may run effects twice, and the answer works once.
    if (hasBegun.current) return;
    hasBegun.current = true;
    app
      .callOAuthCallback()
      .then(async (isDone) => {
        // Nothing to finish: opened by hand, a second time, or begun in another browser.
        if (!isDone) await app.redirectToSignIn({ replace: true, noRedirectBack });
      })
      .catch((error: unknown) => {
        const { cause } = error as Error;
        // The browser is on its way to the page of the second step, and only slow.
        if (isKnownError(cause, "MULTI_FACTOR_AUTHENTICATION_REQUIRED")) return;
        setFailure(describeFailure(cause));
      });
  }, [app, noRedirectBack]);

  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patience);
    return () => clearTimeout(timer);
  }, []);

  if (failure !== undefined) {
    return (
      <MessageCard
        title="The sign-in could not be finished"
        primaryButtonText="Sign in again"
        primaryAction={() => app.redirectToSignIn({ noRedirectBack })}
        secondaryButtonText="Go home"
        secondaryAction={() => app.redirectToHome()}
      >
        <p>{failure}</p>
      </MessageCard>
    );
  }
  return (
    <>
      <Redirecting />
      <p role="status" className="min-h-5 text-center text-sm text-ink-soft">
        {isLate && (
          <>
            This is taking long.{" "}
            <a href={app.urls.home} className="font-medium text-accent underline underline-offset-4">
              Go home
            </a>
          </>
        )}
      </p>
    </>
  );
}

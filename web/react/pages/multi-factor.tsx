import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isKnownError } from "../../kit/errors/known-error";
import { mfaAttemptCodeKey } from "../../kit/sign-in/sign-in";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { CodeEntry } from "../components/code-entry";
import { PageLink } from "../components/page-link";
import { dataOrThrow } from "../errors/data-or-throw";
import { describeFailure } from "../errors/describe-failure";
import { useApp } from "../hooks/use-app";
import { PageHeading } from "./parts/page-heading";
import { redirectAfterAuth } from "./parts/redirect-after-auth";

export type MultiFactorProps = {
  /** Called in place of the redirect that follows a sign-in. */
  onSuccess?: () => void;
  /** Adds a button that calls it. */
  onCancel?: () => void;
};

/** The browser has no sign-in that waits for a second factor. */
class NoAttemptError extends Error {}

/** The second step of a sign-in: six digits from an authenticator app. */
export function MultiFactor({ onSuccess, onCancel }: MultiFactorProps) {
  const app = useApp();
  const signIn = useMutation({
    mutationFn: async (totp: string) => {
      const attemptCode = sessionStorage.getItem(mfaAttemptCodeKey);
      if (!attemptCode) throw new NoAttemptError();
      await dataOrThrow(app.signInWithMfa(totp, attemptCode, { noRedirect: true }));
    },
    onSuccess: () => {
      sessionStorage.removeItem(mfaAttemptCodeKey);
      if (onSuccess) onSuccess();
      else redirectAfterAuth(app, "afterSignIn").catch(reportError);
    },
  });
  const isWrongCode = isKnownError(signIn.error, "INVALID_TOTP_CODE");

  return (
    <div className="flex flex-col gap-7">
      <PageHeading title="Two-step verification">Enter the six-digit code from your authenticator app.</PageHeading>
      {signIn.error && !isWrongCode && <Alert tone="danger">{describeError(signIn.error)}</Alert>}
      <CodeEntry
        label="Code"
        pattern="[0-9]*"
        mutation={signIn}
        error={isWrongCode ? "This code is not right. Wait for the next one, and try again." : undefined}
      />
      {onCancel && (
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}

function describeError(error: Error): ReactNode {
  const isAttemptGone = error instanceof NoAttemptError || isKnownError(error, "VERIFICATION_ERROR");
  if (!isAttemptGone) return describeFailure(error);
  return (
    <>
      This sign-in cannot be continued: it is too old, or was started somewhere else.{" "}
      <PageLink page="signIn">Sign in again</PageLink>
    </>
  );
}

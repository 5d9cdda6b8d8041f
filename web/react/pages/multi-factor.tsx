import { type ReactNode, useState } from "react";
import { isKnownError } from "../../kit/errors/known-error";
import { mfaAttemptCodeKey } from "../../kit/sign-in/sign-in";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { useApp } from "../app-context";
import { CodeEntry } from "../code-entry";
import { describeFailure } from "../failure-wording";
import { goOn } from "../go-on";
import { PageLink } from "../page-link";
import { PageHeading } from "./page-heading";

export type MultiFactorProps = {
  /** In place of going on to where a sign-in leads. */
  onSuccess?: () => void;
  /** Adds a button that calls it. */
  onCancel?: () => void;
};

/** The second step of a sign-in: six digits from an authenticator app. */
export function MultiFactor({ onSuccess, onCancel }: MultiFactorProps) {
  const app = useApp();
  const [failure, setFailure] = useState<ReactNode>();

  async function check(totp: string): Promise<boolean | string> {
    setFailure(undefined);
    const attemptCode = sessionStorage.getItem(mfaAttemptCodeKey);
    try {
      const result = attemptCode && (await app.signInWithMfa(totp, attemptCode, { noRedirect: true }));
      if (result && result.status === "ok") {
        sessionStorage.removeItem(mfaAttemptCodeKey);
        if (onSuccess) onSuccess();
        else goOn(app, "afterSignIn").catch(reportError);
        return true;
      }
      if (result && isKnownError(result.error, "INVALID_TOTP_CODE")) {
        return "This code is not right. Wait for the next one, and try again.";
      }
      setFailure(
        <>
          This sign-in cannot be continued: it is too old, or was begun somewhere else.{" "}
          <PageLink page="signIn">Sign in again</PageLink>
        </>,
      );
    } catch (error) {
      setFailure(describeFailure(error));
    }
    return false;
  }

  return (
    <div className="flex flex-col gap-7">
      <PageHeading title="Two-step verification">Enter the six-digit code from your authenticator app.</PageHeading>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <CodeEntry label="Code" pattern="[0-9]*" check={check} />
      {onCancel && (
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}

import { useEffect, useRef, useState } from "react";
import { isKnownError } from "../../kit/known-error";
import { mfaAttemptCodeKey } from "../../kit/sign-in";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { CodeField } from "../../ui/code-field";
import { Spinner } from "../../ui/spinner";
import { useApp } from "../app-context";
import { describeFailure } from "../failure-wording";
import { PageLink } from "../page-link";
import { PageHeading } from "./page-heading";

const codeLength = 6;

type State =
  | { kind: "ask" }
  | { kind: "verifying" }
  | { kind: "verified" }
  | { kind: "wrong" }
  | { kind: "over" }
  | { kind: "failed"; message: string };

/** The second step of a sign-in: six digits from an authenticator app. */
export function MultiFactor({ onSuccess, onCancel }: { onSuccess?: () => void; onCancel?: () => void }) {
  const app = useApp();
  const input = useRef<HTMLInputElement>(null);
  const [totp, setTotp] = useState("");
  const [state, setState] = useState<State>({ kind: "ask" });

  useEffect(() => input.current?.focus(), []);

  async function verify(typed: string) {
    const attemptCode = sessionStorage.getItem(mfaAttemptCodeKey);
    if (!attemptCode) return setState({ kind: "over" });
    setState({ kind: "verifying" });
    try {
      const result = await app.signInWithMfa(typed, attemptCode, { noRedirect: true });
      if (result.status === "error") {
        setState({ kind: isKnownError(result.error, "INVALID_TOTP_CODE") ? "wrong" : "over" });
        setTotp("");
        return;
      }
      sessionStorage.removeItem(mfaAttemptCodeKey);
      setState({ kind: "verified" });
      if (onSuccess) onSuccess();
      else await app.redirectToAfterSignIn({ replace: true });
    } catch (error) {
      setState({ kind: "failed", message: describeFailure(error) });
      setTotp("");
    }
  }

  const isBusy = state.kind === "verifying" || state.kind === "verified";
  return (
    <div className="flex flex-col gap-7">
      <PageHeading title="Two-step verification">Enter the six-digit code from your authenticator app.</PageHeading>
      {state.kind === "failed" && <Alert tone="danger">{state.message}</Alert>}
      {state.kind === "over" && (
        <Alert tone="danger">
          This sign-in cannot be continued: it is too old, or was begun somewhere else.{" "}
          <PageLink page="signIn">Sign in again</PageLink>
        </Alert>
      )}
      <CodeField
        ref={input}
        label="Code"
        pattern="[0-9]*"
        length={codeLength}
        value={totp}
        readOnly={isBusy}
        error={state.kind === "wrong" ? "This code is not right. Wait for the next one, and try again." : undefined}
        onValueChange={(typed) => {
          if (isBusy) return;
          setTotp(typed);
          if (typed.length === codeLength) void verify(typed);
        }}
      />
      <p role="status" className="-mt-3 flex min-h-5 items-center justify-center gap-2 text-sm text-ink-soft">
        {isBusy && <Spinner />}
        {/* The field shows it, but its focus has not moved, so only a live region makes it heard. */}
        {state.kind === "wrong" && <span className="sr-only">Wrong code. Try again.</span>}
        {state.kind === "verifying" && "Checking the code…"}
        {state.kind === "verified" && "Signed in. Taking you on…"}
      </p>
      {onCancel && (
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}

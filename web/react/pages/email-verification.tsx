import { useState } from "react";
import { isKnownError } from "../../kit/errors/known-error";
import { MessageCard } from "../../ui/message-card";
import { useApp } from "../app-context";
import { mailedCode } from "../mailed-code";

type State = "ask" | "verified" | "invalid" | "expired";

/** Confirms an email address with the code of a verification mail, but only on a press: mail scanners open links too. */
export function EmailVerification({ searchParams }: { searchParams: URLSearchParams }) {
  const app = useApp();
  const code = mailedCode(searchParams);
  const [state, setState] = useState<State>("ask");
  const goHome = () => app.redirectToHome();

  async function verify(presented: string) {
    const result = await app.verifyEmail(presented);
    setState(result.status === "ok" ? "verified" : stateOf(result.error));
  }

  if (!code || state === "invalid") {
    return (
      <MessageCard
        key="invalid"
        title="This verification link is not valid"
        primaryButtonText="Go home"
        primaryAction={goHome}
      >
        <p>Please check that you opened the whole link from the email. If it still fails, contact support.</p>
      </MessageCard>
    );
  }
  switch (state) {
    case "expired":
      return (
        <MessageCard
          key={state}
          title="This verification link has expired"
          primaryButtonText="Go home"
          primaryAction={goHome}
        >
          <p>Ask for a new verification email in your account settings.</p>
        </MessageCard>
      );
    case "verified":
      return (
        <MessageCard key={state} title="Your email is verified" primaryButtonText="Go home" primaryAction={goHome}>
          <p>Thank you. You can close this page.</p>
        </MessageCard>
      );
    case "ask":
      return (
        <MessageCard
          key={state}
          title="Verify your email?"
          primaryButtonText="Verify"
          primaryAction={() => verify(code)}
          secondaryButtonText="Cancel"
          secondaryAction={goHome}
        >
          <p>Press the button to confirm that this email address is yours.</p>
        </MessageCard>
      );
  }
}

/** A link that was used before has done its work: that is no error to the person. */
function stateOf(error: unknown): State {
  if (isKnownError(error, "VERIFICATION_CODE_ALREADY_USED")) return "verified";
  return isKnownError(error, "VERIFICATION_CODE_EXPIRED") ? "expired" : "invalid";
}

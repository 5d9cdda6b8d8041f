import { useState } from "react";
import type { CurrentUser } from "../../../kit";
import { Button } from "../../../ui/buttons/button";
import { Alert } from "../../../ui/feedback/alert";
import { useToast } from "../../../ui/overlays/toast";
import { describeFailure } from "../../failure-wording";
import { isOnlyMethod } from "../../only-method";
import { isChangeOfMind, isRegisteredAlready } from "../../passkey-refusal";
import { SwitchCard } from "./switch-card";

/** Passkeys: each device or security key holds one of its own. They are switched off all at once. */
export function PasskeyCard({ user, hasVerifiedSignInEmail }: { user: CurrentUser; hasVerifiedSignInEmail: boolean }) {
  const toast = useToast();
  const [failure, setFailure] = useState<string>();
  const isOn = user.passkeyAuthEnabled;
  const isOnly = isOnlyMethod(user, "passkey");

  async function register() {
    setFailure(undefined);
    const result = await user.registerPasskey();
    if (result.status === "ok") toast({ tone: "success", message: "Your passkey is registered." });
    else if (!isChangeOfMind(result.error)) setFailure(wordingOf(result.error));
  }

  return (
    <SwitchCard
      title="Passkeys"
      description={describe(isOn, isOnly, hasVerifiedSignInEmail)}
      isOn={isOn}
      actions={
        hasVerifiedSignInEmail && (
          <Button variant="secondary" size="small" onClick={register}>
            {isOn ? "Add another passkey" : "Add a passkey"}
          </Button>
        )
      }
      off={
        isOnly
          ? undefined
          : {
              label: "Delete passkeys",
              question: "Delete your passkeys?",
              consequence: "You will not be able to sign in with any of them any more.",
              done: "Your passkeys are deleted.",
              run: () => user.update({ passkeyAuthEnabled: false }),
            }
      }
    >
      {failure && <Alert tone="danger">{failure}</Alert>}
    </SwitchCard>
  );
}

function describe(isOn: boolean, isOnly: boolean, hasVerifiedSignInEmail: boolean): string {
  if (isOn && isOnly) {
    return "You sign in with your fingerprint, face or device PIN. It is your only way to sign in, so it cannot be switched off.";
  }
  if (isOn)
    return "You can sign in with your fingerprint, face or device PIN. Each device can have a passkey of its own.";
  if (hasVerifiedSignInEmail) return "Sign in with your fingerprint, face or device PIN, without a password.";
  return "To sign in with passkeys, you need a verified sign-in email.";
}

function wordingOf(error: unknown): string {
  if (isRegisteredAlready(error)) return "This device already holds a passkey for your account.";
  return describeFailure(error);
}

import { useMutation } from "@tanstack/react-query";
import type { CurrentUser } from "../../../../kit";
import { Button } from "../../../../ui/buttons/button";
import { Alert } from "../../../../ui/feedback/alert";
import { useToast } from "../../../../ui/overlays/toast";
import { dataOrThrow } from "../../../errors/data-or-throw";
import { describeFailure } from "../../../errors/describe-failure";
import { isAlreadyRegistered, isCancelled } from "../../../errors/passkey-errors";
import { settled } from "../../../errors/settled";
import { isLastSignInMethod } from "./last-sign-in-method";
import { SwitchCard } from "./switch-card";

/** Passkeys: each device or security key has its own. They are deleted together. */
export function PasskeyCard({ user, hasVerifiedSignInEmail }: { user: CurrentUser; hasVerifiedSignInEmail: boolean }) {
  const toast = useToast();
  const isOn = user.passkeyAuthEnabled;
  const isOnly = isLastSignInMethod(user, "passkey");

  const { mutateAsync, error } = useMutation({
    mutationFn: () => dataOrThrow(user.registerPasskey()),
    onSuccess: () => toast({ tone: "success", message: "Your passkey is registered." }),
  });

  return (
    <SwitchCard
      title="Passkeys"
      description={describe(isOn, isOnly, hasVerifiedSignInEmail)}
      isOn={isOn}
      actions={
        hasVerifiedSignInEmail && (
          <Button variant="secondary" size="small" onClick={() => settled(mutateAsync())}>
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
      {error && !isCancelled(error) && <Alert tone="danger">{describeError(error)}</Alert>}
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

function describeError(error: unknown): string {
  if (isAlreadyRegistered(error)) return "This device already has a passkey for your account.";
  return describeFailure(error);
}

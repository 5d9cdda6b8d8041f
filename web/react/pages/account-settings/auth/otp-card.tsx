import { Button } from "../../../../ui/buttons/button";
import { useToast } from "../../../../ui/overlays/toast";
import { useMutation } from "../../../queries/query-hooks";
import type { SectionProps } from "../section";
import { SwitchCard } from "./switch-card";
import { useSignInState } from "./use-sign-in-state";

/** Sign-in by emailed codes and links. */
export function OtpCard(props: SectionProps) {
  const { user } = props;
  const { hasVerifiedSignInEmail, hasOneMethod } = useSignInState(props);
  const toast = useToast();
  const isOn = user.otpAuthEnabled;
  const isOnly = isOn && hasOneMethod;

  const enable = useMutation({
    mutationFn: () => user.update({ otpAuthEnabled: true }),
    onSuccess: () => toast({ tone: "success", message: "Sign-in by email code is on." }),
  });

  return (
    <SwitchCard
      title="Email codes"
      description={describe(isOn, isOnly, hasVerifiedSignInEmail)}
      isOn={isOn}
      actions={
        !isOn &&
        hasVerifiedSignInEmail && (
          <Button variant="secondary" size="small" onClick={() => enable.mutateAsync()}>
            Switch on email codes
          </Button>
        )
      }
      off={
        isOnly
          ? undefined
          : {
              label: "Switch off email codes",
              question: "Switch off sign-in by email code?",
              consequence: "You will not be able to sign in with only your email any more.",
              done: "Sign-in by email code is off.",
              run: () => user.update({ otpAuthEnabled: false }),
            }
      }
    />
  );
}

function describe(isOn: boolean, isOnly: boolean, hasVerifiedSignInEmail: boolean): string {
  if (isOn && isOnly) {
    return "You sign in with a code or link that we email you. It is your only way to sign in, so it cannot be switched off.";
  }
  if (isOn) return "You can sign in with a code or link that we send to your sign-in emails.";
  if (hasVerifiedSignInEmail) return "Sign in with a code or link that we send to your sign-in emails.";
  return "To sign in with a code or link by email, you need a verified sign-in email.";
}

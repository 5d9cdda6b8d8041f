import { Button } from "../../../../ui/buttons/button";
import { useToast } from "../../../../ui/overlays/toast";
import type { Translate } from "../../../../ui/translation/translate";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { useMutation } from "../../../queries/query-hooks";
import type { SectionProps } from "../section";
import { SwitchCard } from "./switch-card";
import { useSignInState } from "./use-sign-in-state";

/** Sign-in by emailed codes and links. */
export function OtpCard(props: SectionProps) {
  const t = useTranslation();
  const { user } = props;
  const { hasVerifiedSignInEmail, hasOneMethod } = useSignInState(props);
  const toast = useToast();
  const isOn = user.otpAuthEnabled;
  const isOnly = isOn && hasOneMethod;

  const enable = useMutation({
    mutationFn: () => user.update({ otpAuthEnabled: true }),
    onSuccess: () => toast({ tone: "success", message: t("Sign-in by email code is on.") }),
  });

  return (
    <SwitchCard
      title={t("Email codes")}
      description={describe(isOn, isOnly, hasVerifiedSignInEmail, t)}
      isOn={isOn}
      actions={
        !isOn &&
        hasVerifiedSignInEmail && (
          <Button variant="secondary" size="small" onClick={() => enable.mutateAsync()}>
            {t("Switch on email codes")}
          </Button>
        )
      }
      off={
        isOnly
          ? undefined
          : {
              label: t("Switch off email codes"),
              question: t("Switch off sign-in by email code?"),
              consequence: t("You will not be able to sign in with only your email any more."),
              done: t("Sign-in by email code is off."),
              run: () => user.update({ otpAuthEnabled: false }),
            }
      }
    />
  );
}

function describe(isOn: boolean, isOnly: boolean, hasVerifiedSignInEmail: boolean, t: Translate): string {
  if (isOn && isOnly) {
    return t(
      "You sign in with a code or link that we email you. It is your only way to sign in, so it cannot be switched off.",
    );
  }
  if (isOn) return t("You can sign in with a code or link that we send to your sign-in emails.");
  if (hasVerifiedSignInEmail) return t("Sign in with a code or link that we send to your sign-in emails.");
  return t("To sign in with a code or link by email, you need a verified sign-in email.");
}

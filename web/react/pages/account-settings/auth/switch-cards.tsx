import { type ReactNode, useState } from "react";
import { Button } from "../../../../ui/buttons/button";
import { Badge } from "../../../../ui/feedback/badge";
import { Card } from "../../../../ui/layout/card";
import { useToast } from "../../../../ui/overlays/toast";
import type { Translate } from "../../../../ui/translation/translate";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { useMutation } from "../../../queries/query-hooks";
import type { SectionProps } from "../section";
import { MfaDialog } from "./mfa-dialog";
import { RecoveryCodes, RecoveryCodesDialog } from "./recovery-codes-dialog";
import { useSignInState } from "./use-sign-in-state";

/** Sign-in by emailed codes and links. */
export function OtpCard(props: SectionProps) {
  const t = useTranslation();
  const { user } = props;
  const { hasVerifiedSignInEmail, hasOneMethod, hasCodes: isOn } = useSignInState(props);
  const toast = useToast();
  const isOnly = isOn && hasOneMethod;

  const enable = useMutation({
    mutationFn: () => user.update({ otpAuthEnabled: true }),
    onSuccess: () => toast({ tone: "success", message: t("Sign-in by email code is on.") }),
  });

  return (
    <SwitchCard
      title={t("Email codes")}
      description={describeOtp(isOn, isOnly, hasVerifiedSignInEmail, t)}
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

function describeOtp(isOn: boolean, isOnly: boolean, hasVerifiedSignInEmail: boolean, t: Translate): string {
  if (isOn && isOnly) {
    return t(
      "You sign in with a code or link that we email you. It is your only way to sign in, so it cannot be switched off.",
    );
  }
  if (isOn) return t("You can sign in with a code or link that we send to your sign-in emails.");
  if (hasVerifiedSignInEmail) return t("Sign in with a code or link that we send to your sign-in emails.");
  return t("To sign in with a code or link by email, you need a verified sign-in email.");
}

export function MfaCard({ user, project }: SectionProps) {
  const t = useTranslation();
  const [isSettingUp, setIsSettingUp] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const isOn = user.isMultiFactorRequired;
  return (
    <>
      <SwitchCard
        title={t("Two-step verification")}
        description={
          isOn
            ? t(
                "Every sign-in also asks for a code from your authenticator app, except by a passkey that recognises you.",
              )
            : t("Ask for a code from an authenticator app at every sign-in, so that a stolen password is not enough.")
        }
        isOn={isOn}
        actions={
          !isOn && (
            <Button variant="secondary" size="small" onClick={() => setIsSettingUp(true)}>
              {t("Set up")}
            </Button>
          )
        }
        off={{
          label: t("Switch off"),
          question: t("Switch off two-step verification?"),
          consequence: t(
            "Anyone who has your password, or can read your emails, can then sign in without your authenticator app. Your recovery codes are deleted.",
          ),
          done: t("Two-step verification is off."),
          run: () => user.update({ totpMultiFactorSecret: null }),
        }}
      >
        {isOn && <RecoveryCodes user={user} onCreated={setCodes} />}
      </SwitchCard>
      {isSettingUp && (
        <MfaDialog user={user} project={project} onCodes={setCodes} onClose={() => setIsSettingUp(false)} />
      )}
      {codes && (
        <RecoveryCodesDialog codes={codes} projectName={project.displayName} onClose={() => setCodes(undefined)} />
      )}
    </>
  );
}

/** An authentication method or second factor that is on or off. Switching it off asks for confirmation. */
function SwitchCard({
  title,
  description,
  isOn,
  actions,
  off,
  children,
}: {
  title: string;
  description: ReactNode;
  isOn: boolean;
  /** Actions other than switching it off. */
  actions?: ReactNode;
  /** Says how it is switched off; undefined while it cannot be. */
  off?: { label: string; question: string; consequence: string; done: string; run: () => Promise<unknown> };
  children?: ReactNode;
}) {
  const t = useTranslation();
  const [isAsking, setIsAsking] = useState(false);

  return (
    <>
      <Card
        title={title}
        description={description}
        actions={
          <div className="flex flex-wrap items-center gap-2">
            <Badge tone={isOn ? "success" : "neutral"}>{isOn ? t("On") : t("Off")}</Badge>
            {actions}
            {isOn && off && (
              <Button variant="secondary" size="small" onClick={() => setIsAsking(true)}>
                {off.label}
              </Button>
            )}
          </div>
        }
      >
        {children}
      </Card>
      {off && (
        <ConfirmMutation
          isOpen={isAsking}
          onOpenChange={setIsAsking}
          title={off.question}
          description={off.consequence}
          confirmLabel={off.label}
          mutationFn={off.run}
          successMessage={off.done}
        />
      )}
    </>
  );
}

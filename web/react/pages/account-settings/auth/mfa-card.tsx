import { useState } from "react";
import { Button } from "../../../../ui/buttons/button";
import { useTranslation } from "../../../../ui/translation/use-translation";
import type { SectionProps } from "../section";
import { MfaDialog } from "./mfa-dialog";
import { RecoveryCodes, RecoveryCodesDialog } from "./recovery-codes-dialog";
import { SwitchCard } from "./switch-card";

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

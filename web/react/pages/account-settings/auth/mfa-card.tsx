import { useState } from "react";
import { Button } from "../../../../ui/buttons/button";
import type { SectionProps } from "../section";
import { MfaDialog } from "./mfa-dialog";
import { RecoveryCodes } from "./recovery-codes";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";
import { SwitchCard } from "./switch-card";

export function MfaCard({ user, project }: SectionProps) {
  const [isSettingUp, setIsSettingUp] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const isOn = user.isMultiFactorRequired;
  return (
    <>
      <SwitchCard
        title="Two-step verification"
        description={
          isOn
            ? "Every sign-in also asks for a code from your authenticator app, except by a passkey that recognises you."
            : "Ask for a code from an authenticator app at every sign-in, so that a stolen password is not enough."
        }
        isOn={isOn}
        actions={
          !isOn && (
            <Button variant="secondary" size="small" onClick={() => setIsSettingUp(true)}>
              Set up
            </Button>
          )
        }
        off={{
          label: "Switch off",
          question: "Switch off two-step verification?",
          consequence:
            "Anyone who has your password, or can read your emails, can then sign in without your authenticator app. Your recovery codes are deleted.",
          done: "Two-step verification is off.",
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

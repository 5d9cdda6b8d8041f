import { useState } from "react";
import { Button } from "../../../../ui/buttons/button";
import type { SectionProps } from "../section";
import { MfaDialog } from "./mfa-dialog";
import { SwitchCard } from "./switch-card";

export function MfaCard({ user, project }: SectionProps) {
  const [isSettingUp, setIsSettingUp] = useState(false);
  const isOn = user.isMultiFactorRequired;
  return (
    <>
      <SwitchCard
        title="Two-step verification"
        description={
          isOn
            ? "Every sign-in also asks for a code from your authenticator app."
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
            "Anyone who has your password, or can read your emails, can then sign in without your authenticator app.",
          done: "Two-step verification is off.",
          run: () => user.update({ totpMultiFactorSecret: null }),
        }}
      />
      {isSettingUp && <MfaDialog user={user} project={project} onClose={() => setIsSettingUp(false)} />}
    </>
  );
}

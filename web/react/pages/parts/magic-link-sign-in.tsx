import { useState } from "react";
import { MagicLinkForm } from "../../forms/magic-link-form";
import type { SentMagicLink } from "../../forms/suggested-credentials";
import { CheckEmailStep } from "./check-email-step";

/** Signs in by an email with a link and a code: asks for the address, then for the code. */
export function MagicLinkSignIn() {
  const [sent, setSent] = useState<SentMagicLink>();
  const [isCorrection, setIsCorrection] = useState(false);
  if (!sent) {
    return (
      <MagicLinkForm
        autoComplete="username webauthn"
        isCorrection={isCorrection}
        onSend={() => undefined}
        onSent={setSent}
      />
    );
  }
  return (
    <div className="flex flex-col gap-7">
      <CheckEmailStep
        sent={sent}
        onSent={setSent}
        onBack={() => {
          setIsCorrection(true);
          setSent(undefined);
        }}
      />
    </div>
  );
}

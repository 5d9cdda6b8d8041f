import { useState } from "react";
import type { KnownError } from "../../kit";
import { Button } from "../../ui/buttons/button";
import type { PlainMessage } from "../../ui/translation/message";
import { useTranslation } from "../../ui/translation/use-translation";
import { CodeProof, PasskeyProof, PasswordProof } from "./proofs";

const proofs = { password: PasswordProof, passkey: PasskeyProof, code: CodeProof };

type Method = keyof typeof proofs;

const offers: Record<Method, PlainMessage> = {
  password: "Use your password",
  passkey: "Use a passkey",
  code: "Get a code by email",
};

export type ReauthenticationDialogProps = {
  refusal: KnownError<"REAUTHENTICATION_REQUIRED">;
  /** Is told whether the user has shown who they are. */
  onDone: (isShown: boolean) => void;
};

/** Asks the user to show again who they are, by one of the methods that the refusal names. */
export function ReauthenticationDialog({ refusal, onDone }: ReauthenticationDialogProps) {
  const t = useTranslation();
  const { methods, requires_totp } = refusal.details as { methods: string[]; requires_totp: boolean };
  const known = methods.filter((method): method is Method => Object.hasOwn(proofs, method));
  const [method = "password", setMethod] = useState(known[0]);
  const Proof = proofs[method];
  return (
    <Proof key={method} requiresTotp={requires_totp} onDone={onDone}>
      {known.length > 1 && (
        <div className="flex flex-wrap gap-2">
          {known
            .filter((other) => other !== method)
            .map((other) => (
              <Button key={other} variant="secondary" size="small" onClick={() => setMethod(other)}>
                {t(offers[other])}
              </Button>
            ))}
        </div>
      )}
    </Proof>
  );
}

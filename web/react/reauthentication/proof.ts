import type { ReactNode } from "react";
import { isKnownError } from "../../kit/errors/known-error";
import type { Reauthentication } from "../../kit/sign-in/reauthentication";
import type { Translate } from "../../ui/translation/translate";
import type { FormFailure } from "../forms/use-form-mutation";
import { useApp } from "../hooks/use-app";

export type ProofProps = {
  /** Whether a value of the authenticator app is needed too. */
  requiresTotp: boolean;
  onDone: (isShown: boolean) => void;
  /** The other ways. */
  children: ReactNode;
};

/** Shows to the server who the user is. Throws what the user can try again. */
export function useProof(): (proof: Reauthentication) => Promise<void> {
  const app = useApp();
  return async (proof) => {
    const user = await app.getUser({ or: "throw" });
    const error = await user.reauthenticate(proof);
    if (error) throw error;
  };
}

/** A wrong value of the authenticator app, at its field. */
export function explainTotp(error: unknown, t: Translate): FormFailure<{ totp: string }> | undefined {
  if (!isKnownError(error, "INVALID_TOTP_CODE")) return undefined;
  return { field: "totp", message: t("This code is not right. Wait for the next one, and try again.") };
}

import KeyRoundIcon from "lucide-react/icons/key-round";
import { useState } from "react";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { describeFailure } from "../errors/describe-failure";
import { isChangeOfMind } from "../errors/passkey-errors";
import { useAuthentication } from "../hooks/authentication";
import { useApp } from "../hooks/use-app";

/** Lets somebody choose one of the passkeys that their browser or security key holds. */
export function PasskeySignIn() {
  const app = useApp();
  const authenticate = useAuthentication();
  const [failure, setFailure] = useState<string>();

  async function signIn() {
    setFailure(undefined);
    try {
      const result = await authenticate(() => app.signInWithPasskey());
      if (result.status === "error" && !isChangeOfMind(result.error)) setFailure(describeFailure(result.error));
    } catch (error) {
      setFailure(describeFailure(error));
    }
  }

  return (
    <div className="flex flex-col gap-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Button variant="secondary" onClick={signIn}>
        <KeyRoundIcon aria-hidden="true" />
        Sign in with Passkey
      </Button>
    </div>
  );
}

import KeyRoundIcon from "lucide-react/icons/key-round";
import { useState } from "react";
import { Button } from "../ui/buttons/button";
import { Alert } from "../ui/feedback/alert";
import { useApp } from "./app-context";
import { useAuthentication } from "./authentication";
import { describeFailure } from "./failure-wording";
import { isChangeOfMind } from "./passkey-refusal";

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

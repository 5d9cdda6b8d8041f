import KeyRoundIcon from "lucide-react/icons/key-round";
import type { Result } from "../../kit";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { useTranslation } from "../../ui/translation/use-translation";
import { dataOrThrow } from "../errors/data-or-throw";
import { describeFailure } from "../errors/describe-failure";
import { isCancelled } from "../errors/passkey-errors";
import { settled } from "../errors/settled";
import { useApp } from "../hooks/use-app";
import { usePasskeyAutofill } from "../hooks/use-passkey-autofill";
import { keys } from "../queries/keys";
import { useMutation } from "../queries/query-hooks";

/**
 * Signs in with a passkey of the browser or of a security key. Meanwhile the browser offers passkeys in the autofill of the
 * page's forms.
 */
export function PasskeyButton() {
  const t = useTranslation();
  const app = useApp();
  const { mutate, mutateAsync, error } = useMutation({
    mutationKey: keys.authentication,
    mutationFn: (signIn: () => Promise<Result<undefined>>) => dataOrThrow(signIn()),
  });
  usePasskeyAutofill(mutate);

  return (
    <div className="flex flex-col gap-5">
      {error && !isCancelled(error) && <Alert tone="danger">{describeFailure(error, t)}</Alert>}
      <Button variant="secondary" onClick={() => settled(mutateAsync(() => app.signInWithPasskey()))}>
        <KeyRoundIcon aria-hidden="true" />
        {t("Continue with a passkey")}
      </Button>
    </div>
  );
}

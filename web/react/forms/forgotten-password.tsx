import { useState } from "react";
import { Button } from "../../ui/buttons/button";
import { useTranslation } from "../../ui/translation/use-translation";
import { dataOrThrow } from "../errors/outcomes";
import { useApp } from "../hooks/use-app";

/** Offers the reset where a signed-in user is asked for their password. The page that asks for the address is for others. */
export function ForgottenPassword() {
  const t = useTranslation();
  const app = useApp();
  const [email, setEmail] = useState<string>();

  async function send() {
    const user = await app.getUser({ or: "throw" });
    const channels = await user.listContactChannels();
    const usable = channels.filter(({ usedForAuth }) => usedForAuth);
    const { value } = usable.find(({ isPrimary }) => isPrimary) ?? usable[0] ?? {};
    if (value === undefined) return;
    await dataOrThrow(app.sendForgotPasswordEmail(value));
    setEmail(value);
  }

  return (
    <div role="status" className="flex flex-col text-sm wrap-anywhere text-ink-soft">
      {email === undefined ? (
        <Button variant="ghost" size="small" className="-ms-3 self-start" onClick={send}>
          {t("Forgot password?")}
        </Button>
      ) : (
        t("A link is on its way to {email}.", { email })
      )}
    </div>
  );
}

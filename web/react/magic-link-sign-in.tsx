import { lazy, startTransition, useEffect, useState } from "react";
import { Button } from "../ui/buttons/button";
import { Alert } from "../ui/feedback/alert";
import { TextField } from "../ui/forms/text-field";
import { checkEmail } from "./credential-rules";
import { type SentMagicLink, useSendMagicLink } from "./send-magic-link";
import { useForm } from "./use-form";

const loadCode = async () => ({ default: (await import("./magic-link-code")).MagicLinkCode });
const MagicLinkCode = lazy(loadCode);

/** Mails a link and a code, either of which signs in whoever reads the address, and takes the code. */
export function MagicLinkSignIn() {
  const [sent, setSent] = useState<SentMagicLink>();
  const [previous, setPrevious] = useState<string>();
  // As a transition, so that the form stays until what follows it is loaded.
  if (!sent) return <EmailForm previous={previous} onSent={(mail) => startTransition(() => setSent(mail))} />;
  return (
    <MagicLinkCode
      sent={sent}
      onSent={setSent}
      onBack={() => {
        setPrevious(sent.email);
        setSent(undefined);
      }}
    />
  );
}

/** `previous` is the address that somebody came back to change. */
function EmailForm({ previous, onSent }: { previous: string | undefined; onSent: (sent: SentMagicLink) => void }) {
  const send = useSendMagicLink();
  const { form, field, failure, isSending } = useForm({ email: checkEmail }, async ({ email }, refuse) => {
    // What takes the code is loaded along the way. If it cannot be, the page says so by itself once it is needed.
    loadCode().catch(() => undefined);
    const outcome = await send(email.trim());
    if (typeof outcome === "string") refuse.form(outcome, "email");
    else onSent(outcome);
  });

  useEffect(() => {
    if (previous !== undefined) form.ref.current?.querySelector("input")?.select();
  }, [previous, form.ref]);

  return (
    <form {...form} className="flex flex-col gap-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        hint="We send you a link and a code. You need no password."
        defaultValue={previous}
        {...field("email")}
      />
      <Button type="submit" isPending={isSending} className="mt-1">
        Send email
      </Button>
    </form>
  );
}

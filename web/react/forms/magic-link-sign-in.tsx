import { lazy, startTransition, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "../../ui/buttons/button";
import { describeSendFailure, type SentMagicLink, useSendMagicLink } from "../hooks/use-send-magic-link";
import { checkEmail } from "./credential-rules";
import { EmailField } from "./email-field";
import { Form } from "./form";
import { suggestedEmail } from "./suggested-email";
import { useFormMutation } from "./use-form-mutation";

const loadCode = async () => ({ default: (await import("./magic-link-code")).MagicLinkCode });
const MagicLinkCode = lazy(loadCode);

/** Sends an email with a link and a code, either of which signs its recipient in, and takes the code. */
export function MagicLinkSignIn() {
  const [sent, setSent] = useState<SentMagicLink>();
  const [previous, setPrevious] = useState<string>();
  // As a transition, so that the form stays until the next step is loaded.
  if (!sent) return <EmailForm previous={previous} onSent={(email) => startTransition(() => setSent(email))} />;
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

/** `previous` is the address that the user came back to change. */
function EmailForm({ previous, onSent }: { previous: string | undefined; onSent: (sent: SentMagicLink) => void }) {
  const send = useSendMagicLink();
  const form = useForm<{ email: string }>({ defaultValues: { email: previous ?? suggestedEmail() } });
  const { register, formState } = form;
  const input = useRef<HTMLInputElement>(null);
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationFn: async ({ email }) => {
      // Loaded while the email is sent. A failure shows once the step is rendered.
      loadCode().catch(() => undefined);
      onSent(await send(email.trim()));
    },
    explain: (error) => ({ message: describeSendFailure(error), select: "email" }),
  });

  // At once, unlike `setFocus`, which waits for a timer: what is typed in between would be lost.
  useEffect(() => {
    if (previous === undefined) return;
    input.current?.focus();
    input.current?.select();
  }, [previous]);
  const { ref, ...field } = register("email", { validate: checkEmail });

  return (
    <Form onSubmit={onSubmit} failure={failure}>
      <EmailField
        hint="We send you a link and a code. You need no password."
        error={formState.errors.email?.message}
        {...field}
        ref={(element) => {
          ref(element);
          input.current = element;
        }}
      />
      <Button type="submit" isPending={isPending} className="mt-1">
        Send email
      </Button>
    </Form>
  );
}

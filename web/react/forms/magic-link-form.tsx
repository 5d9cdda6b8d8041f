import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import { isKnownError } from "../../kit/errors/known-error";
import type { Translate } from "../../ui/translation/translate";
import { useTranslation } from "../../ui/translation/use-translation";
import { PageLink } from "../components/page-link";
import { describeFailure } from "../errors/describe-failure";
import { dataOrThrow } from "../errors/outcomes";
import { useIsPrerendered } from "../hooks/prerendered";
import { useApp } from "../hooks/use-app";
import { rememberLastUsed } from "../hooks/use-last-used";
import { checkEmail } from "./credential-rules";
import { EmailField } from "./email-field";
import { Form, SubmitButton } from "./form";
import { type SentMagicLink, suggestPassword, useTypedEmail } from "./suggested-credentials";
import { useFormMutation } from "./use-form-mutation";

/** Sends an email with a link and a code, either of which signs its recipient in. */
export function MagicLinkForm({
  autoComplete,
  isCorrection,
  onSend,
  onSent,
  onOtherMethod,
}: {
  autoComplete: string;
  /** The user came back to change the address. */
  isCorrection: boolean;
  onSend: () => void;
  onSent: (sent: SentMagicLink) => void;
  /** Leads to another way to sign in, where the account has no codes; without it, a link leads to the sign-in page. */
  onOtherMethod?: (() => void) | undefined;
}) {
  const t = useTranslation();
  const isPrerendered = useIsPrerendered();
  const send = useSendMagicLink();
  const initial = useTypedEmail();
  const form = useForm<{ email: string }>({ defaultValues: { email: initial } });
  const { register, formState } = form;
  const input = useRef<HTMLInputElement>(null);
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationFn: async ({ email }) => {
      onSend();
      rememberLastUsed("magic-link", email);
      try {
        onSent(await send(email.trim()));
      } catch (error) {
        if (!onOtherMethod || !isKnownError(error, "USER_EMAIL_ALREADY_EXISTS")) throw error;
        onOtherMethod();
      }
    },
    explain: (error) => ({
      message: isKnownError(error, "USER_EMAIL_ALREADY_EXISTS")
        ? t.rich("There already is an account with this email address. <signIn>Sign in instead</signIn>", {
            signIn: (text) => (
              <PageLink page="signIn" onClick={suggestPassword}>
                {text}
              </PageLink>
            ),
          })
        : describeSendFailure(error, t),
      select: "email",
    }),
  });

  // At once, unlike `setFocus`, which waits for a timer: what is typed in between would be lost.
  useEffect(() => {
    if (!isCorrection) return;
    input.current?.focus();
    input.current?.select();
  }, [isCorrection]);
  const { ref, ...field } = register("email", { validate: checkEmail(t) });

  return (
    <Form onSubmit={onSubmit} failure={failure}>
      <EmailField
        autoComplete={autoComplete}
        hint={isPrerendered ? undefined : t("We send you a link and a code. You need no password.")}
        error={formState.errors.email?.message}
        {...field}
        ref={(element) => {
          ref(element);
          input.current = element;
        }}
      />
      <SubmitButton isPending={isPending} className="mt-1">
        {t("Send email")}
      </SubmitButton>
    </Form>
  );
}

/** Sends the email. */
export function useSendMagicLink(): (email: string) => Promise<SentMagicLink> {
  const app = useApp();
  return async (email) => {
    const { nonce } = await dataOrThrow(app.sendMagicLinkEmail(email));
    return { email, nonce, at: Date.now() };
  };
}

export function describeSendFailure(error: unknown, t: Translate): string {
  if (isKnownError(error, "SIGN_UP_NOT_ENABLED")) {
    return t("There is no account with this email address, and new ones are not taken at the moment.");
  }
  if (isKnownError(error, "USER_EMAIL_ALREADY_EXISTS")) {
    return t("The account with this email address does not sign in by code. Use its password, or another way.");
  }
  return describeFailure(error, t);
}

import { useForm } from "react-hook-form";
import { isKnownError } from "../../kit/errors/known-error";
import { PasswordField } from "../../ui/forms/text-field";
import type { Translate } from "../../ui/translation/translate";
import { useTranslation } from "../../ui/translation/use-translation";
import { PageLink } from "../components/page-link";
import { describeFailure, rateLimitOf } from "../errors/describe-failure";
import { dataOrThrow } from "../errors/outcomes";
import { useIsPrerendered } from "../hooks/prerendered";
import { useApp } from "../hooks/use-app";
import { rememberLastUsed } from "../hooks/use-last-used";
import { keys } from "../queries/keys";
import { checkEmail } from "./credential-rules";
import { EmailField } from "./email-field";
import { Form, fieldOf, SubmitButton } from "./form";
import { useTypedEmail } from "./suggested-credentials";
import { type FormFailure, useFormMutation } from "./use-form-mutation";

type Credentials = { email: string; password: string };

/** Email and password of an existing account. */
export function CredentialSignIn() {
  const t = useTranslation();
  const app = useApp();
  const isPrerendered = useIsPrerendered();
  const initial = useTypedEmail();
  const form = useForm<Credentials>({ defaultValues: { email: initial, password: "" } });
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationKey: keys.authentication,
    mutationFn: (credentials) => {
      rememberLastUsed("password", credentials.email);
      return dataOrThrow(app.signInWithCredential(credentials));
    },
    explain: (error) => explain(error, t),
  });

  return (
    <Form onSubmit={onSubmit} failure={failure}>
      <EmailField autoComplete="username webauthn" {...fieldOf(form, "email", { validate: checkEmail(t) })} />
      {!isPrerendered && (
        <PasswordField
          label={t("Password")}
          autoComplete="current-password"
          labelAside={<PageLink page="forgotPassword">{t("Forgot password?")}</PageLink>}
          {...fieldOf(form, "password", { required: t("Enter your password.") })}
        />
      )}
      <SubmitButton isPending={isPending} className="mt-1">
        {t("Sign in")}
      </SubmitButton>
    </Form>
  );
}

function explain(error: unknown, t: Translate): FormFailure<Credentials> | undefined {
  if (rateLimitOf(error)) {
    return {
      message: (
        <>
          {describeFailure(error, t)} <PageLink page="forgotPassword">{t("Forgot password?")}</PageLink>
        </>
      ),
    };
  }
  if (!isKnownError(error, "EMAIL_PASSWORD_MISMATCH") && !isKnownError(error, "INVALID_TOTP_CODE")) return undefined;
  return { message: t("This email address and password do not match."), select: "password" };
}

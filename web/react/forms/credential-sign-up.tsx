import { useForm } from "react-hook-form";
import { isKnownError } from "../../kit/errors/known-error";
import type { Translate } from "../../ui/translation/translate";
import { useTranslation } from "../../ui/translation/use-translation";
import { PageLink } from "../components/page-link";
import { knownErrorText } from "../errors/describe-failure";
import { dataOrThrow } from "../errors/outcomes";
import { useIsPrerendered } from "../hooks/prerendered";
import { useApp } from "../hooks/use-app";
import { rememberLastUsed } from "../hooks/use-last-used";
import { keys } from "../queries/keys";
import { checkEmail, checkNewPassword } from "./credential-rules";
import { EmailField } from "./email-field";
import { Form, fieldOf, SubmitButton } from "./form";
import { NewPasswordField, usePasswordLength } from "./new-password-field";
import { useTypedEmail } from "./suggested-credentials";
import { type FormFailure, useFormMutation } from "./use-form-mutation";

export type NewCredentials = { email: string; password: string };

/** Email and password of a new account. */
export function CredentialSignUp() {
  const t = useTranslation();
  const app = useApp();
  const isPrerendered = useIsPrerendered();
  const passwordLength = usePasswordLength();
  const initial = useTypedEmail();
  const form = useForm<NewCredentials>({ defaultValues: { email: initial, password: "" } });
  const { getValues } = form;
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationKey: keys.authentication,
    mutationFn: (credentials) => {
      rememberLastUsed("password");
      return dataOrThrow(app.signUpWithCredential(credentials));
    },
    explain: (error) => explainSignUp(error, t),
  });

  return (
    <Form onSubmit={onSubmit} failure={failure}>
      <EmailField {...fieldOf(form, "email", { validate: checkEmail(t) })} />
      {!isPrerendered && (
        <NewPasswordField
          label={t("Password")}
          words={() => [getValues("email")]}
          {...fieldOf(form, "password", { validate: checkNewPassword(t, passwordLength) })}
        />
      )}
      <SubmitButton isPending={isPending} className="mt-1">
        {t("Create account")}
      </SubmitButton>
    </Form>
  );
}

/** Says why an account could not be created, where the form has more to say of it than the error. */
export function explainSignUp(error: unknown, t: Translate): FormFailure<NewCredentials> | undefined {
  if (isKnownError(error, "PASSWORD_REQUIREMENTS_NOT_MET"))
    return { field: "password", message: knownErrorText(error, t) };
  if (!isKnownError(error, "USER_EMAIL_ALREADY_EXISTS")) return undefined;
  return {
    message: t.rich("There already is an account with this email address. <signIn>Sign in instead</signIn>", {
      signIn: (text) => <PageLink page="signIn">{text}</PageLink>,
    }),
    select: "email",
  };
}

import { useForm } from "react-hook-form";
import { isKnownError } from "../../kit/errors/known-error";
import { Button } from "../../ui/buttons/button";
import { PasswordField } from "../../ui/forms/text-field";
import { PageLink } from "../components/page-link";
import { dataOrThrow } from "../errors/data-or-throw";
import { useApp } from "../hooks/use-app";
import { keys } from "../queries/keys";
import { checkEmail, checkNewPassword, checkRepeatedPassword } from "./credential-rules";
import { EmailField } from "./email-field";
import { Form } from "./form";
import { NewPasswordField } from "./new-password-field";
import { useTypedEmail } from "./typed-email";
import { type FormFailure, useFormMutation } from "./use-form-mutation";

type NewCredentials = { email: string; password: string; repeated: string };

/** Email and password of a new account. `noPasswordRepeat` leaves the second password field out. */
export function CredentialSignUp({ noPasswordRepeat = false }: { noPasswordRepeat?: boolean }) {
  const app = useApp();
  const { initial, onChange } = useTypedEmail();
  const form = useForm<NewCredentials>({ defaultValues: { email: initial } });
  const { register, formState } = form;
  const { errors } = formState;
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationKey: keys.authentication,
    mutationFn: ({ email, password }) => dataOrThrow(app.signUpWithCredential({ email: email.trim(), password })),
    explain,
  });

  return (
    <Form onSubmit={onSubmit} failure={failure}>
      <EmailField error={errors.email?.message} {...register("email", { validate: checkEmail, onChange })} />
      <NewPasswordField
        label="Password"
        error={errors.password?.message}
        {...register("password", { validate: checkNewPassword, deps: ["repeated"] })}
      />
      {!noPasswordRepeat && (
        <PasswordField
          label="Repeat password"
          autoComplete="new-password"
          error={errors.repeated?.message}
          {...register("repeated", { validate: checkRepeatedPassword })}
        />
      )}
      <Button type="submit" isPending={isPending} className="mt-1">
        Create account
      </Button>
    </Form>
  );
}

function explain(error: unknown): FormFailure<NewCredentials> | undefined {
  if (isKnownError(error, "PASSWORD_REQUIREMENTS_NOT_MET")) return { field: "password", message: error.message };
  if (!isKnownError(error, "USER_EMAIL_ALREADY_EXISTS")) return undefined;
  return {
    message: (
      <>
        There already is an account with this email address. <PageLink page="signIn">Sign in instead</PageLink>
      </>
    ),
    select: "email",
  };
}

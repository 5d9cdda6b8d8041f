import { type ReactNode, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { isKnownError } from "../kit/known-error";
import { Alert } from "../ui/alert";
import { Button } from "../ui/button";
import { PasswordField, TextField } from "../ui/text-field";
import { useApp } from "./app-context";
import { useAuthentication } from "./authentication";
import { checkEmail, checkNewPassword, passwordLength } from "./credential-rules";
import { describeFailure } from "./failure-wording";
import { PageLink } from "./page-link";

/** Email and password of a new account. `noPasswordRepeat` leaves the second password field out. */
export function CredentialSignUp({ noPasswordRepeat = false }: { noPasswordRepeat?: boolean }) {
  const app = useApp();
  const authenticate = useAuthentication();
  const [failure, setFailure] = useState<ReactNode>();
  const { register, handleSubmit, setError, setFocus, getValues, formState } = useForm({
    defaultValues: { email: "", password: "", repeated: "" },
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => setFocus("email"), [setFocus]);

  const submit = handleSubmit(async ({ email, password }) => {
    setFailure(undefined);
    try {
      const result = await authenticate(() => app.signUpWithCredential({ email: email.trim(), password }));
      if (result.status === "ok") return;
      if (isKnownError(result.error, "PASSWORD_REQUIREMENTS_NOT_MET")) {
        setError("password", { message: result.error.message }, { shouldFocus: true });
        return;
      }
      setFailure(
        <>
          There already is an account with this email address. <PageLink page="signIn">Sign in instead</PageLink>
        </>,
      );
      setFocus("email", { shouldSelect: true });
    } catch (error) {
      setFailure(describeFailure(error));
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errors.email?.message}
        {...register("email", { validate: checkEmail })}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={`At least ${passwordLength.min} characters.`}
        error={errors.password?.message}
        {...register("password", { validate: checkNewPassword, deps: noPasswordRepeat ? [] : ["repeated"] })}
      />
      {!noPasswordRepeat && (
        <PasswordField
          label="Repeat password"
          autoComplete="new-password"
          error={errors.repeated?.message}
          {...register("repeated", {
            required: "Repeat your password.",
            validate: (repeated) => repeated === getValues("password") || "The passwords do not match.",
          })}
        />
      )}
      <Button type="submit" isPending={isSubmitting} className="mt-1">
        Create account
      </Button>
    </form>
  );
}

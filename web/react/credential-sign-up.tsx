import type { ReactNode } from "react";
import { isKnownError } from "../kit/errors/known-error";
import { Alert } from "../ui/alert";
import { Button } from "../ui/button";
import { PasswordField, TextField } from "../ui/text-field";
import { useApp } from "./app-context";
import { useAuthentication } from "./authentication";
import { checkEmail, checkNewPassword, checkRepeatedPassword, passwordLength } from "./credential-rules";
import { describeFailure } from "./failure-wording";
import { PageLink } from "./page-link";
import { useForm } from "./use-form";

/** Email and password of a new account. `noPasswordRepeat` leaves the second password field out. */
export function CredentialSignUp({ noPasswordRepeat = false }: { noPasswordRepeat?: boolean }) {
  const app = useApp();
  const authenticate = useAuthentication();
  const { form, field, failure, isSending } = useForm<"email" | "password" | "repeated", ReactNode>(
    {
      email: checkEmail,
      password: checkNewPassword,
      repeated: (repeated, values) => noPasswordRepeat || checkRepeatedPassword(repeated, values),
    },
    async ({ email, password }, refuse) => {
      try {
        const result = await authenticate(() => app.signUpWithCredential({ email: email.trim(), password }));
        if (result.status === "ok") return;
        if (isKnownError(result.error, "PASSWORD_REQUIREMENTS_NOT_MET")) {
          return refuse.field("password", result.error.message);
        }
        refuse.form(
          <>
            There already is an account with this email address. <PageLink page="signIn">Sign in instead</PageLink>
          </>,
          "email",
        );
      } catch (error) {
        refuse.form(describeFailure(error));
      }
    },
  );

  return (
    <form {...form} className="flex flex-col gap-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <TextField label="Email" type="email" autoComplete="username" inputMode="email" {...field("email")} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={`At least ${passwordLength.min} characters.`}
        {...field("password")}
      />
      {!noPasswordRepeat && (
        <PasswordField label="Repeat password" autoComplete="new-password" {...field("repeated")} />
      )}
      <Button type="submit" isPending={isSending} className="mt-1">
        Create account
      </Button>
    </form>
  );
}

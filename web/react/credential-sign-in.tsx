import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { Alert } from "../ui/alert";
import { Button } from "../ui/button";
import { PasswordField, TextField } from "../ui/text-field";
import { useApp } from "./app-context";
import { useAuthentication } from "./authentication";
import { checkEmail } from "./credential-rules";
import { describeFailure } from "./failure-wording";
import { PageLink } from "./page-link";

/** Email and password of somebody who has an account. */
export function CredentialSignIn() {
  const app = useApp();
  const authenticate = useAuthentication();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => setFocus("email"), [setFocus]);

  const submit = handleSubmit(async ({ email, password }) => {
    try {
      const result = await authenticate(() => app.signInWithCredential({ email: email.trim(), password }));
      if (result.status === "ok") return;
      setError("root", { message: "This email address and password do not match." });
      setFocus("password", { shouldSelect: true });
    } catch (error) {
      setError("root", { message: describeFailure(error) });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {errors.root?.message && <Alert tone="danger">{errors.root.message}</Alert>}
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
        autoComplete="current-password"
        error={errors.password?.message}
        labelAside={<PageLink page="forgotPassword">Forgot password?</PageLink>}
        {...register("password", { required: "Enter your password." })}
      />
      <Button type="submit" isPending={isSubmitting} className="mt-1">
        Sign in
      </Button>
    </form>
  );
}

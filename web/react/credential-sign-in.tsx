import { Button } from "../ui/buttons/button";
import { Alert } from "../ui/feedback/alert";
import { PasswordField, TextField } from "../ui/forms/text-field";
import { useApp } from "./app-context";
import { useAuthentication } from "./authentication";
import { checkEmail } from "./credential-rules";
import { describeFailure } from "./failure-wording";
import { PageLink } from "./page-link";
import { useForm } from "./use-form";

/** Email and password of somebody who has an account. */
export function CredentialSignIn() {
  const app = useApp();
  const authenticate = useAuthentication();
  const { form, field, failure, isSending } = useForm(
    { email: checkEmail, password: (password) => password !== "" || "Enter your password." },
    async ({ email, password }, refuse) => {
      try {
        const result = await authenticate(() => app.signInWithCredential({ email: email.trim(), password }));
        if (result.status === "error") refuse.form("This email address and password do not match.", "password");
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
        autoComplete="current-password"
        labelAside={<PageLink page="forgotPassword">Forgot password?</PageLink>}
        {...field("password")}
      />
      <Button type="submit" isPending={isSending} className="mt-1">
        Sign in
      </Button>
    </form>
  );
}

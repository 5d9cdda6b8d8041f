import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { MessageCard } from "../../ui/message-card";
import { TextField } from "../../ui/text-field";
import { useApp } from "../app-context";
import { checkEmail } from "../credential-rules";
import { describeFailure } from "../failure-wording";
import { PageLink } from "../page-link";
import { useUser } from "../use-user";
import { AlreadySignedIn } from "./already-signed-in";
import { PageHeading } from "./page-heading";

/** Sends a link with which a forgotten password can be replaced. */
export function ForgotPassword() {
  const app = useApp();
  const user = useUser();
  const [isSent, setIsSent] = useState(false);

  if (user) return <AlreadySignedIn user={user} />;
  if (isSent) {
    return (
      <MessageCard title="Check your inbox" primaryButtonText="Go home" primaryAction={() => app.redirectToHome()}>
        <p>If there is an account with this email address, a link to reset its password is on its way.</p>
        <p>Nothing there after a few minutes? Have a look in the spam folder.</p>
      </MessageCard>
    );
  }
  return <ForgotPasswordForm onSent={() => setIsSent(true)} />;
}

function ForgotPasswordForm({ onSent }: { onSent: () => void }) {
  const app = useApp();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({ defaultValues: { email: "" } });
  const { errors, isSubmitting } = formState;

  useEffect(() => setFocus("email"), [setFocus]);

  const submit = handleSubmit(async ({ email }) => {
    try {
      // An address without an account is answered alike: this page must not tell who has one.
      await app.sendForgotPasswordEmail(email.trim());
      onSent();
    } catch (error) {
      setError("root", { message: describeFailure(error) });
    }
  });

  return (
    <div className="flex flex-col gap-7">
      <PageHeading title="Forgot your password?">
        We send you a link to choose a new one. Remembered it? <PageLink page="signIn">Sign in</PageLink>
      </PageHeading>
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
        <Button type="submit" isPending={isSubmitting}>
          Send reset link
        </Button>
      </form>
    </div>
  );
}

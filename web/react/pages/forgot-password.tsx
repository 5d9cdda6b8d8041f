import { useState } from "react";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { TextField } from "../../ui/forms/text-field";
import { MessageCard } from "../../ui/layout/message-card";
import { useApp } from "../app-context";
import { checkEmail } from "../credential-rules";
import { describeFailure } from "../failure-wording";
import { PageLink } from "../page-link";
import { useFirstField } from "../use-first-field";
import { useForm } from "../use-form";
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
  const { form, field, failure, isSending } = useForm({ email: checkEmail }, async ({ email }, refuse) => {
    try {
      // An address without an account is answered alike: this page must not tell who has one.
      await app.sendForgotPasswordEmail(email.trim());
      onSent();
    } catch (error) {
      refuse.form(describeFailure(error));
    }
  });
  useFirstField(form.ref);

  return (
    <div className="flex flex-col gap-7">
      <PageHeading title="Forgot your password?">
        We send you a link to choose a new one. Remembered it? <PageLink page="signIn">Sign in</PageLink>
      </PageHeading>
      <form {...form} className="flex flex-col gap-5">
        {failure && <Alert tone="danger">{failure}</Alert>}
        <TextField label="Email" type="email" autoComplete="username" inputMode="email" {...field("email")} />
        <Button type="submit" isPending={isSending}>
          Send reset link
        </Button>
      </form>
    </div>
  );
}

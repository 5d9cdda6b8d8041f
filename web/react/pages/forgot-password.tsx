import { useState } from "react";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { MessageCard } from "../../ui/message-card";
import { TextField } from "../../ui/text-field";
import { PageLink } from "../components/page-link";
import { describeFailure } from "../errors/describe-failure";
import { checkEmail } from "../forms/credential-rules";
import { useForm } from "../forms/use-form";
import { useApp } from "../hooks/use-app";
import { useFirstField } from "../hooks/use-first-field-focus";
import { useUser } from "../hooks/use-user";
import { AlreadySignedIn } from "./parts/already-signed-in";
import { PageHeading } from "./parts/page-heading";

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

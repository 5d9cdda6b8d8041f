import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { isKnownError } from "../../kit/errors/known-error";
import { useTranslation } from "../../ui/translation/use-translation";
import { PageLink } from "../components/page-link";
import { checkEmail } from "../forms/credential-rules";
import { EmailField } from "../forms/email-field";
import { Form, fieldOf, SubmitButton } from "../forms/form";
import { TypedEmailContext, useTypedEmail } from "../forms/suggested-credentials";
import { useFormMutation } from "../forms/use-form-mutation";
import { useApp } from "../hooks/use-app";
import { useUser } from "../hooks/use-user";
import { AlreadySignedIn, FormPage, PageHeading } from "./parts/auth-page";
import { HomeCard } from "./parts/home-card";

/** Sends a link that resets a forgotten password. */
export function ForgotPassword() {
  const t = useTranslation();
  const user = useUser();
  const [isSent, setIsSent] = useState(false);

  if (user) return <AlreadySignedIn user={user} />;
  if (isSent) {
    return (
      <HomeCard title={t("Check your inbox")}>
        <p>{t("If there is an account with this email address, a link to reset its password is on its way.")}</p>
        <p>{t("Nothing there after a few minutes? Please check the spam folder.")}</p>
      </HomeCard>
    );
  }
  return <ForgotPasswordForm onSent={() => setIsSent(true)} />;
}

function ForgotPasswordForm({ onSent }: { onSent: () => void }) {
  const t = useTranslation();
  const app = useApp();
  const typedEmail = useRef<string>(undefined);
  const form = useForm<{ email: string }>({ defaultValues: { email: useTypedEmail() } });
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationFn: async ({ email }) => {
      const result = await app.sendForgotPasswordEmail(email);
      // The result of an address without an account is ignored: the page must not reveal who has one.
      if (result.status === "error" && isKnownError(result.error, "SCHEMA_ERROR")) throw result.error;
      onSent();
    },
  });

  return (
    <FormPage>
      <PageHeading title={t("Forgot your password?")}>
        {t.rich("We send you a link to choose a new one. Remembered it? <signIn>Sign in</signIn>", {
          signIn: (text) => <PageLink page="signIn">{text}</PageLink>,
        })}
      </PageHeading>
      <Form onSubmit={onSubmit} failure={failure}>
        <TypedEmailContext value={typedEmail}>
          <EmailField {...fieldOf(form, "email", { validate: checkEmail(t) })} />
        </TypedEmailContext>
        <SubmitButton isPending={isPending}>{t("Send reset link")}</SubmitButton>
      </Form>
    </FormPage>
  );
}

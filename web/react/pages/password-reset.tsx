import { use, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { Result } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { Button } from "../../ui/buttons/button";
import { TextField } from "../../ui/forms/text-field";
import { MessageCard } from "../../ui/layout/message-card";
import { useTranslation } from "../../ui/translation/use-translation";
import { SearchParamsContext } from "../components/page-link";
import { hasReturnTarget } from "../components/return-target";
import { knownErrorText } from "../errors/describe-failure";
import { checkNewPassword } from "../forms/credential-rules";
import { Form, fieldOf } from "../forms/form";
import { NewPasswordField, usePasswordLength } from "../forms/new-password-field";
import { suggestEmail, suggestPassword } from "../forms/suggested-credentials";
import { useFormMutation } from "../forms/use-form-mutation";
import { useFirstFieldFocus } from "../hooks/page-hooks";
import { useApp } from "../hooks/use-app";
import { passwordResetCodeOptions } from "../queries/code-queries";
import { useSuspenseQuery } from "../queries/query-hooks";
import { PageHeading } from "./parts/auth-page";
import { codeError, codeParameter, type Refusal, RefusedLink } from "./parts/emailed-link";
import { redirectAfterAuth } from "./parts/redirecting";

/** Replaces a password with the code of an email, which is checked before the form is shown. */
export function PasswordReset({ searchParams }: { searchParams: URLSearchParams }) {
  const code = codeParameter(searchParams);
  return code ? <CheckedPasswordReset code={code} /> : <InvalidResetLink reason="invalid" />;
}

function CheckedPasswordReset({ code }: { code: string }) {
  const t = useTranslation();
  const app = useApp();
  const { data: check } = useSuspenseQuery(passwordResetCodeOptions(app, code));
  const searchParams = use(SearchParamsContext);
  const [reset, setReset] = useState<Result<{ isSignedIn: boolean }>>();

  if (reset?.status === "ok" && reset.data.isSignedIn) {
    return (
      <MessageCard
        title={t("Your password is changed")}
        primaryButtonText={t("Continue")}
        primaryAction={() => redirectAfterAuth(app, "afterSignIn")}
      >
        <p>{t("You are signed in with your new password, and signed out everywhere else.")}</p>
      </MessageCard>
    );
  }
  if (reset?.status === "ok") {
    return (
      <MessageCard
        title={t("Your password is changed")}
        primaryButtonText={t("Sign in")}
        primaryAction={() => app.redirectToSignIn({ noRedirectBack: !hasReturnTarget(searchParams) })}
      >
        <p>{t("You can now sign in with your new password.")}</p>
      </MessageCard>
    );
  }
  const refused = reset ?? check;
  if (refused.status === "error") return <InvalidResetLink reason={codeError(refused.error) ?? "refused"} />;
  if (check.status === "error") return null;
  return <PasswordResetForm code={code} email={check.data.recipientEmail} onReset={setReset} />;
}

type NewPassword = { password: string };

function PasswordResetForm({
  code,
  email,
  onReset,
}: {
  code: string;
  email: string;
  onReset: (result: Result<{ isSignedIn: boolean }>) => void;
}) {
  const t = useTranslation();
  const app = useApp();
  const passwordLength = usePasswordLength();
  const form = useForm<NewPassword>();
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationFn: async ({ password }) => {
      const result = await app.resetPassword({ password, code });
      if (result.status === "error" && isKnownError(result.error, "PASSWORD_REQUIREMENTS_NOT_MET")) throw result.error;
      if (result.status === "error") return onReset(result);
      suggestPassword();
      suggestEmail(email);
      // With a second factor, the browser goes on to its page.
      const signedIn = await app.signInWithCredential({ email, password, noRedirect: true }).catch(() => undefined);
      onReset({ status: "ok", data: { isSignedIn: signedIn?.status === "ok" } });
    },
    explain: (error) =>
      isKnownError(error, "PASSWORD_REQUIREMENTS_NOT_MET")
        ? { field: "password", message: knownErrorText(error, t) }
        : undefined,
  });
  const content = useRef<HTMLDivElement>(null);
  useFirstFieldFocus(content);

  return (
    <div ref={content} className="flex flex-col gap-7">
      <PageHeading title={t("Choose a new password")}>{t("You will be signed out everywhere else.")}</PageHeading>
      <Form onSubmit={onSubmit} failure={failure}>
        {/* Password managers keep the new password with it, and its reader sees whose account it is. */}
        <TextField label={t("Email")} type="email" name="email" autoComplete="username" readOnly value={email} />
        <NewPasswordField
          label={t("New password")}
          words={() => [email]}
          {...fieldOf(form, "password", { validate: checkNewPassword(t, passwordLength) })}
        />
        <Button type="submit" isPending={isPending} className="mt-1">
          {t("Change password")}
        </Button>
      </Form>
    </div>
  );
}

const refusals: Record<NonNullable<ReturnType<typeof codeError>> | "refused", Refusal> = {
  invalid: {
    title: "This reset link is not valid",
    text: "Please check that you opened the whole link from the email, or ask for a new one.",
  },
  expired: {
    title: "This reset link has expired",
    text: "Reset links only work for a short time. Ask for a new one to choose a password.",
  },
  used: {
    title: "This reset link was already used",
    text: "Each link works once. If you need to change your password again, ask for a new one.",
  },
  refused: {
    title: "Your password could not be changed",
    text: "Please ask for a new reset link and try again.",
  },
};

function InvalidResetLink({ reason }: { reason: keyof typeof refusals }) {
  const app = useApp();
  return <RefusedLink {...refusals[reason]} onRequestNew={() => app.redirectToForgotPassword()} />;
}

import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { GatehouseClientApp } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { MessageCard } from "../../ui/message-card";
import { PasswordField } from "../../ui/text-field";
import { useApp } from "../app-context";
import { checkNewPassword, checkRepeatedPassword, passwordLength } from "../credential-rules";
import { describeFailure } from "../failure-wording";
import { mailedCode } from "../mailed-code";
import { useFirstField } from "../use-first-field";
import { useForm } from "../use-form";
import { BrokenLink } from "./broken-link";
import { PageHeading } from "./page-heading";

/** Replaces a password with the code of a reset mail. The code is looked at before anything is asked. */
export function PasswordReset({ searchParams }: { searchParams: URLSearchParams }) {
  const code = mailedCode(searchParams);
  return code ? <CheckedPasswordReset code={code} /> : <BrokenResetLink reason="invalid" />;
}

/** Whether a code can still be used. An error among the known ones is an answer; others are thrown. */
function resetCodeOptions(app: GatehouseClientApp, code: string) {
  return queryOptions({
    queryKey: ["gatehouse", app.projectId, "password-reset-code", code],
    queryFn: () => app.verifyPasswordResetCode(code),
  });
}

function CheckedPasswordReset({ code }: { code: string }) {
  const app = useApp();
  const { data: check } = useSuspenseQuery(resetCodeOptions(app, code));
  const [outcome, setOutcome] = useState<"done" | { error: unknown }>();

  if (outcome === "done") {
    return (
      <MessageCard
        title="Your password is changed"
        primaryButtonText="Sign in"
        primaryAction={() => app.redirectToSignIn({ noRedirectBack: true })}
      >
        <p>You can now sign in with your new password.</p>
      </MessageCard>
    );
  }
  if (outcome) return <BrokenResetLink reason={reasonOf(outcome.error)} />;
  if (check.status === "error") return <BrokenResetLink reason={reasonOf(check.error)} />;
  return (
    <PasswordResetForm code={code} onDone={() => setOutcome("done")} onRefused={(error) => setOutcome({ error })} />
  );
}

function PasswordResetForm({
  code,
  onDone,
  onRefused,
}: {
  code: string;
  onDone: () => void;
  onRefused: (error: unknown) => void;
}) {
  const app = useApp();
  const { form, field, failure, isSending } = useForm(
    { password: checkNewPassword, repeated: checkRepeatedPassword },
    async ({ password }, refuse) => {
      try {
        const result = await app.resetPassword({ password, code });
        if (result.status === "ok") onDone();
        else onRefused(result.error);
      } catch (error) {
        if (isKnownError(error, "PASSWORD_REQUIREMENTS_NOT_MET")) refuse.field("password", error.message);
        else refuse.form(describeFailure(error));
      }
    },
  );
  useFirstField(form.ref);

  return (
    <div className="flex flex-col gap-7">
      <PageHeading title="Choose a new password">You will be signed out everywhere else.</PageHeading>
      <form {...form} className="flex flex-col gap-5">
        {failure && <Alert tone="danger">{failure}</Alert>}
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={`At least ${passwordLength.min} characters.`}
          {...field("password")}
        />
        <PasswordField label="Repeat new password" autoComplete="new-password" {...field("repeated")} />
        <Button type="submit" isPending={isSending} className="mt-1">
          Change password
        </Button>
      </form>
    </div>
  );
}

type BrokenReason = "invalid" | "expired" | "used" | "refused";

function reasonOf(error: unknown): BrokenReason {
  if (isKnownError(error, "VERIFICATION_CODE_NOT_FOUND")) return "invalid";
  if (isKnownError(error, "VERIFICATION_CODE_EXPIRED")) return "expired";
  if (isKnownError(error, "VERIFICATION_CODE_ALREADY_USED")) return "used";
  return "refused";
}

const brokenWording: Record<BrokenReason, { title: string; text: string }> = {
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

function BrokenResetLink({ reason }: { reason: BrokenReason }) {
  const app = useApp();
  return <BrokenLink {...brokenWording[reason]} onAskAgain={() => app.redirectToForgotPassword()} />;
}

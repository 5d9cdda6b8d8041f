import type { Result } from "../../kit";
import { MessageCard } from "../../ui/layout/message-card";
import { useTranslation } from "../../ui/translation/use-translation";
import { useApp } from "../hooks/use-app";
import { useGoHome } from "../hooks/use-go-home";
import { useMutation } from "../queries/query-hooks";
import { codeError } from "./parts/code-error";
import { codeParameter } from "./parts/code-parameter";

/** Verifies an email address with the code of an email, but only on a click: mail scanners open links too. */
export function EmailVerification({ searchParams }: { searchParams: URLSearchParams }) {
  const t = useTranslation();
  const app = useApp();
  const code = codeParameter(searchParams);
  const verify = useMutation({ mutationFn: (code: string) => app.verifyEmail(code) });
  const outcome = verify.data && outcomeOf(verify.data);
  const goHome = useGoHome();

  if (!code || outcome === "invalid") {
    return (
      <MessageCard
        key="invalid"
        title={t("This verification link is not valid")}
        primaryButtonText={t("Go home")}
        primaryAction={goHome}
      >
        <p>{t("Please check that you opened the whole link from the email. If it still fails, contact support.")}</p>
      </MessageCard>
    );
  }
  switch (outcome) {
    case "expired":
      return (
        <MessageCard
          key={outcome}
          title={t("This verification link has expired")}
          primaryButtonText={t("Go home")}
          primaryAction={goHome}
        >
          <p>{t("Ask for a new verification email in your account settings.")}</p>
        </MessageCard>
      );
    case "verified":
      return (
        <MessageCard
          key={outcome}
          title={t("Your email is verified")}
          primaryButtonText={t("Go home")}
          primaryAction={goHome}
        >
          <p>{t("Thank you. You can close this page.")}</p>
        </MessageCard>
      );
    case undefined:
      return (
        <MessageCard
          key="ask"
          title={t("Verify your email?")}
          primaryButtonText={t("Verify")}
          primaryAction={() => verify.mutateAsync(code)}
          secondaryButtonText={t("Cancel")}
          secondaryAction={goHome}
        >
          <p>{t("Press the button to confirm that this email address is yours.")}</p>
        </MessageCard>
      );
  }
}

/** A link that was used before has verified the address, which is no error to the user. */
function outcomeOf(result: Result<undefined>): "verified" | "expired" | "invalid" {
  if (result.status === "ok") return "verified";
  const reason = codeError(result.error) ?? "invalid";
  return reason === "used" ? "verified" : reason;
}

import { Fact, Facts } from "../../ui/layout/facts";
import { MessageCard } from "../../ui/layout/message-card";
import { dateText } from "../../ui/text/date-text";
import { Name } from "../../ui/text/name";
import { useTranslation } from "../../ui/translation/use-translation";
import { useGoHome } from "../hooks/page-hooks";
import { useApp } from "../hooks/use-app";
import { emailVerificationOptions } from "../queries/code-queries";
import { useMutation, useSuspenseQuery } from "../queries/query-hooks";
import { codeError, codeParameter, type Refusal, RefusedLink } from "./parts/emailed-link";
import { HomeCard } from "./parts/home-card";

/**
 * Verifies an email address with the code of an email, but only on a click. Email scanners open links too, and the reader may not
 * be who created the account.
 */
export function EmailVerification({ searchParams }: { searchParams: URLSearchParams }) {
  const code = codeParameter(searchParams);
  return code ? <CheckedVerification code={code} /> : <Refused reason="invalid" />;
}

function CheckedVerification({ code }: { code: string }) {
  const t = useTranslation();
  const app = useApp();
  const { data: preview } = useSuspenseQuery(emailVerificationOptions(app, code));
  const verify = useMutation({ mutationFn: (code: string) => app.verifyEmail(code) });
  const goHome = useGoHome();

  if (verify.data?.status === "ok") return <Verified />;
  if (verify.data) return <Refused reason={codeError(verify.data.error) ?? "invalid"} />;
  if (preview.status === "error") return <Refused reason={codeError(preview.error) ?? "invalid"} />;
  const { recipientEmail, userDisplayName, userSignedUpAt } = preview.data;
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
      <Facts label={t("Account")}>
        <Fact name={t("Email")}>{recipientEmail}</Fact>
        <Fact name={t("Name")}>{userDisplayName ? <Name>{userDisplayName}</Name> : t("Without a name")}</Fact>
        <Fact name={t("Created")}>{dateText(userSignedUpAt, t)}</Fact>
      </Facts>
      <p>{t("If you did not create this account, do not verify it: another person has entered your address.")}</p>
    </MessageCard>
  );
}

function Verified() {
  const t = useTranslation();
  return (
    <HomeCard key="verified" title={t("Your email is verified")}>
      <p>{t("Thank you. You can close this page.")}</p>
    </HomeCard>
  );
}

const refusals: Record<"invalid" | "expired", Refusal> = {
  invalid: {
    title: "This verification link is not valid",
    text: "Please check that you opened the whole link from the email. If it still fails, contact support.",
  },
  expired: {
    title: "This verification link has expired",
    text: "Ask for a new verification email in your account settings.",
  },
};

/** A link that was used before has verified the address, which is no error to the user. */
function Refused({ reason }: { reason: keyof typeof refusals | "used" }) {
  return reason === "used" ? <Verified /> : <RefusedLink key={reason} {...refusals[reason]} />;
}

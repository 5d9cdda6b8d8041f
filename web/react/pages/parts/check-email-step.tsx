import { isKnownError } from "../../../kit/errors/known-error";
import { Button } from "../../../ui/buttons/button";
import { Alert } from "../../../ui/feedback/alert";
import type { Translate } from "../../../ui/translation/translate";
import { useTranslation } from "../../../ui/translation/use-translation";
import { CodeEntry } from "../../components/code-entry";
import { describeFailure } from "../../errors/describe-failure";
import { dataOrThrow, settled } from "../../errors/outcomes";
import { normalEmailedCode } from "../../forms/credential-rules";
import { describeSendFailure, useSendMagicLink } from "../../forms/magic-link-form";
import { forgetSentCode, keepSentCode, type SentMagicLink } from "../../forms/suggested-credentials";
import { useSecondsUntil } from "../../hooks/page-hooks";
import { useApp } from "../../hooks/use-app";
import { usePageTitle } from "../../hooks/use-page-title";
import { keys } from "../../queries/keys";
import { useMutation } from "../../queries/query-hooks";
import { PageHeading } from "./auth-page";

/** Emails take some seconds, and only the code of the newest one counts. */
const resendMillis = 30_000;

type CheckEmailStepProps = {
  sent: SentMagicLink;
  /** Another email was sent. */
  onSent: (sent: SentMagicLink) => void;
  /** Back to the form that takes the address. */
  onBack: () => void;
  /** To another way to sign in: the account may have no codes, which its email says. */
  onOtherMethod?: () => void;
};

/** Takes the code of the email that was sent. */
export function CheckEmailStep({ sent, onSent, onBack, onOtherMethod }: CheckEmailStepProps) {
  const t = useTranslation();
  const app = useApp();
  const title = t("Check your email");
  usePageTitle(title);
  const send = useSendMagicLink();
  const signIn = useMutation({
    mutationKey: keys.authentication,
    mutationFn: (typed: string) => dataOrThrow(app.signInWithMagicLink(typed + sent.nonce)),
    onMutate: (): void => {
      // Not once it has succeeded, when the page is left: whoever comes back signs in anew.
      forgetSentCode();
      sendAgain.reset();
    },
    onError: () => keepSentCode(sent),
  });
  const sendAgain = useMutation({
    mutationFn: () => send(sent.email),
    onMutate: (): void => signIn.reset(),
    onSuccess: onSent,
  });
  const seconds = useSecondsUntil(sent.at + resendMillis);
  const codeError = signIn.error ? describeCodeError(signIn.error, t) : undefined;

  return (
    <>
      <PageHeading title={title}>
        {t.rich("We sent an email to {email}. Enter its code, or open its link.", {
          email: <strong className="font-medium wrap-break-word text-ink">{sent.email}</strong>,
        })}
      </PageHeading>
      <div className="flex flex-col gap-5">
        {signIn.error && !codeError && <Alert tone="danger">{describeFailure(signIn.error, t)}</Alert>}
        {sendAgain.error && <Alert tone="danger">{describeSendFailure(sendAgain.error, t)}</Alert>}
        {sendAgain.isSuccess && <Alert tone="success">{t("A new code is on its way. Use the newest one.")}</Alert>}
        {/* A new email has a new code, so the field starts empty. */}
        <CodeEntry
          key={sent.nonce}
          label={t("Code from the email")}
          inputMode="text"
          autoCapitalize="characters"
          normalize={normalEmailedCode}
          mutation={signIn}
          error={codeError}
        />
        <div className="flex flex-col gap-2">
          <Button variant="secondary" disabled={seconds > 0} onClick={() => settled(sendAgain.mutateAsync())}>
            {seconds > 0 ? t("Send a new code in {seconds} s", { seconds }) : t("Send a new code")}
          </Button>
          <Button variant="ghost" onClick={onBack}>
            {t("Use another email address")}
          </Button>
          {onOtherMethod && (
            <Button variant="ghost" onClick={onOtherMethod}>
              {t("Sign in another way")}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

/** Returns what is wrong with the code; undefined for errors that are not about it. */
function describeCodeError(error: unknown, t: Translate): string | undefined {
  if (isKnownError(error, "VERIFICATION_CODE_EXPIRED")) return t("This code has expired. Send a new one.");
  if (isKnownError(error, "VERIFICATION_CODE_ALREADY_USED")) return t("This code was already used. Send a new one.");
  if (isKnownError(error, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED")) return t("Too many tries. Send a new code.");
  if (isKnownError(error, "VERIFICATION_ERROR") || isKnownError(error, "INVALID_TOTP_CODE")) {
    return t("This code is not right. Check the email and try again.");
  }
  return undefined;
}

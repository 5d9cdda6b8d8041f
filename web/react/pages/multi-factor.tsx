import { type ReactNode, use, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type { GatehouseClientApp, RedirectOptions } from "../../kit";
import { mfaAttemptCodeKey } from "../../kit/connection/urls";
import { isKnownError } from "../../kit/errors/known-error";
import { RequestError } from "../../kit/errors/request-error";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { TextField } from "../../ui/forms/text-field";
import { Name } from "../../ui/text/name";
import type { PlainMessage } from "../../ui/translation/message";
import type { Translate } from "../../ui/translation/translate";
import { useTranslation } from "../../ui/translation/use-translation";
import { CodeEntry } from "../components/code-entry";
import { PageLink, SearchParamsContext } from "../components/page-link";
import { hasReturnTarget } from "../components/return-target";
import { describeFailure } from "../errors/describe-failure";
import { dataOrThrow } from "../errors/outcomes";
import { Form, fieldOf } from "../forms/form";
import { type FormFailure, useFormMutation } from "../forms/use-form-mutation";
import { useApp } from "../hooks/use-app";
import { useProject } from "../hooks/use-project";
import { useMutation } from "../queries/query-hooks";
import { PageHeading } from "./parts/auth-page";
import { Redirecting, redirectAfterAuth } from "./parts/redirecting";

export type MultiFactorProps = {
  /** Called in place of the redirect that follows a sign-in. */
  onSuccess?: () => void;
  /** Called in place of the redirect to the sign-in page. */
  onCancel?: () => void;
};

type Finish = GatehouseClientApp["signInWithMfa"];

/**
 * The second step of a sign-in: six digits from an authenticator app, or a recovery code. Where no sign-in waits for it,
 * it leads to the sign-in page.
 */
export function MultiFactor(props: MultiFactorProps) {
  const [attemptCode, setAttemptCode] = useState<string | null>(null);
  const backToSignIn = useBackToSignIn();
  // Once, and in the browser: a server that renders the page has no storage, and the code goes when the sign-in is done.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const stored = sessionStorage.getItem(mfaAttemptCodeKey);
    if (stored) setAttemptCode(stored);
    else backToSignIn({ replace: true }).catch(reportError);
  }, []);

  if (!attemptCode) return <Redirecting />;
  return <SecondFactor attemptCode={attemptCode} backToSignIn={backToSignIn} {...props} />;
}

/** Leads to the sign-in page, which returns to the page's return target, and never to this page itself. */
function useBackToSignIn() {
  const app = useApp();
  const searchParams = use(SearchParamsContext);
  return (options?: RedirectOptions) =>
    app.redirectToSignIn({ ...options, noRedirectBack: !hasReturnTarget(searchParams) });
}

function SecondFactor({
  attemptCode,
  backToSignIn,
  onSuccess,
  onCancel,
}: MultiFactorProps & { attemptCode: string; backToSignIn: () => Promise<void> }) {
  const t = useTranslation();
  const app = useApp();
  const [way, setWay] = useState<"app" | "recovery" | "none">("app");

  async function finish(send: Finish, typed: string): Promise<void> {
    await dataOrThrow(send.call(app, typed, attemptCode, { noRedirect: true }));
    sessionStorage.removeItem(mfaAttemptCodeKey);
    if (onSuccess) onSuccess();
    else redirectAfterAuth(app, "afterSignIn").catch(reportError);
  }

  async function cancel(): Promise<void> {
    sessionStorage.removeItem(mfaAttemptCodeKey);
    if (onCancel) onCancel();
    else await backToSignIn();
  }

  return (
    <div className="flex flex-col gap-7">
      <PageHeading title={t("Two-step verification")}>{t(instructions[way])}</PageHeading>
      {way === "app" && <AppCode onSubmit={(typed) => finish(app.signInWithMfa, typed)} />}
      {way === "recovery" && (
        <RecoveryCodeForm
          onSubmit={(typed) => finish(app.signInWithRecoveryCode, typed)}
          explain={(error) => ({ message: describeError(error, t) })}
        />
      )}
      {way === "none" && <LostBoth />}
      <div className="flex flex-col gap-2">
        {way !== "app" && (
          <Button variant="ghost" onClick={() => setWay("app")}>
            {t("Use your authenticator app")}
          </Button>
        )}
        {way !== "recovery" && (
          <Button variant="ghost" onClick={() => setWay("recovery")}>
            {t("Use a recovery code")}
          </Button>
        )}
        {way === "recovery" && (
          <Button variant="ghost" onClick={() => setWay("none")}>
            {t("I have neither")}
          </Button>
        )}
        <Button variant="secondary" onClick={cancel}>
          {t("Cancel")}
        </Button>
      </div>
    </div>
  );
}

const instructions = {
  app: "Enter the six-digit code from your authenticator app.",
  recovery: "Enter one of the codes that you saved when you set up two-step verification. Each works once.",
  none: "You have lost your authenticator app and your recovery codes.",
} satisfies Record<string, PlainMessage>;

function AppCode({ onSubmit }: { onSubmit: (typed: string) => Promise<void> }) {
  const t = useTranslation();
  const signIn = useMutation({ mutationFn: onSubmit });
  const isWrongCode = isKnownError(signIn.error, "INVALID_TOTP_CODE");
  return (
    <>
      {signIn.error && !isWrongCode && <Alert tone="danger">{describeError(signIn.error, t)}</Alert>}
      <CodeEntry
        label={t("Code")}
        pattern="[0-9]*"
        mutation={signIn}
        error={isWrongCode ? t("This code is not right. Wait for the next one, and try again.") : undefined}
      />
    </>
  );
}

/** Says what is left to users with neither: nothing that an attacker with their password could do as well. */
function LostBoth() {
  const t = useTranslation();
  const { displayName } = useProject();
  return (
    <div className="flex flex-col gap-3 text-sm text-ink-soft">
      <p>
        {t.rich(
          "Look for the codes where you keep important papers, in your password manager, and among your downloads. If you have a passkey, <signIn>sign in with it</signIn>.",
          {
            signIn: (text) => <PageLink page="signIn">{text}</PageLink>,
          },
        )}
      </p>
      <p>
        {t.rich(
          "Otherwise, ask the people who run {project} to switch two-step verification off for your account. They have to make sure first that it is yours, so that no one else can take this way.",
          {
            project: <Name>{displayName}</Name>,
          },
        )}
      </p>
    </div>
  );
}

function describeError(error: unknown, t: Translate): ReactNode {
  if (!isKnownError(error, "VERIFICATION_ERROR")) return describeFailure(error, t);
  return t.rich(
    "This sign-in cannot be continued: it is too old, or was started somewhere else. <signIn>Sign in again</signIn>",
    {
      signIn: (text) => <PageLink page="signIn">{text}</PageLink>,
    },
  );
}

type Values = { code: string };

/** Takes one of the codes that were saved when two-step verification was set up. */
function RecoveryCodeForm({
  onSubmit,
  explain,
}: {
  onSubmit: (code: string) => Promise<unknown>;
  /** Explains what is not about the code. */
  explain: (error: unknown) => FormFailure<Values> | undefined;
}) {
  const t = useTranslation();
  const form = useForm<Values>({ defaultValues: { code: "" } });
  const mutation = useFormMutation(form, {
    mutationFn: ({ code }) => onSubmit(code.trim()),
    explain: (error) =>
      error instanceof RequestError && error.status === 400
        ? { field: "code", message: t("This code is not right, or was used before.") }
        : explain(error),
  });
  return (
    <Form onSubmit={mutation.onSubmit} failure={mutation.failure}>
      <TextField
        // Shown in place of the other field, which had the focus.
        autoFocus
        label={t("Recovery code")}
        placeholder="xxxx-xxxx-xxxx-xxxx"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        dir="ltr"
        className="font-mono"
        {...fieldOf(form, "code", { validate: (code) => code.trim() !== "" || t("Enter one of your recovery codes.") })}
      />
      <Button type="submit" isPending={mutation.isPending}>
        {t("Continue")}
      </Button>
    </Form>
  );
}

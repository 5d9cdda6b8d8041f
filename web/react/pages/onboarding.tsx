import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type { CurrentUser } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { MessageCard } from "../../ui/layout/message-card";
import { Name } from "../../ui/text/name";
import { useTranslation } from "../../ui/translation/use-translation";
import { describeFailure } from "../errors/describe-failure";
import { settled } from "../errors/outcomes";
import { checkEmail } from "../forms/credential-rules";
import { EmailField } from "../forms/email-field";
import { Form, fieldOf, SubmitButton } from "../forms/form";
import { useFormMutation } from "../forms/use-form-mutation";
import { useSecondsUntil } from "../hooks/page-hooks";
import { useApp } from "../hooks/use-app";
import { usePageTitle } from "../hooks/use-page-title";
import { useProject } from "../hooks/use-project";
import { useUser } from "../hooks/use-user";
import { userOptions } from "../queries/queries";
import { useMutation, useQuery } from "../queries/query-hooks";
import { FormPage, PageHeading } from "./parts/auth-page";
import { SupportLink } from "./parts/project-links";
import { Redirecting, redirectAfterAuth } from "./parts/redirecting";

/** Leads a restricted user through what is missing, and then to where a sign-in leads. */
export function Onboarding() {
  const app = useApp();
  const user = useUser({ or: "redirect", includeRestricted: true });
  const isDone = !user.isRestricted;
  useEffect(() => {
    if (isDone) redirectAfterAuth(app, "afterSignIn").catch(reportError);
  }, [app, isDone]);
  return isDone ? <Redirecting /> : <OnboardingStep user={user} />;
}

/** What a restricted user has to do, or can read. */
export function OnboardingStep({ user }: { user: CurrentUser }) {
  const [isCorrecting, correct] = useState(false);
  if (user.restrictedReason?.type !== "email_not_verified") return <Restricted user={user} />;
  return (
    <FormPage>
      {user.primaryEmail === null || isCorrecting ? (
        <AddressStep email={user.primaryEmail} onDone={() => correct(false)} />
      ) : (
        <VerifyStep user={user} email={user.primaryEmail} onCorrect={() => correct(true)} />
      )}
      <SignOutButton user={user} />
    </FormPage>
  );
}

/** Sends the email that verifies the user's primary address. */
function useSendVerification() {
  const app = useApp();
  return async () => {
    const user = await app.getUser({ or: "throw", includeRestricted: true });
    const error = await user.sendVerificationEmail();
    if (error) throw error;
  };
}

/** Emails take some seconds. */
const resendMillis = 30_000;

function VerifyStep({ user, email, onCorrect }: { user: CurrentUser; email: string; onCorrect: () => void }) {
  const t = useTranslation();
  const app = useApp();
  usePageTitle(t("Verify your email"));
  const { refetch } = useQuery(userOptions(app));
  const [sentAt, setSentAt] = useState(0);
  const seconds = useSecondsUntil(sentAt + resendMillis);
  const sendVerification = useSendVerification();
  const send = useMutation({
    mutationFn: sendVerification,
    onMutate: (): void => check.reset(),
    onSuccess: () => setSentAt(Date.now()),
    onError: (error) => {
      if (isKnownError(error, "EMAIL_ALREADY_VERIFIED")) refetch();
    },
  });
  const check = useMutation({
    mutationFn: async () => (await refetch({ throwOnError: true })).data?.isRestricted ?? true,
    onMutate: (): void => send.reset(),
  });

  // The link is mostly followed in another tab.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") refetch();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [refetch]);

  const error = send.error ?? check.error;
  return (
    <>
      <PageHeading title={t("Verify your email")}>
        {t.rich("To go on, show that {email} is yours: open the link that we sent there, or have a new one sent.", {
          email: <strong className="font-medium wrap-break-word text-ink">{email}</strong>,
        })}
      </PageHeading>
      <div className="flex flex-col gap-2">
        {error && <Alert tone="danger">{describeFailure(error, t)}</Alert>}
        {send.isSuccess && <Alert tone="success">{t("A link is on its way to {email}.", { email })}</Alert>}
        {check.data === true && user.isRestricted && (
          <Alert tone="danger">{t("This email is not verified yet. Open the link in it first.")}</Alert>
        )}
        <Button isPending={check.isPending} onClick={() => settled(check.mutateAsync())}>
          {t("Continue")}
        </Button>
        <Button
          variant="secondary"
          isPending={send.isPending}
          disabled={seconds > 0}
          onClick={() => settled(send.mutateAsync())}
        >
          {t("Send a new link")}
        </Button>
        <Button variant="ghost" onClick={onCorrect}>
          {t("Use another email address")}
        </Button>
      </div>
    </>
  );
}

/** Takes the first address of a user, or a correction of it. */
function AddressStep({ email, onDone }: { email: string | null; onDone: () => void }) {
  const t = useTranslation();
  const app = useApp();
  const sendVerification = useSendVerification();
  const form = useForm<{ email: string }>({ defaultValues: { email: email ?? "" } });
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationFn: async (values) => {
      const typed = values.email.trim();
      const user = await app.getUser({ or: "throw", includeRestricted: true });
      if (typed.toLowerCase() !== user.primaryEmail) await user.update({ primaryEmail: typed });
      await sendVerification();
      onDone();
    },
    explain: (error) => ({ message: describeFailure(error, t), select: "email" }),
  });
  return (
    <>
      <PageHeading title={t("Verify your email")}>
        {t("We send a link there, to make sure that it is yours.")}
      </PageHeading>
      <Form onSubmit={onSubmit} failure={failure}>
        <EmailField autoComplete="email" {...fieldOf(form, "email", { validate: checkEmail(t) })} />
        <SubmitButton isPending={isPending}>{t("Send verification email")}</SubmitButton>
        {email !== null && (
          <Button variant="ghost" onClick={onDone}>
            {t("Cancel")}
          </Button>
        )}
      </Form>
    </>
  );
}

/** Is shown to whom an administrator keeps back. */
function Restricted({ user }: { user: CurrentUser }) {
  const t = useTranslation();
  const { displayName, config } = useProject();
  const title = t("Your account is restricted");
  usePageTitle(title);
  const { supportUrl } = config.appearance;
  return (
    <MessageCard title={title} primaryButtonText={t("Sign out")} primaryAction={() => user.signOut()}>
      {user.restrictedByAdminReason && <p className="text-ink">{user.restrictedByAdminReason}</p>}
      <p>
        {t.rich("Ask the people who run {project} if you do not know why.", { project: <Name>{displayName}</Name> })}
      </p>
      {supportUrl && (
        <p>
          <SupportLink url={supportUrl} />
        </p>
      )}
    </MessageCard>
  );
}

function SignOutButton({ user }: { user: CurrentUser }) {
  const t = useTranslation();
  const signOut = useMutation({ mutationFn: () => user.signOut() });
  return (
    <Button variant="ghost" isPending={signOut.isPending} onClick={() => settled(signOut.mutateAsync())}>
      {t("Sign out")}
    </Button>
  );
}

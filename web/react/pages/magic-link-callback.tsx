import { useSyncExternalStore } from "react";
import type { Result } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { isRequestedHere } from "../../kit/sign-in/kept-texts";
import { Alert } from "../../ui/feedback/alert";
import { MessageCard } from "../../ui/layout/message-card";
import { useTranslation } from "../../ui/translation/use-translation";
import { describeFailure } from "../errors/describe-failure";
import { useGoHome } from "../hooks/page-hooks";
import { useApp } from "../hooks/use-app";
import { useUser } from "../hooks/use-user";
import { magicLinkOptions } from "../queries/code-queries";
import { useMutation, useSuspenseQuery } from "../queries/query-hooks";
import { AlreadySignedIn } from "./parts/auth-page";
import { codeError, codeParameter, type Refusal, RefusedLink } from "./parts/emailed-link";
import { HomeCard } from "./parts/home-card";

/**
 * Signs in with an emailed link, but only on a click: email scanners open links too, and a link works once. It may be the link of
 * another person, who wants to have what is done here in their account.
 */
export function MagicLinkCallback({ searchParams }: { searchParams: URLSearchParams }) {
  const t = useTranslation();
  const app = useApp();
  const user = useUser();
  const code = codeParameter(searchParams);
  const signIn = useMutation({
    mutationFn: async (code: string): Promise<Result<undefined>> => {
      try {
        return await app.signInWithMagicLink(code);
      } catch (error) {
        // The sign-in succeeded, only its redirect failed: the kit does not trust every return target.
        if (await app.getUser()) return { status: "ok", data: undefined };
        if (isKnownError(error)) return { status: "error", error };
        throw error;
      }
    },
  });
  const goHome = useGoHome();

  if (user && !signIn.isPending && !signIn.isSuccess) return <AlreadySignedIn user={user} />;
  if (!code) return <InvalidMagicLink reason="invalid" />;
  switch (signIn.data?.status) {
    case undefined:
      return <Confirmation code={code} onConfirm={() => signIn.mutateAsync(code)} onCancel={goHome} />;
    case "ok":
      return (
        <HomeCard key="done" title={t("You are signed in")}>
          <p>{t("Welcome. You can continue now.")}</p>
        </HomeCard>
      );
    case "error":
      return <Refused error={signIn.data.error} />;
  }
}

function Confirmation({
  code,
  onConfirm,
  onCancel,
}: {
  code: string;
  onConfirm: () => unknown;
  onCancel: (() => unknown) | undefined;
}) {
  const t = useTranslation();
  const { data: preview } = useSuspenseQuery(magicLinkOptions(useApp(), code));
  // A server has no storage: its markup warns of nothing.
  const isKnown = useSyncExternalStore(
    () => () => undefined,
    () => isRequestedHere(window, code),
    () => true,
  );
  if (preview.status === "error") return <InvalidMagicLink reason={codeError(preview.error) ?? "invalid"} />;
  const email = <strong className="font-medium wrap-break-word text-ink">{preview.data.recipientEmail}</strong>;
  return (
    <MessageCard
      title={t("Sign in?")}
      primaryButtonText={t("Sign in")}
      primaryAction={onConfirm}
      secondaryButtonText={t("Cancel")}
      secondaryAction={onCancel}
    >
      <p>{t.rich("Press the button to sign in as {email}.", { email })}</p>
      {!isKnown && (
        <Alert tone="warning">
          {t(
            "This link was not requested in this browser. If you did not request it yourself, do not sign in: the account may be another person’s.",
          )}
        </Alert>
      )}
    </MessageCard>
  );
}

function Refused({ error }: { error: unknown }) {
  const t = useTranslation();
  const isAboutCode = isKnownError(error, "VERIFICATION_ERROR") || isKnownError(error, "INVALID_TOTP_CODE");
  if (isAboutCode) return <InvalidMagicLink reason={codeError(error) ?? "invalid"} />;
  return (
    <HomeCard title={t("You could not be signed in")}>
      <p>{describeFailure(error, t)}</p>
    </HomeCard>
  );
}

const refusals: Record<NonNullable<ReturnType<typeof codeError>>, Refusal> = {
  invalid: {
    title: "This sign-in link is not valid",
    text: "Please check that you opened the whole link from the email, or ask for a new one.",
  },
  expired: {
    title: "This sign-in link has expired",
    text: "Sign-in links only work for a while. Ask for a new one to sign in.",
  },
  used: {
    title: "This sign-in link was already used",
    text: "Each link works once. If you need to sign in again, ask for a new one.",
  },
};

function InvalidMagicLink({ reason }: { reason: keyof typeof refusals }) {
  const app = useApp();
  return <RefusedLink {...refusals[reason]} onRequestNew={() => app.redirectToSignIn()} />;
}

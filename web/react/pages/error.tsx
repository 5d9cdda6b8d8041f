import type { ReactNode } from "react";
import { isKnownErrorKind, type KnownErrorKind } from "../../kit/errors/known-error-codes";
import { MessageCard } from "../../ui/layout/message-card";
import type { PlainMessage } from "../../ui/translation/message";
import { useTranslation } from "../../ui/translation/use-translation";
import { useApp } from "../hooks/use-app";
import { useGoHome } from "../hooks/use-go-home";

/** Says what the errors mean that a sign-in with a provider can end in, beside those with a card of their own. */
const texts: Partial<Record<KnownErrorKind, PlainMessage>> = {
  USER_RESTRICTED: "Your account is restricted. Contact the owner of this app.",
  SIGN_UP_NOT_ENABLED: "This app does not take new accounts. Ask its owner for one.",
  REDIRECT_URL_NOT_WHITELISTED: "This website’s address is not set up for sign-in. Please tell its owner.",
  ACCESS_TOKEN_EXPIRED: "You were signed out in the meantime. Please sign in and try again.",
};

/** Explains the error that redirected here, by the code in the query. */
export function ErrorPage({ searchParams }: { searchParams: URLSearchParams }) {
  const t = useTranslation();
  const errorCode = pageErrorCode(searchParams);
  const goHome = useGoHome();

  switch (errorCode) {
    case undefined:
      return (
        <HomeCard title={t("Something went wrong")} onHome={goHome}>
          <p>{t("Please try again. If it keeps happening, contact support.")}</p>
        </HomeCard>
      );
    case "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER":
      return (
        <HomeCard title={t("The account could not be connected")} onHome={goHome}>
          <p>{t("It is already connected to another user. Please choose a different account.")}</p>
        </HomeCard>
      );
    case "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION":
      return (
        <HomeCard title={t("The account could not be connected")} onHome={goHome}>
          <p>{t("You have already connected another account of this provider. Did you choose the right one there?")}</p>
        </HomeCard>
      );
    case "OAUTH_PROVIDER_ACCESS_DENIED":
      return (
        <SignInCard title={t("The sign-in was cancelled")} searchParams={searchParams}>
          <p>{t("You or the provider stopped it. Please try again.")}</p>
        </SignInCard>
      );
    case "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED":
      return (
        <SignInCard
          title={t("This provider cannot be used here")}
          button={t("Sign in another way")}
          searchParams={searchParams}
        >
          <p>{t("The app does not take sign-ins with it, or not any more. Please choose another way.")}</p>
        </SignInCard>
      );
    // Of a website that could not redeem what hosted pages sent it back with.
    case "INVALID_AUTHORIZATION_CODE":
      return (
        <SignInCard title={t("This sign-in is no longer valid")} searchParams={searchParams}>
          <p>{t("It was finished before, took too long, or was started in another browser. Please sign in again.")}</p>
        </SignInCard>
      );
    case "OUTER_OAUTH_TIMEOUT":
      return (
        <SignInCard title={t("The sign-in took too long")} searchParams={searchParams}>
          <p>{t("For your safety it ends after some minutes. Please try again.")}</p>
        </SignInCard>
      );
    case "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE":
      return (
        <SignInCard title={t("This email already has an account")} button={t("Sign in")} searchParams={searchParams}>
          <p>{t("Please sign in with the method that you created it with.")}</p>
        </SignInCard>
      );
    default:
      return (
        <HomeCard title={t("An error occurred")} onHome={goHome}>
          <p>{t(texts[errorCode] ?? "Please try again. If it keeps happening, contact support and give this code.")}</p>
          <p>{t.rich("Error code: {code}", { code: <code className="font-mono text-ink">{errorCode}</code> })}</p>
        </HomeCard>
      );
  }
}

/** An error of a sign-in, with a button that starts another one and keeps the return target. */
function SignInCard({
  title,
  button,
  searchParams,
  children,
}: {
  title: string;
  button?: string;
  searchParams: URLSearchParams;
  children: ReactNode;
}) {
  const t = useTranslation();
  const app = useApp();
  const goHome = useGoHome();
  const noRedirectBack = !searchParams.has("after_auth_return_to");
  return (
    <MessageCard
      title={title}
      primaryButtonText={button ?? t("Sign in again")}
      primaryAction={() => app.redirectToSignIn({ noRedirectBack })}
      secondaryButtonText={t("Go home")}
      secondaryAction={goHome}
    >
      {children}
    </MessageCard>
  );
}

function HomeCard({
  title,
  onHome,
  children,
}: {
  title: string;
  onHome: (() => unknown) | undefined;
  children: ReactNode;
}) {
  const t = useTranslation();
  return (
    <MessageCard title={title} primaryButtonText={t("Go home")} primaryAction={onHome}>
      {children}
    </MessageCard>
  );
}

/**
 * Reads the code of an error from the query of the error page; undefined when it is missing or not in the catalogue.
 *
 * Attack: content spoofing by a link whose message our page shows. So nothing else of the query is read.
 */
export function pageErrorCode(searchParams: URLSearchParams): KnownErrorKind | undefined {
  const errorCode = searchParams.get("errorCode");
  return errorCode !== null && isKnownErrorKind(errorCode) ? errorCode : undefined;
}

import { useState } from "react";
import { appInternals } from "../../kit/app/internals";
import type { ResponseOf } from "../../kit/requests/endpoints";
import { Alert } from "../../ui/feedback/alert";
import { Fact, Facts } from "../../ui/layout/facts";
import { MessageCard } from "../../ui/layout/message-card";
import { RelativeTime } from "../../ui/text/relative-time";
import type { Message, PlainMessage } from "../../ui/translation/message";
import { useTranslation } from "../../ui/translation/use-translation";
import { PageLink } from "../components/page-link";
import { placeName } from "../components/session-texts";
import { settled } from "../errors/outcomes";
import { useGoHome } from "../hooks/page-hooks";
import { useApp } from "../hooks/use-app";
import { usePageTitle } from "../hooks/use-page-title";
import { useUser } from "../hooks/use-user";
import { cliLoginOptions, isRefusedLoginCode } from "../queries/code-queries";
import { useMutation, useSuspenseQuery } from "../queries/query-hooks";
import { HomeCard } from "./parts/home-card";
import { RetryCard } from "./parts/retry-card";

type CliLogin = ResponseOf<"POST /auth/cli/check">;

/** Shares the user's session with the command line whose login code is in the query. The code is checked at once. */
export function CliAuthConfirm({ searchParams }: { searchParams: URLSearchParams }) {
  const loginCode = searchParams.get("login_code");
  return loginCode ? <Checked loginCode={loginCode} /> : <Refused reason="incomplete" />;
}

/** Before the user is asked to sign in, a link that is of no use any more says so. */
function Checked({ loginCode }: { loginCode: string }) {
  const { data: login } = useSuspenseQuery(cliLoginOptions(useApp(), loginCode));
  if (!login) return <Refused reason="invalid" />;
  return login.status === "waiting" ? (
    <Confirm loginCode={loginCode} login={login} />
  ) : (
    <Refused reason={login.status} />
  );
}

const refusals = {
  incomplete: {
    title: "This link is not complete",
    text: "The code of the command line is missing. Please open the whole link that it shows.",
  },
  invalid: {
    title: "This link is not valid",
    text: "No command line is waiting for it. Please open the whole link that it shows, or start again there.",
  },
  expired: {
    title: "This link has expired",
    text: "The command line no longer waits for it. Start again there for a new link.",
  },
  used: {
    title: "This link was already used",
    text: "The command line has been authorized with it. If that was not you, <sessions>sign out the sessions</sessions> that you do not recognise.",
  },
} satisfies Record<string, { title: PlainMessage; text: Message }>;

function Refused({ reason }: { reason: keyof typeof refusals }) {
  const t = useTranslation();
  const { title, text } = refusals[reason];
  usePageTitle(t(title));
  return (
    <HomeCard title={t(title)}>
      <p>
        {t.rich(text, {
          sessions: (text) => <PageLink page="accountSettings">{text}</PageLink>,
        })}
      </p>
    </HomeCard>
  );
}

function Confirm({ loginCode, login }: { loginCode: string; login: CliLogin }) {
  const t = useTranslation();
  const app = useApp();
  const user = useUser({ or: "redirect" });
  const leave = useLeave();
  // Of the last attempt: it stays on the page during the next one.
  const [error, setError] = useState<unknown>();
  const { mutateAsync, isSuccess } = useMutation({
    mutationFn: async () => {
      const { refreshToken } = await user.currentSession.getTokens();
      // Without a refresh token the session has ended, which the API reports.
      const body = { login_code: loginCode, refresh_token: refreshToken ?? "" };
      await app[appInternals].caller("client").write("POST /auth/cli/complete", { body });
    },
    onError: setError,
  });
  const authorize = () => settled(mutateAsync());

  if (isSuccess) {
    return (
      <MessageCard
        key="done"
        title={t("The command line is authorized")}
        primaryButtonText={t("Close")}
        primaryAction={leave}
      >
        <p>{t("You can close this window and go back to the command line.")}</p>
      </MessageCard>
    );
  }
  if (isRefusedLoginCode(error)) return <Refused reason="invalid" />;
  if (error !== undefined) {
    return (
      <RetryCard
        title={t("The command line was not authorized")}
        error={error}
        onRetry={authorize}
        secondaryButtonText={t("Cancel")}
        secondaryAction={leave}
      />
    );
  }
  return (
    <MessageCard
      key="ask"
      title={t("Authorize a command line?")}
      primaryButtonText={t("Authorize")}
      primaryAction={authorize}
      secondaryButtonText={t("Cancel")}
      secondaryAction={leave}
    >
      <p>
        {user.primaryEmail
          ? t.rich("A command line application asks for access to your account {email}.", {
              email: <strong className="font-medium text-ink">{user.primaryEmail}</strong>,
            })
          : t("A command line application asks for access to your account.")}
      </p>
      <WhatAsks login={login} />
      <div className="mt-2 text-start">
        <Alert tone="warning">
          {t(
            "Continue only if you started this yourself just now, in an application that you trust: it will be able to do everything that you can. We never send you this link, by email or otherwise. If you received it from someone, cancel.",
          )}
        </Alert>
      </div>
    </MessageCard>
  );
}

/** Shows what the server saw of the command line. None of it is text that the command line chose. */
function WhatAsks({ login: { begun_at, program, place } }: { login: CliLogin }) {
  const t = useTranslation();
  return (
    <Facts label={t("What asks")}>
      <Fact name={t("Asked")}>
        <RelativeTime at={new Date(begun_at)} />
      </Fact>
      <Fact name={t("Program")}>{program ?? t("Not one that we recognise")}</Fact>
      <Fact name={t("From")}>{place ? <Place place={place} /> : t("An unknown network")}</Fact>
    </Facts>
  );
}

function Place({ place: { ip, city_name, country_code, is_own } }: { place: NonNullable<CliLogin["place"]> }) {
  const t = useTranslation();
  if (is_own) return t("The network that you are in");
  const name = placeName({ cityName: city_name, countryCode: country_code }, t);
  return t("Another network than yours: {place}", { place: name ? `${name}, ${ip}` : ip });
}

/** Closes the window. Browsers allow that only for a window's first page; from any other, it goes home, where there is one. */
function useLeave(): () => Promise<void> {
  const goHome = useGoHome();
  return async () => {
    window.close();
    await goHome?.();
  };
}

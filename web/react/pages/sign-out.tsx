import { useEffect } from "react";
import type { CurrentUser } from "../../kit";
import { useReportFailure } from "../../ui/feedback/report-failure";
import { MessageCard } from "../../ui/layout/message-card";
import { Name } from "../../ui/text/name";
import { useTranslation } from "../../ui/translation/use-translation";
import { forgetSuggestedEmail } from "../forms/suggested-credentials";
import { useGoHome } from "../hooks/page-hooks";
import { useApp } from "../hooks/use-app";
import { useUser } from "../hooks/use-user";
import { useMutation } from "../queries/query-hooks";
import { HomeCard } from "./parts/home-card";
import { Redirecting } from "./parts/redirecting";

/** Users whose session is being ended: effects may run twice, and a session ends once. */
const leaving = new WeakSet<CurrentUser>();

export type SignOutProps = {
  /** Waits for a click: on an address of many projects' pages, a link from elsewhere must not sign out. */
  asksFirst?: boolean;
};

/** Ends the current session. */
export function SignOut({ asksFirst = false }: SignOutProps) {
  const t = useTranslation();
  const app = useApp();
  const goHome = useGoHome();
  const user = useUser({ or: "anonymous-if-exists[deprecated]" });
  const reportFailure = useReportFailure();
  const { mutate: signOut, mutateAsync } = useMutation({
    mutationFn: (user: CurrentUser) => user.signOut(),
    onError: (error, user) => {
      leaving.delete(user);
      reportFailure(error);
    },
  });

  useEffect(() => {
    if (!user || asksFirst || leaving.has(user)) return;
    leaving.add(user);
    forgetSuggestedEmail();
    signOut(user);
  }, [user, asksFirst, signOut]);

  if (user && asksFirst) {
    return (
      <MessageCard
        title={t("Sign out this browser?")}
        primaryButtonText={t("Sign out")}
        primaryAction={() => mutateAsync(user)}
        secondaryButtonText={t("Cancel")}
        secondaryAction={goHome ?? (() => app.redirectToAccountSettings())}
      >
        {user.primaryEmail && <p>{t.rich("Signed in as {email}.", { email: <Name>{user.primaryEmail}</Name> })}</p>}
      </MessageCard>
    );
  }
  if (user) return <Redirecting />;
  return (
    <HomeCard
      title={t("You are signed out")}
      button={t("Sign in")}
      onPress={() => app.redirectToSignIn({ noRedirectBack: true })}
    >
      <p>{t("No account is signed in here at the moment.")}</p>
    </HomeCard>
  );
}

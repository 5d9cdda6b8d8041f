import { useEffect } from "react";
import type { CurrentUser } from "../../kit";
import { useReportFailure } from "../../ui/feedback/report-failure";
import { MessageCard } from "../../ui/layout/message-card";
import { useApp } from "../app-context";
import { useUser } from "../use-user";
import { Redirecting } from "./redirecting";

/** Users whose session is being ended: effects may run twice, a session ends once. */
const leaving = new WeakSet<CurrentUser>();

/** Ends the session of whoever comes here. */
export function SignOut() {
  const app = useApp();
  const user = useUser({ or: "anonymous-if-exists[deprecated]" });
  const reportFailure = useReportFailure();

  useEffect(() => {
    if (!user || leaving.has(user)) return;
    leaving.add(user);
    user.signOut().catch((error: unknown) => {
      leaving.delete(user);
      reportFailure(error);
    });
  }, [user, reportFailure]);

  if (user) return <Redirecting />;
  return (
    <MessageCard
      title="You are signed out"
      primaryButtonText="Sign in"
      primaryAction={() => app.redirectToSignIn({ noRedirectBack: true })}
      secondaryButtonText="Go home"
      secondaryAction={() => app.redirectToHome()}
    >
      <p>Nobody is signed in here at the moment.</p>
    </MessageCard>
  );
}

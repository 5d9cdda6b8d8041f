import type { ActiveSession, ServerUser } from "../../../kit/index";
import { placeName, sessionName } from "../../../react/components/session-texts";
import { Button } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { RelativeTime } from "../../../ui/text/relative-time";
import { ListCard } from "../../lists/list-end";
import { useRead } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { sessionsOptions, useUserWrites } from "./queries";

/** Shows where the user is signed in. */
export function SessionsCard({ user }: { user: ServerUser }) {
  const t = useTranslation();
  const sessions = useRead(sessionsOptions, user);
  const { write, ask } = useUserWrites(user);

  const revoke = ({ id }: ActiveSession) =>
    write({
      done: t("The session has ended."),
      call: ["user.revokeSession", id],
      run: () => user.revokeSession(id),
    });
  const askToRevokeAll = () =>
    ask({
      title: t("End all sessions?"),
      description: t("The user is signed out everywhere, and signs in again to go on."),
      confirmLabel: t("End all sessions"),
      done: t("All sessions have ended."),
      before: ["for (const { id } of await user.getActiveSessions()) await user.revokeSession(id);"],
      run: () => Promise.all(sessions.map(({ id }) => user.revokeSession(id))),
    });

  return (
    <ListCard
      title={t("Sessions")}
      description={t("Browsers and programs in which the user is signed in.")}
      actions={
        sessions.length > 1 && (
          <Button variant="secondary" size="small" onClick={askToRevokeAll}>
            {t("End all sessions")}
          </Button>
        )
      }
      empty={t("The user is not signed in anywhere.")}
      rows={sessions.map((session) => {
        const name = sessionName(session, t) ?? t("Unknown browser");
        const place = [placeName(session.geoInfo, t), session.geoInfo?.ip].filter(Boolean).join(", ");
        return {
          id: session.id,
          title: name,
          badges: session.isImpersonation && <Badge tone="warning">{t("Impersonation")}</Badge>,
          detail: (
            <>
              {place || t("Unknown place")} ·{" "}
              {session.lastUsedAt
                ? t.rich("signed in {signedIn}, last used {lastUsed}", {
                    signedIn: <RelativeTime at={session.createdAt} />,
                    lastUsed: <RelativeTime at={session.lastUsedAt} />,
                  })
                : t.rich("signed in {signedIn}", { signedIn: <RelativeTime at={session.createdAt} /> })}
            </>
          ),
          buttons: [
            { text: t("End session"), label: t("End session: {name}", { name }), onClick: () => revoke(session) },
          ],
        };
      })}
    />
  );
}

import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ActiveSession } from "../../../kit";
import { placeName } from "../../../react/components/place-name";
import { sessionName } from "../../../react/pages/account-settings/sessions/session-name";
import { Button } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { Card } from "../../../ui/layout/card";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog";
import { RelativeTime } from "../../../ui/text/relative-time";
import { Row, RowAction, RowList } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./parts";
import { sessionsOptions } from "./queries";
import { useUserWrites } from "./user-writes";

/** Shows where the user is signed in. */
export default function SessionsPart({ user }: PartProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: sessions } = useSuspenseQuery(sessionsOptions(app, user));
  const { write, confirmed } = useUserWrites(user);
  const [isEndingAll, setIsEndingAll] = useState(false);

  const revoke = ({ id }: ActiveSession) =>
    write({
      done: t("The session has ended."),
      call: ["user.revokeSession", id],
      run: () => user.revokeSession(id),
    });
  const revokeAll = () =>
    confirmed({
      done: t("All sessions have ended."),
      before: ["for (const { id } of await user.getActiveSessions()) await user.revokeSession(id);"],
      run: () => Promise.all(sessions.map(({ id }) => user.revokeSession(id))),
    });

  return (
    <Card
      title={t("Sessions")}
      description={t("Browsers and programs in which the user is signed in.")}
      actions={
        sessions.length > 1 && (
          <Button variant="secondary" size="small" onClick={() => setIsEndingAll(true)}>
            {t("End all sessions")}
          </Button>
        )
      }
    >
      <RowList label={t("Sessions")} empty={t("The user is not signed in anywhere.")}>
        {sessions.map((session) => {
          const name = sessionName(session, t) ?? t("Unknown browser");
          const place = [placeName(session.geoInfo, t), session.geoInfo?.ip].filter(Boolean).join(", ");
          return (
            <Row
              key={session.id}
              title={name}
              badges={session.isImpersonation && <Badge tone="warning">{t("Impersonation")}</Badge>}
              detail={
                <>
                  {place || t("Unknown place")} ·{" "}
                  {session.lastUsedAt
                    ? t.rich("signed in {signedIn}, last used {lastUsed}", {
                        signedIn: <RelativeTime at={session.createdAt} />,
                        lastUsed: <RelativeTime at={session.lastUsedAt} />,
                      })
                    : t.rich("signed in {signedIn}", { signedIn: <RelativeTime at={session.createdAt} /> })}
                </>
              }
              actions={
                <RowAction label={t("End session: {name}", { name })} onClick={() => revoke(session)}>
                  {t("End session")}
                </RowAction>
              }
            />
          );
        })}
      </RowList>
      <ConfirmDialog
        isOpen={isEndingAll}
        onOpenChange={setIsEndingAll}
        title={t("End all sessions?")}
        description={t("The user is signed out everywhere, and signs in again to go on.")}
        confirmLabel={t("End all sessions")}
        onConfirm={revokeAll}
      />
    </Card>
  );
}

import LogOutIcon from "lucide-react/icons/log-out";
import { useState } from "react";
import type { ActiveSession, GatehouseClientApp } from "../../../../kit";
import { appInternals } from "../../../../kit/app/internals";
import { RequestError } from "../../../../kit/errors/request-error";
import { Button } from "../../../../ui/buttons/button";
import { Card } from "../../../../ui/layout/card";
import { EmptyState } from "../../../../ui/layout/empty-state";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { useApp } from "../../../hooks/use-app";
import { useSuspenseQuery } from "../../../queries/query-hooks";
import { viewOf } from "../../../queries/view-of";
import type { SectionProps } from "../section";
import { SessionList } from "./session-list";
import { sessionName } from "./session-name";

export function SessionsSection({ user }: SectionProps) {
  const t = useTranslation();
  const app = useApp();
  const { data } = useSuspenseQuery(viewOf(user, user.getActiveSessions));
  const sessions = sessionFamilies(data);
  const [ending, setEnding] = useState<ActiveSession | "others">();
  const others = sessions.filter(({ isCurrentSession }) => !isCurrentSession);
  const isEndingAll = ending === "others";
  const name = ending && !isEndingAll ? sessionName(ending, t) : undefined;
  if (others.length === sessions.length && !isImpersonating(app)) return <EndedSession app={app} />;

  async function end() {
    const ended = isEndingAll ? others : others.filter((session) => session === ending);
    await Promise.all(ended.map(({ id }) => user.revokeSession(id).catch(ignoreMissing)));
  }

  return (
    <>
      <SessionList sessions={sessions} onEnd={setEnding} />
      {others.length > 1 && (
        <Button variant="secondary" size="small" className="self-start" onClick={() => setEnding("others")}>
          {t("Sign out all others")}
        </Button>
      )}
      <ConfirmMutation
        isOpen={ending !== undefined}
        onOpenChange={() => setEnding(undefined)}
        title={
          isEndingAll
            ? t("Sign out everywhere else?")
            : name
              ? t("Sign out {session}?", { session: name })
              : t("Sign out this browser?")
        }
        description={
          isEndingAll
            ? t("You stay signed in here, and are signed out everywhere else within minutes.")
            : t("It is signed out within minutes. If you do not recognise it, change your password too.")
        }
        confirmLabel={isEndingAll ? t("Sign out all others") : t("Sign out")}
        mutationFn={end}
        successMessage={isEndingAll ? t("You are signed out everywhere else.") : t("It is signed out.")}
      />
    </>
  );
}

function isImpersonating(app: GatehouseClientApp): boolean {
  return app[appInternals].session().usableAccessToken(0)?.claims.is_impersonation ?? false;
}

/** The access token goes on for minutes after its session was ended elsewhere. */
function EndedSession({ app }: { app: GatehouseClientApp }) {
  const t = useTranslation();
  return (
    <Card>
      <EmptyState
        icon={<LogOutIcon />}
        title={t("You were signed out")}
        action={
          <Button
            onClick={() => {
              app[appInternals].session().markInvalid();
              return app.redirectToSignIn();
            }}
          >
            {t("Sign in again")}
          </Button>
        }
      >
        {t("This browser's session was ended from another device, or by a change of your password.")}
      </EmptyState>
    </Card>
  );
}

/** A session that has already ended needs no revocation. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof RequestError && error.status === 404)) throw error;
}

/**
 * One session of each family, since they end together: a sign-in on hosted pages is one sign-in, on however many websites it
 * was used. The session is that of this browser, else the one that was used last.
 */
export function sessionFamilies(sessions: readonly ActiveSession[]): ActiveSession[] {
  const families = new Map<string, ActiveSession>();
  for (const session of sessions) {
    const other = families.get(session.familyId);
    if (!other || isShownBefore(session, other)) families.set(session.familyId, session);
  }
  return [...families.values()];
}

function isShownBefore(session: ActiveSession, other: ActiveSession): boolean {
  if (session.isCurrentSession || other.isCurrentSession) return session.isCurrentSession;
  return Number(session.lastUsedAt ?? 0) > Number(other.lastUsedAt ?? 0);
}

import LogOutIcon from "lucide-react/icons/log-out";
import MonitorIcon from "lucide-react/icons/monitor";
import SmartphoneIcon from "lucide-react/icons/smartphone";
import TabletIcon from "lucide-react/icons/tablet";
import { useState } from "react";
import type { ActiveSession, GatehouseClientApp } from "../../../../kit";
import { appInternals } from "../../../../kit/app/internals";
import { RequestError } from "../../../../kit/errors/request-error";
import { Button } from "../../../../ui/buttons/button";
import { Badge } from "../../../../ui/feedback/badge";
import { Card } from "../../../../ui/layout/card";
import { EmptyState } from "../../../../ui/layout/empty-state";
import { RelativeTime } from "../../../../ui/text/relative-time";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { placeName, sessionName } from "../../../components/session-texts";
import { useApp } from "../../../hooks/use-app";
import { useSuspenseQuery } from "../../../queries/query-hooks";
import { viewOf } from "../../../queries/view-of";
import { CardList } from "../parts/card-list";
import type { SectionProps } from "../section";

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
        icon={<LogOutIcon className="rtl:-scale-x-100" />}
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
        {t(
          "This browser's session was ended from another device, by a change of your password, or by the owner of this app.",
        )}
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

type OnEnd = (session: ActiveSession) => void;

/** Sessions by device, that of this browser first. */
export function SessionList({ sessions, onEnd }: { sessions: readonly ActiveSession[]; onEnd: OnEnd }) {
  const t = useTranslation();
  return (
    <Card>
      <CardList label={t("Your active sessions")}>
        {sessions.toSorted(currentFirst).map((session) => (
          <SessionRow key={session.id} session={session} onEnd={onEnd} />
        ))}
      </CardList>
    </Card>
  );
}

function currentFirst(one: ActiveSession, other: ActiveSession): number {
  return Number(other.isCurrentSession) - Number(one.isCurrentSession);
}

const icons = { desktop: MonitorIcon, mobile: SmartphoneIcon, tablet: TabletIcon };

function SessionRow({ session, onEnd }: { session: ActiveSession; onEnd: OnEnd }) {
  const t = useTranslation();
  const { isCurrentSession, geoInfo, createdAt, lastUsedAt } = session;
  const Icon = icons[session.browserInfo?.device ?? "desktop"];
  const name = sessionName(session, t) ?? t("Unknown browser");
  const places = [placeName(geoInfo, t), geoInfo?.ip].filter((place) => place !== undefined);

  return (
    <li className="flex items-start gap-3.5 py-4 sm:items-center">
      <span
        aria-hidden="true"
        className="flex size-10 shrink-0 items-center justify-center rounded-control bg-sunken text-ink-soft [&_svg]:size-5"
      >
        <Icon />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-52 flex-col gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm font-medium text-ink">
            {name}
            {isCurrentSession && <Badge tone="success">{t("This browser")}</Badge>}
          </span>
          <span className="text-sm wrap-anywhere text-ink-soft">{places.join(", ") || t("Unknown place")}</span>
          <span className="text-2xs text-ink-soft">
            {lastUsedAt
              ? t.rich("Signed in {signedIn}, last used {lastUsed}", {
                  signedIn: <RelativeTime at={createdAt} />,
                  lastUsed: <RelativeTime at={lastUsedAt} />,
                })
              : t.rich("Signed in {signedIn}", { signedIn: <RelativeTime at={createdAt} /> })}
          </span>
        </div>
        {!isCurrentSession && (
          <Button
            variant="secondary"
            size="small"
            aria-label={t("Sign out {session}", { session: name })}
            onClick={() => onEnd(session)}
          >
            {t("Sign out")}
          </Button>
        )}
      </div>
    </li>
  );
}

import MonitorIcon from "lucide-react/icons/monitor";
import SmartphoneIcon from "lucide-react/icons/smartphone";
import TabletIcon from "lucide-react/icons/tablet";
import type { ActiveSession } from "../../../../kit";
import { Button } from "../../../../ui/buttons/button";
import { Badge } from "../../../../ui/feedback/badge";
import { Card } from "../../../../ui/layout/card";
import { RelativeTime } from "../../../../ui/text/relative-time";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { placeName } from "../../../components/place-name";
import { sessionName } from "./session-name";

type OnEnd = (session: ActiveSession) => void;

/** Sessions by device, that of this browser first. */
export function SessionList({ sessions, onEnd }: { sessions: readonly ActiveSession[]; onEnd: OnEnd }) {
  const t = useTranslation();
  return (
    <Card>
      <ul aria-label={t("Your active sessions")} className="-my-3 flex flex-col divide-y divide-line">
        {sessions.toSorted(currentFirst).map((session) => (
          <SessionRow key={session.id} session={session} onEnd={onEnd} />
        ))}
      </ul>
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

import MonitorOffIcon from "lucide-react/icons/monitor-off";
import type { ActiveSession } from "../../../../kit";
import { Button } from "../../../../ui/buttons/button";
import { RelativeTime } from "../../../../ui/data/relative-time";
import { ColumnHeader, Table, TableBody, TableCell, TableHead, TableRow } from "../../../../ui/data/table";
import { Badge } from "../../../../ui/feedback/badge";
import { Card } from "../../../../ui/layout/card";
import { EmptyState } from "../../../../ui/layout/empty-state";
import { sessionLocation } from "./session-location";

type OnEnd = (session: ActiveSession) => void;

/** Sessions as a table, or as cards on a narrow screen. */
export function SessionList({ sessions, onEnd }: { sessions: readonly ActiveSession[]; onEnd: OnEnd }) {
  if (sessions.length === 0) {
    return (
      <Card>
        <EmptyState icon={<MonitorOffIcon />} title="No active sessions found">
          Your account is not signed in anywhere.
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <div className="hidden md:block">
        <Table caption="Your active sessions">
          <TableHead>
            <ColumnHeader>Session</ColumnHeader>
            <ColumnHeader>IP address</ColumnHeader>
            <ColumnHeader>Location</ColumnHeader>
            <ColumnHeader>Last used</ColumnHeader>
            <ColumnHeader>
              <span className="sr-only">Actions</span>
            </ColumnHeader>
          </TableHead>
          <TableBody>
            {sessions.map((session) => (
              <TableRow key={session.id}>
                <TableCell>
                  <Name session={session} />
                </TableCell>
                <TableCell className="max-w-40 font-mono text-xs wrap-anywhere text-ink-soft">
                  {session.geoInfo?.ip ?? "-"}
                </TableCell>
                <TableCell className="text-ink-soft">{sessionLocation(session) ?? "Unknown"}</TableCell>
                <TableCell className="whitespace-nowrap text-ink-soft">
                  <LastUsed session={session} />
                </TableCell>
                <TableCell className="text-right">
                  <End session={session} onEnd={onEnd} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
      <ul aria-label="Your active sessions" className="flex flex-col gap-3 md:hidden">
        {sessions.map((session) => (
          <li key={session.id}>
            <Card>
              <div className="flex flex-col gap-4">
                <Name session={session} />
                <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
                  <dt className="text-ink-soft">IP address</dt>
                  <dd className="text-right font-mono text-xs/5 wrap-anywhere">{session.geoInfo?.ip ?? "-"}</dd>
                  <dt className="text-ink-soft">Location</dt>
                  <dd className="text-right">{sessionLocation(session) ?? "Unknown"}</dd>
                  <dt className="text-ink-soft">Last used</dt>
                  <dd className="text-right">
                    <LastUsed session={session} />
                  </dd>
                </dl>
                <End session={session} onEnd={onEnd} />
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </>
  );
}

function Name({ session }: { session: ActiveSession }) {
  return (
    <div className="flex flex-col gap-1">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium text-ink">
        {session.isCurrentSession ? "Current session" : "Other session"}
        {session.isImpersonation && <Badge tone="warning">Impersonation</Badge>}
      </span>
      <span className="text-2xs text-ink-soft">
        Signed in <RelativeTime at={session.createdAt} />
      </span>
    </div>
  );
}

function LastUsed({ session }: { session: ActiveSession }) {
  return session.lastUsedAt ? <RelativeTime at={session.lastUsedAt} /> : "Never";
}

function End({ session, onEnd }: { session: ActiveSession; onEnd: OnEnd }) {
  if (session.isCurrentSession) {
    return (
      <span>
        <Badge tone="success">This browser</Badge>
      </span>
    );
  }
  return (
    <Button variant="secondary" size="small" onClick={() => onEnd(session)}>
      End session
    </Button>
  );
}

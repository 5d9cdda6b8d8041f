import { useEffect, useRef, useState } from "react";
import { appInternals } from "../../../kit/app/internals";
import type { ServerUser } from "../../../kit/requests/wire";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { Alert } from "../../../ui/feedback/alert";
import { Dialog } from "../../../ui/overlays/dialog";
import { useShownCode } from "../../code/shown-code";
import { download } from "../../files/download";
import { SegmentedControl } from "../../forms/segmented-control";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { dayOf, isFiltered, listedUsers, type UserSearch } from "../user-search";
import { type Format, files } from "./exported-users";

const pageLength = 1_000;

/** Saves all users whom the list shows, also those that are not loaded, as a file. */
export default function ExportDialog({ search, onClose }: { search: UserSearch; onClose: () => void }) {
  const t = useTranslation();
  const { app, displayName } = useOwnedProject();
  const { show } = useShownCode();
  const [format, setFormat] = useState<Format>("csv");
  const [read, setRead] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const [isDone, setIsDone] = useState(false);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const isRunning = read !== undefined && !isDone;

  async function readAll(signal: AbortSignal): Promise<ServerUser[]> {
    const users = new Map<string, ServerUser>();
    let cursor: string | undefined;
    do {
      const { items, pagination } = await app[appInternals].caller("server").read("GET /users", {
        query: { ...listedUsers(search), limit: pageLength, cursor },
      });
      signal.throwIfAborted();
      // By id: a user may have moved in the order of activity meanwhile.
      for (const user of items) users.set(user.id, user);
      setRead(users.size);
      cursor = pagination?.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return [...users.values()];
  }

  async function start() {
    control.current = new AbortController();
    const { signal } = control.current;
    setFailure(undefined);
    setRead(0);
    try {
      const users = await readAll(signal);
      const { type, write } = files[format];
      download(write(users), `${fileName(displayName)}-users-${dayOf(new Date())}.${format}`, type);
      show({ title: t("Export users"), code: exportCode });
      setIsDone(true);
    } catch (error) {
      if (signal.aborted) return;
      setFailure(describeFailure(error, t));
      setRead(undefined);
    }
  }

  function cancel() {
    control.current?.abort();
    setRead(undefined);
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t("Export users")}
      description={
        isFiltered(search)
          ? t("All users whom the search and the filters of the list select, without passwords and secrets.")
          : t("All users of the project, without passwords and secrets.")
      }
      actions={
        isDone ? (
          <Button onClick={onClose}>{t("Done")}</Button>
        ) : isRunning ? (
          <Button variant="secondary" onClick={cancel}>
            {t("Cancel")}
          </Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              {t("Cancel")}
            </Button>
            <Button onClick={() => void start()}>{t("Export")}</Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {!isRunning && !isDone && (
          <>
            <SegmentedControl
              label={t("Format")}
              options={[
                { value: "csv", label: t("CSV") },
                { value: "json", label: t("JSON") },
              ]}
              value={format}
              onValueChange={setFormat}
            />
            <p className="text-sm text-ink-soft">
              {format === "csv"
                ? t("For spreadsheets. Texts that a spreadsheet would run as a formula begin with an apostrophe.")
                : t("For programs, with everything that the API says of a user.")}
            </p>
          </>
        )}
        {read !== undefined && (
          <div className="flex flex-col gap-2">
            <progress
              aria-label={t("Progress")}
              className="h-2 w-full accent-accent"
              {...(isDone && { value: 1, max: 1 })}
            />
            <p role="status" className="text-sm text-ink-soft">
              {isDone
                ? t("{count, plural, one {# user is exported.} other {# users are exported.}}", { count: read })
                : t("{count, plural, one {# user read} other {# users read}}", { count: read })}
            </p>
          </div>
        )}
        {failure && <Alert tone="danger">{failure}</Alert>}
      </div>
    </Dialog>
  );
}

function fileName(displayName: string): string {
  const name = displayName.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return name.replace(/^-|-$/g, "") || "project";
}

const exportCode = `const users = [];
let cursor;
do {
  const page = await serverApp.listUsers({ limit: 1000, cursor });
  users.push(...page);
  cursor = page.nextCursor ?? undefined;
} while (cursor);`;

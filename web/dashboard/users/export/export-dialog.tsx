import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { Alert } from "../../../ui/feedback/alert";
import { Dialog } from "../../../ui/overlays/dialog";
import { useShownCode } from "../../code/shown-code";
import { download } from "../../files/download";
import { SegmentedControl } from "../../forms/segmented-control";
import { metricsOptions } from "../../metrics/queries";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { readAllUsers } from "../all-users";
import { dayOf, isFiltered, type UserSearch } from "../user-search";
import { type Format, files } from "./exported-users";

/** Saves all users whom the list shows, also those that are not loaded, as a file. */
export default function ExportDialog({ search, onClose }: { search: UserSearch; onClose: () => void }) {
  const t = useTranslation();
  const { app, displayName } = useOwnedProject();
  const { show } = useShownCode();
  const { data: metrics } = useQuery(metricsOptions(app));
  // How many users filters select is not known before they are read.
  const total = isFiltered(search) ? undefined : metrics?.total_users;
  const [format, setFormat] = useState<Format>("csv");
  const [read, setRead] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const [isDone, setIsDone] = useState(false);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const isRunning = read !== undefined && !isDone;

  async function start() {
    control.current = new AbortController();
    const { signal } = control.current;
    setFailure(undefined);
    setRead(0);
    try {
      const users = await readAllUsers(app, search, { signal, onPage: setRead });
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
              {...(isDone ? { value: 1, max: 1 } : total && { value: Math.min(read, total), max: total })}
            />
            <p role="status" className="text-sm text-ink-soft">
              {isDone
                ? t("{count, plural, one {# user is exported.} other {# users are exported.}}", { count: read })
                : total
                  ? t("{done} of {total}", {
                      done: read.toLocaleString(t.language),
                      total: total.toLocaleString(t.language),
                    })
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

import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/buttons/button";
import { useReportFailure } from "../../ui/feedback/report-failure";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { readAllUsers } from "./queries";
import type { UserSearch } from "./user-search";

/** Selects all users of the list, also those that are not loaded, and says how far that is; it can be cancelled. */
export function SelectAll({ search, onSelect }: { search: UserSearch; onSelect: (ids: readonly string[]) => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const reportFailure = useReportFailure();
  const [read, setRead] = useState<number>();
  const [isDone, setIsDone] = useState(false);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);

  async function start() {
    control.current = new AbortController();
    const { signal } = control.current;
    setRead(0);
    try {
      const users = await readAllUsers(app, search, { signal, onPage: setRead });
      onSelect(users.map(({ id }) => id));
      setIsDone(true);
    } catch (error) {
      if (!signal.aborted) reportFailure(error);
    }
    if (!signal.aborted) setRead(undefined);
  }

  function cancel() {
    control.current?.abort();
    setRead(undefined);
  }

  if (isDone) return null;
  if (read === undefined) {
    return (
      <Button variant="secondary" size="small" onClick={() => void start()}>
        {t("Select all users of the list")}
      </Button>
    );
  }
  return (
    <>
      <span role="status" className="text-sm text-ink-soft">
        {t("{count, plural, one {# user read} other {# users read}}", { count: read })}
      </span>
      <Button variant="secondary" size="small" onClick={cancel}>
        {t("Cancel")}
      </Button>
    </>
  );
}

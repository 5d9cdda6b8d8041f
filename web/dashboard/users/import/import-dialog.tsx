import { useMemo, useState } from "react";
import { appInternals } from "../../../kit/app/internals";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog";
import { Dialog } from "../../../ui/overlays/dialog";
import { useShownCode } from "../../code/shown-code";
import { toCsv } from "../../files/csv";
import { download } from "../../files/download";
import { useTranslation } from "../../translation/use-translation";
import { JobStatus, useJob } from "../job-dialog";
import { FileStep } from "./file-step";
import {
  type ImportedUser,
  type ImportRow,
  type ImportTable,
  importRows,
  type Mapping,
  mappingProblem,
  suggestMapping,
} from "./imported-users";
import { MappingStep } from "./mapping-step";

/** Creates the users of a CSV or JSON file, after its columns were mapped to fields and checked. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const [table, setTable] = useState<ImportTable>();
  const [mapping, setMapping] = useState<Mapping>([]);
  const [isForSignIn, setIsForSignIn] = useState(true);
  const [isAsking, setIsAsking] = useState(false);
  const job = useJob<ImportRow>("users", "teams", "team-members");
  const { show } = useShownCode();

  // Once for each mapping: the dialog is rendered again with each user that is imported.
  const { rows, ready, left } = useMemo(() => {
    const rows = table ? importRows(table, mapping, t) : [];
    return {
      rows,
      ready: rows.filter(({ problem }) => problem === undefined),
      left: rows.filter(({ problem }) => problem !== undefined),
    };
  }, [table, mapping, t]);
  const problem = mappingProblem(mapping, t);

  function take(table: ImportTable) {
    setTable(table);
    setMapping(suggestMapping(table.columns));
  }

  async function start() {
    await job.start(ready, async ({ user }, app) => {
      await app[appInternals].caller("server").write("POST /users", { body: withSignIn(user, isForSignIn) });
    });
    show({ title: t("Import users"), code: importCode });
  }

  function downloadFailures() {
    if (!table) return;
    const failed = [
      ...left.map(({ line, cells, problem = "" }) => ({ line, cells, reason: problem })),
      ...job.progress.failures.map(({ item, error }) => ({ ...item, reason: describeFailure(error, t) })),
    ].sort((a, b) => a.line - b.line);
    const lines = failed.map(({ cells, reason }) => [...cells.map(cellText), reason]);
    download(toCsv([[...table.columns, "import_error"], ...lines]), "users-not-imported.csv", "text/csv");
  }

  const isFinished = job.state === "finished";
  const failed = left.length + job.progress.failures.length;
  return (
    <Dialog
      isOpen
      onOpenChange={() => (job.state === "running" ? setIsAsking(true) : onClose())}
      title={t("Import users")}
      description={
        job.state === "ready"
          ? t("From a CSV or JSON file, with hashes of their passwords if you have them. No email is sent.")
          : undefined
      }
      actions={
        job.state === "running" ? (
          <Button variant="secondary" disabled={job.isCancelled} onClick={job.cancel}>
            {t("Cancel")}
          </Button>
        ) : isFinished ? (
          <>
            {failed > 0 && (
              <Button variant="secondary" onClick={downloadFailures}>
                {t("Download what failed")}
              </Button>
            )}
            <Button onClick={onClose}>{t("Done")}</Button>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={table ? () => setTable(undefined) : onClose}>
              {table ? t("Other file") : t("Cancel")}
            </Button>
            {table && (
              <Button disabled={problem !== undefined || ready.length === 0} onClick={() => void start()}>
                {t("{count, plural, one {Import # user} other {Import # users}}", { count: ready.length })}
              </Button>
            )}
          </>
        )
      }
    >
      {job.state === "running" && (
        <ConfirmDialog
          isOpen={isAsking && !job.isCancelled}
          onOpenChange={setIsAsking}
          title={t("Stop the import?")}
          description={t("Users who are imported already stay. The others are not imported.")}
          confirmLabel={t("Stop the import")}
          dismissLabel={t("Go on importing")}
          onConfirm={async () => job.cancel()}
        />
      )}
      {job.state !== "ready" ? (
        <JobStatus
          job={job}
          summary={(done) =>
            t("{count, plural, one {# user is imported.} other {# users are imported.}}", { count: done })
          }
          itemName={(row) => rowName(row, t("Row {line}", { line: row.line }))}
          describe={(error) => describeFailure(error, t)}
        />
      ) : table ? (
        <MappingStep
          table={table}
          mapping={mapping}
          onMapping={setMapping}
          problem={problem}
          rows={rows}
          isForSignIn={isForSignIn}
          onForSignIn={setIsForSignIn}
        />
      ) : (
        <FileStep onTable={take} />
      )}
    </Dialog>
  );
}

/** Returns what is sent to create a user, whose address is for sign-in where the file does not say. */
function withSignIn(user: ImportedUser, isForSignIn: boolean): ImportedUser {
  const isGiven = user.primary_email === undefined || user.primary_email_auth_enabled !== undefined;
  return isGiven ? user : { ...user, primary_email_auth_enabled: isForSignIn };
}

function rowName({ user }: ImportRow, line: string): string {
  return String(user.primary_email ?? user.display_name ?? line);
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
}

const importCode = `for (const user of users) {
  await serverApp.createUser({
    displayName: user.name,
    primaryEmail: user.email,
    primaryEmailAuthEnabled: true,
  });
}`;

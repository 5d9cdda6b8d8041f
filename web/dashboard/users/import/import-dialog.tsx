import { useMemo, useState } from "react";
import { appInternals } from "../../../kit/app/internals";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { Alert } from "../../../ui/feedback/alert";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog";
import { Dialog } from "../../../ui/overlays/dialog";
import { useShownCode } from "../../code/shown-code";
import { toCsv } from "../../files/csv";
import { download } from "../../files/export-dialog";
import { useTranslation } from "../../translation/use-translation";
import { JobStatus, useJob } from "../job-dialog";
import { type ChosenFile, type Encoding, readTable, textOf } from "./import-file";
import { FileStep, MappingStep } from "./import-steps";
import {
  type ImportedUser,
  type ImportRow,
  type ImportTable,
  importRows,
  type Mapping,
  mappingProblem,
} from "./imported-users";
import { type PresetName, presetOf, suggestMapping } from "./presets";

/** What is imported: the file, how it is read, and what its columns are. */
interface Source {
  readonly file: ChosenFile;
  readonly encoding: Encoding;
  readonly table: ImportTable;
  readonly preset: PresetName | undefined;
}

/** Creates the users of a file, after its columns were mapped to fields and checked. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const [source, setSource] = useState<Source>();
  const [mapping, setMapping] = useState<Mapping>([]);
  const [isForSignIn, setIsForSignIn] = useState(true);
  const [isAsking, setIsAsking] = useState(false);
  const job = useJob<ImportRow>("users", "teams", "team-members");
  const { show } = useShownCode();

  const table = source?.table;
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

  /** Begins with a file, or reads it in another encoding. Returns why it cannot be read. */
  function take(file: ChosenFile, encoding: Encoding): string | undefined {
    const table = readTable(textOf(file, encoding), t);
    if (typeof table === "string") return table;
    const preset = presetOf(table.columns);
    setSource({ file, encoding, table, preset });
    setMapping(suggestMapping(table.columns, preset));
    return undefined;
  }

  function choosePreset(source: Source, preset: PresetName | undefined) {
    setSource({ ...source, preset });
    setMapping(suggestMapping(source.table.columns, preset ?? null));
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
            <Button variant="secondary" onClick={table ? () => setSource(undefined) : onClose}>
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
        <div className="flex flex-col gap-4">
          <JobStatus
            job={job}
            summary={(done) =>
              t("{count, plural, one {# user is imported.} other {# users are imported.}}", { count: done })
            }
            itemName={(row) => rowName(row, t("Row {line}", { line: row.line }))}
            describe={(error) => describeFailure(error, t)}
          />
          {isFinished && left.length > 0 && (
            <Alert tone="warning">
              {t(
                "{count, plural, one {# row of the file was left out. The download of what failed says why.} other {# rows of the file were left out. The download of what failed says why.}}",
                { count: left.length },
              )}
            </Alert>
          )}
        </div>
      ) : source ? (
        <MappingStep
          table={source.table}
          encoding={"bytes" in source.file ? source.encoding : undefined}
          onEncoding={(encoding) => take(source.file, encoding)}
          preset={source.preset}
          onPreset={(preset) => choosePreset(source, preset)}
          mapping={mapping}
          onMapping={setMapping}
          problem={problem}
          rows={rows}
          isForSignIn={isForSignIn}
          onForSignIn={setIsForSignIn}
        />
      ) : (
        <FileStep onFile={take} />
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

import UploadIcon from "lucide-react/icons/upload";
import { useMemo, useRef, useState } from "react";
import { appInternals } from "../../../kit/app/internals";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { Alert } from "../../../ui/feedback/alert";
import { Checkbox } from "../../../ui/forms/checkbox";
import { Select } from "../../../ui/forms/select";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog";
import { Dialog } from "../../../ui/overlays/dialog";
import { useShownCode } from "../../code/shown-code";
import { parseCsv, toCsv } from "../../files/csv";
import { download } from "../../files/export-dialog";
import { msg } from "../../translation/message";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { JobStatus, useJob } from "../job-dialog";
import {
  fields,
  type ImportedUser,
  type ImportField,
  type ImportRow,
  type ImportTable,
  importRows,
  isTimeColumn,
  type Mapping,
  mappingProblem,
  maxRows,
  suggestMapping,
  tableOfJson,
} from "./imported-users";

/** Creates the users of a CSV or JSON file, after its columns were mapped to fields and checked. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
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

const example = `name,email,email_verified
Ada Lovelace,ada@example.com,yes
Grace Hopper,grace@example.com,no
`;

/** The longest file that is read, in bytes. */
const maxFileSize = 20_000_000;

/** Chooses the file of an import. */
export function FileStep({ onTable }: { onTable: (table: ImportTable) => void }) {
  const t = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string>();

  async function take(file: File) {
    setFailure(undefined);
    if (file.size > maxFileSize) return setFailure(t("The file is larger than 20 MB. Split it into several."));
    const table = readTable(await file.text(), t);
    if (typeof table === "string") setFailure(table);
    else onTable(table);
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-soft">
        {t(
          "The first line of a CSV file names its columns. A JSON file is an array of objects. At most {count} users.",
          {
            count: maxRows.toLocaleString(t.language),
          },
        )}
      </p>
      <CodeBlock title="users.csv" code={example} />
      {failure && <Alert tone="danger">{failure}</Alert>}
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.json,text/csv,application/json"
        aria-label={t("File of users")}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file can be chosen again after it was changed.
          currentTarget.value = "";
          if (file) void take(file);
        }}
      />
      <Button variant="secondary" className="self-start" onClick={() => input.current?.click()}>
        <UploadIcon aria-hidden="true" />
        {t("Choose a file")}
      </Button>
    </div>
  );
}

/** The table of a file's text, or why there is none. */
function readTable(text: string, t: Translate): ImportTable | string {
  const table = /^\s*[[{]/.test(text) ? jsonTable(text) : csvTable(text);
  if (table === null) {
    return t("The file could not be read. Save it as CSV with a line of names, or as a JSON array of objects.");
  }
  if (table.rows.length === 0) return t("The file has no users.");
  if (table.rows.length > maxRows) {
    return t("The file has {rows} rows, and {most} are possible at once. Split it into several.", {
      rows: table.rows.length.toLocaleString(t.language),
      most: maxRows.toLocaleString(t.language),
    });
  }
  return table;
}

function jsonTable(text: string): ImportTable | null {
  try {
    return tableOfJson(JSON.parse(text));
  } catch {
    return null;
  }
}

function csvTable(text: string): ImportTable | null {
  try {
    const [columns = [], ...rows] = parseCsv(text);
    return { columns, rows };
  } catch {
    return null;
  }
}

/** Rows of the preview, and of those with a problem. */
const shownRows = 5;

interface MappingStepProps {
  table: ImportTable;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
  problem: string | undefined;
  rows: readonly ImportRow[];
  isForSignIn: boolean;
  onForSignIn: (isForSignIn: boolean) => void;
}

/** Shows what each column of a file is, and the first users that it makes. */
export function MappingStep({ table, mapping, onMapping, problem, rows, isForSignIn, onForSignIn }: MappingStepProps) {
  const t = useTranslation();
  const options = [
    { value: "", label: t("Leave out") },
    ...Object.entries(fields).map(([value, { label }]) => ({ value, label: t(label) })),
  ];
  const refused = rows.filter((row) => row.problem !== undefined);
  const preview = rows.filter((row) => row.problem === undefined).slice(0, shownRows);
  return (
    <div className="flex flex-col gap-5">
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-sm font-medium text-ink">{t("Columns of the file")}</legend>
        {table.columns.map((column, at) => (
          <Select
            // biome-ignore lint/suspicious/noArrayIndexKey: columns of one file keep their places, and may have the same name
            key={at}
            label={column || t("Column {number}", { number: at + 1 })}
            hint={
              mapping[at] === null && isTimeColumn(column)
                ? t("Times cannot be imported: users have the one of their import.")
                : sampleOf(table, at)
            }
            options={options}
            value={mapping[at] ?? ""}
            onValueChange={(field) => onMapping(mapping.with(at, (field || null) as ImportField | null))}
          />
        ))}
      </fieldset>
      {mapping.includes("primary_email") && !mapping.includes("primary_email_auth_enabled") && (
        <Checkbox
          label={t("The addresses are used for sign-in")}
          checked={isForSignIn}
          onChange={({ currentTarget }) => onForSignIn(currentTarget.checked)}
        />
      )}
      {problem ? (
        <Alert tone="warning">{problem}</Alert>
      ) : (
        <>
          {preview.length > 0 && (
            <div className="flex flex-col gap-2">
              <h3 className="text-sm font-medium text-ink">{t("Preview")}</h3>
              <ul aria-label={t("Preview")} className="flex flex-col divide-y divide-line text-sm">
                {preview.map(({ line, user }) => (
                  <li key={line} className="py-1.5 wrap-anywhere text-ink-soft">
                    {Object.entries(user)
                      .map(([field, value]) => shown(field as ImportField, value, t))
                      .join(" · ")}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {refused.length > 0 && (
            <Alert tone="warning">
              <p className="font-medium">
                {t("{count, plural, one {# row is left out:} other {# rows are left out:}}", { count: refused.length })}
              </p>
              <ul className="mt-1 flex flex-col gap-1">
                {refused.slice(0, shownRows).map(({ line, problem }) => (
                  <li key={line}>
                    {t("Row {line}", { line })}: {problem}
                  </li>
                ))}
              </ul>
            </Alert>
          )}
        </>
      )}
    </div>
  );
}

/** Fields that are yes or no, in words. */
const flags = {
  primary_email_verified: { yes: msg("Email verified"), no: msg("Email not verified") },
  primary_email_auth_enabled: { yes: msg("Email used for sign-in"), no: msg("Email not used for sign-in") },
  otp_auth_enabled: { yes: msg("Sign-in by email code"), no: msg("No sign-in by email code") },
} as const;

function shown(field: ImportField, value: unknown, t: Translate): string {
  if (field === "password" || field === "password_hash") return "••••••••";
  if (typeof value === "boolean" && field in flags) {
    const { yes, no } = flags[field as keyof typeof flags];
    return t(value ? yes : no);
  }
  return typeof value === "string" ? value : `${t(fields[field].label)}: ${JSON.stringify(value)}`;
}

/** The first value of a column, which says what it may be. */
function sampleOf({ rows }: ImportTable, column: number): string | undefined {
  const cell = rows.map((cells) => cells[column]).find((cell) => cell !== undefined && cell !== null && cell !== "");
  if (cell === undefined) return undefined;
  const text = typeof cell === "object" ? JSON.stringify(cell) : String(cell);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

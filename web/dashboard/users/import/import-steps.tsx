import UploadIcon from "lucide-react/icons/upload";
import { useRef, useState } from "react";
import { Button } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { ColumnHeader, Table, TableBody, TableCell, TableHead, TableRow } from "../../../ui/data/table";
import { Alert } from "../../../ui/feedback/alert";
import { Checkbox } from "../../../ui/forms/checkbox";
import { Select } from "../../../ui/forms/select";
import { msg } from "../../translation/message";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { type ChosenFile, decoded, type Encoding, encodings } from "./import-file";
import {
  fields,
  type ImportField,
  type ImportRow,
  type ImportTable,
  importFields,
  type Mapping,
  maxRows,
} from "./imported-users";
import { type PresetName, presets, reasonToLeaveOut } from "./presets";

const example = `name,email,email_verified
Ada Lovelace,ada@example.com,yes
Grace Hopper,grace@example.com,no
`;

/** The longest file that is read, in bytes. */
const maxFileSize = 20_000_000;

/** Encodings in which spreadsheets of a language save CSV where they do not write UTF-8. */
const usualEncodings: Readonly<Record<string, Encoding>> = {
  "ja-JP": "shift_jis",
  "ko-KR": "euc-kr",
  "zh-CN": "gb18030",
  "zh-TW": "big5",
};

/** Chooses the file of an import. */
export function FileStep({
  onFile,
}: {
  /** Returns why the file cannot be read. */
  onFile: (file: ChosenFile, encoding: Encoding) => string | undefined;
}) {
  const t = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string>();

  async function take(file: File) {
    setFailure(undefined);
    if (file.size > maxFileSize) return setFailure(t("The file is larger than 20 MB. Split it into several."));
    const bytes = new Uint8Array(await file.arrayBuffer());
    setFailure(onFile(decoded(bytes), usualEncodings[t.language] ?? "windows-1252"));
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-soft">
        {t(
          "The first line of a CSV file names its columns. A JSON file is an array of objects, or has one in each line. Files of {systems} are recognised. At most {count} users.",
          {
            systems: new Intl.ListFormat(t.language).format(Object.values(presets).map(({ label }) => label)),
            count: maxRows.toLocaleString(t.language),
          },
        )}
      </p>
      <CodeBlock title="users.csv" code={example} />
      {failure && <Alert tone="danger">{failure}</Alert>}
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,application/json,application/x-ndjson"
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

/** Rows of the preview, and of those with a problem. */
const shownRows = 5;

interface MappingStepProps {
  table: ImportTable;
  /** In which the file is read; undefined where the file itself says it. */
  encoding: Encoding | undefined;
  /** Returns why the file cannot be read in it. */
  onEncoding: (encoding: Encoding) => string | undefined;
  /** Undefined for a file of no system that is known. */
  preset: PresetName | undefined;
  onPreset: (preset: PresetName | undefined) => void;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
  problem: string | undefined;
  rows: readonly ImportRow[];
  isForSignIn: boolean;
  onForSignIn: (isForSignIn: boolean) => void;
}

/** Shows each column of a file with an example and what it becomes, and the first users that the file makes. */
export function MappingStep({
  table,
  encoding,
  onEncoding,
  preset,
  onPreset,
  mapping,
  onMapping,
  problem,
  rows,
  isForSignIn,
  onForSignIn,
}: MappingStepProps) {
  const t = useTranslation();
  return (
    <div data-wide className="flex flex-col gap-5">
      {encoding && <EncodingChoice encoding={encoding} onEncoding={onEncoding} />}
      <Select
        label={t("The file comes from")}
        options={[
          { value: "", label: t("Another system") },
          ...Object.entries(presets).map(([value, { label }]) => ({ value: value as PresetName, label })),
        ]}
        value={preset ?? ""}
        onValueChange={(chosen) => onPreset(chosen || undefined)}
      />
      <ColumnTable table={table} preset={preset} mapping={mapping} onMapping={onMapping} />
      {mapping.includes("primary_email") && !mapping.includes("primary_email_auth_enabled") && (
        <Checkbox
          label={t("The addresses are used for sign-in")}
          checked={isForSignIn}
          onChange={({ currentTarget }) => onForSignIn(currentTarget.checked)}
        />
      )}
      {problem ? <Alert tone="warning">{problem}</Alert> : <RowsPreview rows={rows} />}
    </div>
  );
}

/** Says that the file is not UTF-8, and lets the reader of the examples choose what it is. */
function EncodingChoice({
  encoding,
  onEncoding,
}: Required<Pick<MappingStepProps, "onEncoding">> & { encoding: Encoding }) {
  const t = useTranslation();
  const [failure, setFailure] = useState<string>();
  return (
    <div className="flex flex-col gap-3">
      <Alert tone="warning">
        {t(
          "The file is not UTF-8. Check letters with accents in the examples, and choose another encoding if they are wrong.",
        )}
      </Alert>
      <Select
        label={t("Encoding of the file")}
        error={failure}
        options={encodings.map((value) => ({ value, label: encodingNames[value] }))}
        value={encoding}
        onValueChange={(chosen) => setFailure(onEncoding(chosen))}
      />
    </div>
  );
}

const encodingNames: Readonly<Record<Encoding, string>> = {
  "windows-1252": "Windows-1252 (ISO 8859-1)",
  "windows-1250": "Windows-1250 (ISO 8859-2)",
  "windows-1251": "Windows-1251",
  "windows-1254": "Windows-1254 (ISO 8859-9)",
  shift_jis: "Shift_JIS",
  "euc-kr": "EUC-KR",
  gb18030: "GB 18030",
  big5: "Big5",
};

type ColumnTableProps = Pick<MappingStepProps, "table" | "preset" | "mapping" | "onMapping">;

function ColumnTable({ table, preset, mapping, onMapping }: ColumnTableProps) {
  const t = useTranslation();
  const options = [
    { value: "", label: t("Leave out") },
    ...importFields.map((value) => ({ value, label: t(fields[value].label) })),
  ] as const;
  return (
    <Table caption={t("Columns of the file")}>
      <TableHead>
        <ColumnHeader>{t("Column")}</ColumnHeader>
        <ColumnHeader>{t("Example")}</ColumnHeader>
        <ColumnHeader>{t("Becomes")}</ColumnHeader>
      </TableHead>
      <TableBody>
        {table.columns.map((column, at) => {
          const name = column || t("Column {number}", { number: at + 1 });
          const reason = mapping[at] === null ? reasonToLeaveOut(column, preset) : undefined;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns of one file keep their places, and may have the same name
            <TableRow key={at}>
              <TableCell className="max-w-40 font-medium wrap-anywhere text-ink">{name}</TableCell>
              <TableCell className="max-w-56 wrap-anywhere text-ink-soft">{exampleOf(table, at) ?? "–"}</TableCell>
              <TableCell className="w-64 min-w-48">
                <Select
                  label={name}
                  isLabelHidden
                  hint={reason && t(reason)}
                  options={options}
                  value={mapping[at] ?? ""}
                  onValueChange={(field) => onMapping(mapping.with(at, field || null))}
                />
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}

function RowsPreview({ rows }: { rows: readonly ImportRow[] }) {
  const t = useTranslation();
  const refused = rows.filter((row) => row.problem !== undefined);
  const preview = rows.filter((row) => row.problem === undefined).slice(0, shownRows);
  return (
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
  );
}

/** Fields that are yes or no, in words. */
const flags = {
  primary_email_verified: { yes: msg("Email verified"), no: msg("Email not verified") },
  primary_email_auth_enabled: { yes: msg("Email used for sign-in"), no: msg("Email not used for sign-in") },
  otp_auth_enabled: { yes: msg("Sign-in by email code"), no: msg("No sign-in by email code") },
  is_anonymous: { yes: msg("Anonymous"), no: msg("Not anonymous") },
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
function exampleOf({ rows }: ImportTable, column: number): string | undefined {
  const cell = rows.map((cells) => cells[column]).find((cell) => cell !== undefined && cell !== null && cell !== "");
  if (cell === undefined) return undefined;
  const text = typeof cell === "object" ? JSON.stringify(cell) : String(cell);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

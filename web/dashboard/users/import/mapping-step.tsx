import { Alert } from "../../../ui/feedback/alert";
import { Checkbox } from "../../../ui/forms/checkbox";
import { Select } from "../../../ui/forms/select";
import { msg } from "../../translation/message";
import { type Translate, useTranslation } from "../../translation/use-translation";
import {
  fields,
  type ImportField,
  type ImportRow,
  type ImportTable,
  isTimeColumn,
  type Mapping,
} from "./imported-users";

/** Rows of the preview, and of those with a problem. */
const shownRows = 5;

/** Shows what each column of a file is, and the first users that it makes. */
export function MappingStep({
  table,
  mapping,
  onMapping,
  problem,
  rows,
  isForSignIn,
  onForSignIn,
}: {
  table: ImportTable;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
  problem: string | undefined;
  rows: readonly ImportRow[];
  isForSignIn: boolean;
  onForSignIn: (isForSignIn: boolean) => void;
}) {
  const t = useTranslation();
  const options = [
    { value: "", label: t("Leave out") },
    ...Object.entries(fields).map(([value, label]) => ({ value, label: t(label) })),
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
  return typeof value === "string" ? value : `${t(fields[field])}: ${JSON.stringify(value)}`;
}

/** The first value of a column, which says what it may be. */
function sampleOf({ rows }: ImportTable, column: number): string | undefined {
  const cell = rows.map((cells) => cells[column]).find((cell) => cell !== undefined && cell !== null && cell !== "");
  if (cell === undefined) return undefined;
  const text = typeof cell === "object" ? JSON.stringify(cell) : String(cell);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

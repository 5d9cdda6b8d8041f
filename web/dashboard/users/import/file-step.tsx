import UploadIcon from "lucide-react/icons/upload";
import { useRef, useState } from "react";
import { Button } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { Alert } from "../../../ui/feedback/alert";
import { parseCsv } from "../../files/csv";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { type ImportTable, maxRows, tableOfJson } from "./imported-users";

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

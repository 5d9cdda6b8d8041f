import { useEffect, useRef, useState } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { dayOf } from "../../ui/text/date-text";
import { useShownCode } from "../code/shown-code";
import { Modal } from "../dialogs/modal";
import { SegmentedControl } from "../forms/segmented-control";
import { useTranslation } from "../translation/use-translation";

/** A format in which what was read can be saved. */
interface ExportFormat<Read> {
  readonly type: string;
  readonly write: (read: Read) => string | readonly string[];
}

/** Reads all that a list selects, also what is not loaded, and saves it as a file. It can be stopped; then nothing is saved. */
export function ExportDialog<Read, Extension extends string>({
  title,
  description,
  formats,
  jsonHint,
  project,
  contents,
  total,
  read,
  statusText,
  code,
  onClose,
}: {
  title: string;
  description: string;
  /** By the extension of the file: CSV, and a form of JSON. The first is chosen at first. */
  formats: Readonly<Record<Extension, ExportFormat<Read>>>;
  jsonHint: string;
  /** The project and what is in the file, which its name says with the day. */
  project: string;
  contents: string;
  /** Counts what there is to read, where that is known. */
  total?: number;
  /** Reads page by page, says how much was read so far, and throws when the signal aborts. */
  read: (options: { signal: AbortSignal; onPage: (count: number) => void }) => Promise<Read>;
  statusText: (count: number, isDone: boolean) => string;
  code: string;
  onClose: () => void;
}) {
  const t = useTranslation();
  const { show } = useShownCode();
  const extensions = Object.keys(formats) as Extension[];
  const [extension, setExtension] = useState(extensions[0] as Extension);
  const [count, setCount] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const [isDone, setIsDone] = useState(false);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const { type, write } = formats[extension];

  async function start() {
    control.current = new AbortController();
    const { signal } = control.current;
    setFailure(undefined);
    setCount(0);
    try {
      const all = await read({ signal, onPage: setCount });
      download(write(all), `${fileName(project)}-${contents}-${dayOf(new Date())}.${extension}`, type);
      show({ title, code });
      setIsDone(true);
    } catch (error) {
      if (signal.aborted) return;
      setFailure(describeFailure(error, t));
      setCount(undefined);
    }
  }

  function cancel() {
    control.current?.abort();
    setCount(undefined);
  }

  const isRunning = count !== undefined && !isDone;
  return (
    <Modal
      title={title}
      description={description}
      actions={
        isDone ? (
          <Button onClick={onClose}>{t("Done")}</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={isRunning ? cancel : onClose}>
              {t("Cancel")}
            </Button>
            {!isRunning && <Button onClick={() => void start()}>{t("Export")}</Button>}
          </>
        )
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {count === undefined ? (
          <>
            <SegmentedControl
              label={t("Format")}
              options={extensions.map((value) => ({ value, label: value === "csv" ? t("CSV") : t("JSON") }))}
              value={extension}
              onValueChange={setExtension}
            />
            <p className="text-sm text-ink-soft">
              {extension === "csv"
                ? t("For spreadsheets. Texts that a spreadsheet would run as a formula begin with an apostrophe.")
                : jsonHint}
            </p>
          </>
        ) : (
          <div className="flex flex-col gap-2">
            <progress
              aria-label={t("Progress")}
              className="h-2 w-full accent-accent"
              {...(isDone ? { value: 1, max: 1 } : total && { value: Math.min(count, total), max: total })}
            />
            <p role="status" className="text-sm text-ink-soft">
              {statusText(count, isDone)}
            </p>
          </div>
        )}
        {failure && <Alert tone="danger">{failure}</Alert>}
      </div>
    </Modal>
  );
}

function fileName(displayName: string): string {
  const name = displayName.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return name.replace(/^-|-$/g, "") || "project";
}

/** Returns the parts of a file. Without the byte order mark, Excel reads UTF-8 as the encoding of its country, without accents. */
export function fileParts(text: string | readonly string[], type: string): string[] {
  return [...(type === "text/csv" ? ["\uFEFF"] : []), ...[text].flat()];
}

/** Has the browser save a text, or the parts of one, as a file. */
export function download(text: string | readonly string[], fileName: string, type: string): void {
  const url = URL.createObjectURL(new Blob(fileParts(text, type), { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

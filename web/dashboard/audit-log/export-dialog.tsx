import { useEffect, useRef, useState } from "react";
import { describeFailure } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Spinner } from "../../ui/feedback/spinner";
import { Select } from "../../ui/forms/select";
import { Dialog } from "../../ui/overlays/dialog";
import { useShownCode } from "../code/shown-code";
import { literal } from "../code/written-code";
import { download } from "../files/download";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { type AuditSearch, filterOf } from "./audit-search";
import { csvHeader, csvLines } from "./export-rows";

type Format = "csv" | "jsonl";

/** Saves the events that a search selects as a file. It can be stopped; then nothing is saved. */
export default function ExportDialog({ search, onClose }: { search: AuditSearch; onClose: () => void }) {
  const t = useTranslation();
  const { app, displayName } = useOwnedProject();
  const { show } = useShownCode();
  const [format, setFormat] = useState<Format>("csv");
  const [count, setCount] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );

  async function save() {
    isStopped.current = false;
    setFailure(undefined);
    setCount(0);
    const parts: string[] = format === "csv" ? [csvHeader] : [];
    const filter = filterOf(search, new Date());
    try {
      let exported = 0;
      for await (const lines of app.exportAuditEvents(filter)) {
        if (isStopped.current) return setCount(undefined);
        parts.push(format === "csv" ? csvLines(lines) : lines);
        exported += lines.split("\n").length - 1;
        setCount(exported);
      }
      if (isStopped.current) return setCount(undefined);
      download(parts, `${displayName} audit log.${format}`, format === "csv" ? "text/csv" : "application/jsonl");
      show({
        title: t("Export the audit log"),
        code: `for await (const lines of adminApp.exportAuditEvents(${literal(filter)})) {\n  process.stdout.write(lines);\n}`,
      });
      onClose();
    } catch (error) {
      setCount(undefined);
      setFailure(describeFailure(error, t));
    }
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t("Export the audit log")}
      description={t("All events that the filters select, newest first. The export is an event of the log itself.")}
      actions={
        <>
          <Button
            variant="secondary"
            onClick={() => {
              isStopped.current = true;
              onClose();
            }}
          >
            {t("Cancel")}
          </Button>
          <Button onClick={save} isPending={count !== undefined}>
            {t("Export")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Select
          label={t("Format")}
          options={[
            { value: "csv" as const, label: t("CSV, for spreadsheets") },
            { value: "jsonl" as const, label: t("JSON, an event a line") },
          ]}
          value={format}
          onValueChange={setFormat}
          disabled={count !== undefined}
        />
        {count !== undefined && (
          <p role="status" className="flex items-center gap-2 text-sm text-ink-soft">
            <Spinner label={t("Exporting")} />
            {t("{count, plural, one {# event} other {# events}}", { count })}
          </p>
        )}
        {failure && <Alert tone="danger">{failure}</Alert>}
      </div>
    </Dialog>
  );
}

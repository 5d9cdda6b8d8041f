import { SearchField } from "../../../ui/forms/search-field";
import { Select } from "../../../ui/forms/select";
import { TextField } from "../../../ui/forms/text-field";
import { useTranslation } from "../../translation/use-translation";
import type { LogSearch } from "./log-search";

/** What the log is filtered by. */
export function LogFilters({ search, onChange }: { search: LogSearch; onChange: (changes: LogSearch) => void }) {
  const t = useTranslation();
  const statuses = [
    { value: "all", label: t("Every status") },
    { value: "delivered", label: t("Delivered") },
    { value: "failed", label: t("Not delivered") },
  ] as const;
  return (
    <search className="grid grid-cols-2 gap-3 lg:grid-cols-[1fr_11rem_10rem_10rem] lg:items-end">
      <SearchField
        label={t("Search by recipient or subject")}
        value={search.q ?? ""}
        onSearch={(q) => onChange({ q: q.trim() || undefined })}
        className="col-span-2 lg:col-span-1"
      />
      <div className="col-span-2 sm:col-span-1">
        <Select
          label={t("Status")}
          isLabelHidden
          options={statuses}
          value={search.status ?? "all"}
          onValueChange={(status) => onChange({ status: status === "all" ? undefined : status })}
        />
      </div>
      <TextField
        label={t("From")}
        type="date"
        value={search.from ?? ""}
        max={search.until}
        onChange={({ target }) => onChange({ from: target.value || undefined })}
      />
      <TextField
        label={t("Until")}
        type="date"
        value={search.until ?? ""}
        min={search.from}
        onChange={({ target }) => onChange({ until: target.value || undefined })}
      />
    </search>
  );
}

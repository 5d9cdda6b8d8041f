import { SearchField } from "../../../ui/forms/search-field";
import { Select } from "../../../ui/forms/select";
import { TextField } from "../../../ui/forms/text-field";
import { useTranslation } from "../../translation/use-translation";
import type { LogSearch } from "./log-search";
import { type MailKind, mailKinds } from "./mail-kinds";

/** What the log is filtered by. */
export function LogFilters({ search, onChange }: { search: LogSearch; onChange: (changes: LogSearch) => void }) {
  const t = useTranslation();
  const statuses = [
    { value: "all", label: t("Every status") },
    { value: "delivered", label: t("Delivered") },
    { value: "failed", label: t("Not delivered") },
  ] as const;
  const kinds: { value: MailKind | "all"; label: string }[] = [
    { value: "all", label: t("Every kind") },
    ...(Object.keys(mailKinds) as MailKind[]).map((value) => ({ value, label: t(mailKinds[value]) })),
  ];
  return (
    <search className="grid grid-cols-2 gap-3 lg:grid-cols-[1fr_10rem_13rem_9rem_9rem] lg:items-end">
      <SearchField
        label={t("Recipient's email address")}
        value={search.to ?? ""}
        onSearch={(to) => onChange({ to: to.trim() || undefined })}
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
      <div className="col-span-2 sm:col-span-1">
        <Select
          label={t("Kind")}
          isLabelHidden
          options={kinds}
          value={search.kind ?? "all"}
          onValueChange={(kind) => onChange({ kind: kind === "all" ? undefined : kind })}
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

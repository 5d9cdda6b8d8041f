import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../ui/buttons/button";
import { SearchField } from "../../ui/forms/search-field";
import { Select } from "../../ui/forms/select";
import { TextField } from "../../ui/forms/text-field";
import { useTranslation } from "../translation/use-translation";
import { type AuditSearch, isFiltered, type Span, spans } from "./audit-search";
import { eventTexts, isEventType } from "./event-texts";

/** Which events are shown: by type, who did it, what it was done to, and when. */
export function AuditFilters() {
  const t = useTranslation();
  const search = useSearch({ from: "/projects/$projectId/audit-log" });
  const navigate = useNavigate({ from: "/projects/$projectId/audit-log" });
  const [isCustom, setIsCustom] = useState(search.from !== undefined || search.to !== undefined);
  const types = Object.entries(eventTexts).map(([value, label]) => ({ value, label: t(label) }));
  const when = search.span ?? (isCustom ? "custom" : "any");

  function show({ event: _event, ...next }: AuditSearch) {
    void navigate({ search: next, replace: true, resetScroll: false });
  }

  return (
    <search className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <Select
          label={t("Event")}
          options={[{ value: "all", label: t("All events") }, ...types]}
          value={search.type ?? "all"}
          onValueChange={(type) => show({ ...search, type: isEventType(type) ? type : undefined })}
        />
        <Select
          label={t("When")}
          options={[
            { value: "any", label: t("Any time") },
            ...Object.entries(spans).map(([value, { label }]) => ({ value, label: t(label) })),
            { value: "custom", label: t("Choose days") },
          ]}
          value={when}
          onValueChange={(chosen) => {
            setIsCustom(chosen === "custom");
            const span = Object.hasOwn(spans, chosen) ? (chosen as Span) : undefined;
            show({ ...search, span, from: undefined, to: undefined });
          }}
        />
        <IdField label={t("Actor ID")} value={search.actor} onSearch={(actor) => show({ ...search, actor })} />
        <IdField label={t("Target ID")} value={search.target} onSearch={(target) => show({ ...search, target })} />
        {isCustom && (
          <>
            <TextField
              label={t("From")}
              type="date"
              value={search.from ?? ""}
              max={search.to}
              onChange={({ currentTarget }) => show({ ...search, from: currentTarget.value || undefined })}
            />
            <TextField
              label={t("To")}
              type="date"
              value={search.to ?? ""}
              min={search.from}
              onChange={({ currentTarget }) => show({ ...search, to: currentTarget.value || undefined })}
            />
          </>
        )}
      </div>
      {isFiltered(search) && (
        <Button
          variant="ghost"
          size="small"
          className="self-start"
          onClick={() => {
            setIsCustom(false);
            show({});
          }}
        >
          {t("Clear the filters")}
        </Button>
      )}
    </search>
  );
}

function IdField({
  label,
  value = "",
  onSearch,
}: {
  label: string;
  value: string | undefined;
  onSearch: (id: string | undefined) => void;
}) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden="true" className="text-sm font-medium text-ink">
        {label}
      </span>
      <SearchField label={label} value={value} onSearch={(text) => onSearch(text.trim() || undefined)} />
    </div>
  );
}

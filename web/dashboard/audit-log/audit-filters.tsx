import { useNavigate, useSearch } from "@tanstack/react-router";
import ChevronDownIcon from "lucide-react/icons/chevron-down";
import UserIcon from "lucide-react/icons/user";
import { useState } from "react";
import type { AuditEventType } from "../../kit";
import { Button } from "../../ui/buttons/button";
import { controlClasses } from "../../ui/forms/field";
import { SearchField } from "../../ui/forms/search-field";
import { Select } from "../../ui/forms/select";
import { TextField } from "../../ui/forms/text-field";
import { classNames } from "../../ui/theme/class-names";
import { lazyDialog } from "../shell/lazy";
import { useTranslation } from "../translation/use-translation";
import { type AuditSearch, isFiltered, type Span, spans } from "./audit-search";
import { eventText } from "./event-texts";
import { PartyLink } from "./parties";

const TypeDialog = lazyDialog(() => import("./filter-dialogs"), "TypeDialog");
const UserDialog = lazyDialog(() => import("./filter-dialogs"), "UserDialog");

/** Chooses which events are shown: by type, who did it, what it was done to, and when. */
export function AuditFilters() {
  const t = useTranslation();
  const search = useSearch({ from: "/projects/$projectId/audit-log" });
  const navigate = useNavigate({ from: "/projects/$projectId/audit-log" });
  const [isCustom, setIsCustom] = useState(search.from !== undefined || search.to !== undefined);
  const when = search.span ?? (isCustom ? "custom" : "any");

  function show(changes: AuditSearch) {
    void navigate({
      search: ({ event: _event, ...current }) => ({ ...current, ...changes }),
      replace: true,
      resetScroll: false,
    });
  }

  return (
    <search className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <TypeField type={search.type} onChoose={(type) => show({ type })} />
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
            show({ span, from: undefined, to: undefined });
          }}
        />
        <IdField
          label={t("Actor ID")}
          findLabel={t("Find the actor among the users")}
          value={search.actor}
          onSearch={(actor) => show({ actor })}
        />
        <IdField
          label={t("Target ID")}
          findLabel={t("Find the target among the users")}
          value={search.target}
          onSearch={(target) => show({ target })}
        />
        {isCustom && (
          <>
            <TextField
              label={t("From")}
              type="date"
              value={search.from ?? ""}
              max={search.to}
              onChange={({ currentTarget }) => show({ from: currentTarget.value || undefined })}
            />
            <TextField
              label={t("To")}
              type="date"
              value={search.to ?? ""}
              min={search.from}
              onChange={({ currentTarget }) => show({ to: currentTarget.value || undefined })}
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
            void navigate({ search: {}, replace: true, resetScroll: false });
          }}
        >
          {t("Clear the filters")}
        </Button>
      )}
    </search>
  );
}

interface TypeFieldProps {
  type: AuditEventType | undefined;
  onChoose: (type: AuditEventType | undefined) => void;
}

/** Opens all types of events by topic. They are too many for a list that cannot be searched. */
function TypeField({ type, onChoose }: TypeFieldProps) {
  const t = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const chosen = type ? eventText(type, t) : t("All events");
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span aria-hidden="true" className="text-sm font-medium text-ink">
        {t("Event")}
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t("Event: {chosen}", { chosen })}
        onClick={() => setIsOpen(true)}
        className={classNames(controlClasses, "flex cursor-pointer items-center gap-2 text-start")}
      >
        <span className="min-w-0 flex-1 truncate">{chosen}</span>
        <ChevronDownIcon className="size-4 shrink-0 text-ink-soft" aria-hidden="true" />
      </button>
      {isOpen && <TypeDialog type={type} onChoose={onChoose} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

interface IdFieldProps {
  label: string;
  findLabel: string;
  value: string | undefined;
  onSearch: (id: string | undefined) => void;
}

/** Takes an id, or that of a user who is found by name or email. */
function IdField({ label, findLabel, value = "", onSearch }: IdFieldProps) {
  const [isFinding, setIsFinding] = useState(false);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span aria-hidden="true" className="text-sm font-medium text-ink">
        {label}
      </span>
      <div className="flex items-center gap-1.5">
        <SearchField
          label={label}
          value={value}
          onSearch={(text) => onSearch(text.trim() || undefined)}
          className="min-w-0 flex-1"
        />
        <Button variant="secondary" size="icon" aria-label={findLabel} onClick={() => setIsFinding(true)}>
          <UserIcon aria-hidden="true" />
        </Button>
      </div>
      {/* The field has an id, which says nothing to a reader. */}
      {value && (
        <span className="truncate text-2xs text-ink-soft">
          <PartyLink party={{ type: "user", id: value }} />
        </span>
      )}
      {isFinding && <UserDialog onChoose={onSearch} onClose={() => setIsFinding(false)} />}
    </div>
  );
}

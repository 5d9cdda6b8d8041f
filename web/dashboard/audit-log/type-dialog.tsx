import CheckIcon from "lucide-react/icons/check";
import { useState } from "react";
import type { AuditEventType } from "../../kit";
import { Button } from "../../ui/buttons/button";
import { SearchField } from "../../ui/forms/search-field";
import { Dialog } from "../../ui/overlays/dialog";
import { useTranslation } from "../translation/use-translation";
import { findEventTypes } from "./event-groups";

/** Chooses the type of events that are shown, from all of them by topic; none for all. */
export default function TypeDialog({
  type,
  onChoose,
  onClose,
}: {
  type: AuditEventType | undefined;
  onChoose: (type: AuditEventType | undefined) => void;
  onClose: () => void;
}) {
  const t = useTranslation();
  const [query, setQuery] = useState("");
  const groups = findEventTypes(query, t);

  function choose(chosen: AuditEventType | undefined) {
    onChoose(chosen);
    onClose();
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t("Choose an event")}
      actions={
        <Button variant="secondary" onClick={() => choose(undefined)}>
          {t("All events")}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <SearchField label={t("Search events")} value={query} onSearch={setQuery} />
        {groups.length === 0 && <p className="text-sm text-ink-soft">{t("No event matches.")}</p>}
        {groups.map(({ label, types }) => (
          <section key={label} aria-label={label} className="flex flex-col gap-1">
            <h3 className="text-2xs font-medium text-ink-soft">{label}</h3>
            <ul className="-mx-2 flex flex-col">
              {types.map((each) => (
                <li key={each.type}>
                  <button
                    type="button"
                    aria-pressed={each.type === type}
                    onClick={() => choose(each.type)}
                    className="flex min-h-11 w-full items-center gap-3 rounded-control px-2 py-1 text-start text-sm hover:bg-sunken sm:min-h-9"
                  >
                    <span className="min-w-0 flex-1 text-ink">{each.text}</span>
                    <code className="min-w-0 truncate font-mono text-2xs text-ink-soft">{each.type}</code>
                    {each.type === type && <CheckIcon className="size-4 shrink-0 text-accent" aria-hidden="true" />}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WebhookEventType } from "../../kit";
import { CodeBlock } from "../../ui/data/code-block";
import { Checkbox } from "../../ui/forms/checkbox";
import { SearchField } from "../../ui/forms/search-field";
import { Select } from "../../ui/forms/select";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { eventTypeText, exampleOf, groupText, typesBySubject } from "./event-types";
import { eventTypesOptions } from "./queries";

/** Chooses which types of events an endpoint is sent: all, or some of the list. `types` is null for all. */
export function EventPicker({
  types,
  onChange,
  error,
}: {
  types: readonly WebhookEventType[] | null;
  onChange: (types: readonly WebhookEventType[] | null) => void;
  error?: string | undefined;
}) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: known } = useSuspenseQuery(eventTypesOptions(app));
  const [search, setSearch] = useState("");
  const [example, setExample] = useState<WebhookEventType>("user.created");
  const found = known.filter(({ name }) =>
    `${name} ${eventTypeText(name, t)}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  // The example is of what was chosen last, until another is asked for.
  const choose = (name: WebhookEventType, chosen: readonly WebhookEventType[]) => {
    onChange(chosen);
    setExample(name);
  };
  const toggle = (name: WebhookEventType, isChosen: boolean) =>
    choose(name, isChosen ? [...(types ?? []), name] : (types ?? []).filter((each) => each !== name));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="pb-2 text-sm font-medium text-ink">{t("Events")}</legend>
      <Checkbox
        label={t("All events")}
        hint={t("Also those of types that are added later.")}
        checked={types === null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : [])}
      />
      {types !== null && (
        <>
          <SearchField label={t("Search events")} value={search} onSearch={setSearch} />
          <div className="flex flex-col gap-4">
            {[...typesBySubject(found)].map(([subject, members]) => (
              <fieldset key={subject} className="min-w-0">
                <legend className="pb-1 text-2xs font-medium text-ink-soft">{groupText(subject, t)}</legend>
                <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
                  {members.map(({ name }) => (
                    <Checkbox
                      key={name}
                      label={<code className="font-mono text-xs wrap-anywhere">{name}</code>}
                      hint={eventTypeText(name, t)}
                      checked={types.includes(name)}
                      onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
                    />
                  ))}
                </div>
              </fieldset>
            ))}
            {found.length === 0 && <p className="text-sm text-ink-soft">{t("No event matches.")}</p>}
          </div>
          {error && (
            <p role="alert" className="text-sm text-danger">
              {error}
            </p>
          )}
        </>
      )}
      <Select
        label={t("Example of")}
        options={known.map(({ name }) => ({ value: name, label: name }))}
        value={example}
        onValueChange={setExample}
      />
      <CodeBlock title="JSON" code={exampleOf(known, example)} />
    </fieldset>
  );
}

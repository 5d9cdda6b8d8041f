import { useState } from "react";
import type { PermissionDefinition } from "../../kit";
import { Checkbox } from "../../ui/forms/checkbox";
import { SearchField } from "../../ui/forms/search-field";
import { useTranslation } from "../translation/use-translation";

/** Sets from how many permissions on one searches among them. */
const many = 12;

/** Permissions to choose any of. */
export function PermissionChoices({
  legend,
  hint,
  empty,
  definitions,
  chosen,
  onChange,
}: {
  legend: string;
  hint: string;
  /** Said where there is nothing to choose. */
  empty: string;
  definitions: readonly PermissionDefinition[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const t = useTranslation();
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const found = definitions.filter(
    ({ id, description = "" }) => id.includes(wanted) || description.toLowerCase().includes(wanted),
  );
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="text-sm font-medium text-ink">{legend}</legend>
      <p className="text-sm text-ink-soft">{definitions.length === 0 ? empty : hint}</p>
      {definitions.length > many && <SearchField label={t("Search permissions")} value={query} onSearch={setQuery} />}
      {definitions.length > 0 && (
        <div className="grid gap-x-6 sm:grid-cols-2">
          {found.map(({ id, description }) => (
            <Checkbox
              key={id}
              label={<span className="font-mono wrap-anywhere">{id}</span>}
              hint={description}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
          ))}
          {found.length === 0 && <p className="text-sm text-ink-soft">{t("No permission contains this text.")}</p>}
        </div>
      )}
    </fieldset>
  );
}

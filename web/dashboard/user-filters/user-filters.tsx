import { useQuery } from "@tanstack/react-query";
import PlusIcon from "lucide-react/icons/plus";
import XIcon from "lucide-react/icons/x";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "../../ui/buttons/button";
import { DropdownMenu, MenuChoice, MenuItem } from "../../ui/overlays/dropdown-menu";
import { dateText, dayOf } from "../../ui/text/date-text";
import { classNames } from "../../ui/theme/class-names";
import { dayStart } from "../lists/address-search";
import { useOwnedProject } from "../projects/use-owned-projects";
import { lazyDialog } from "../shell/lazy";
import { teamOptions } from "../teams/queries";
import { type Translate, useTranslation } from "../translation/use-translation";
import { providerName } from "./provider-name";
import { isFiltered, type UserSearch } from "./user-search";

const ChooseTeamDialog = lazyDialog(() => import("./choose-dialogs"), "ChooseTeamDialog");
const ChooseDaysDialog = lazyDialog(() => import("./choose-dialogs"), "ChooseDaysDialog");

/** Days until today that are chosen at once. */
const ranges = [1, 7, 30, 90];

/** Shows what narrows the list down, as chips: those that are set say to what. */
export function UserFilters({ search, onChange }: { search: UserSearch; onChange: (changes: UserSearch) => void }) {
  const t = useTranslation();
  const { config } = useOwnedProject();
  const [asking, setAsking] = useState<"team" | "days">();
  const close = () => setAsking(undefined);
  const providers = config.oauthProviders.map(({ id }) => id);
  return (
    <search aria-label={t("Filters")} className="flex flex-wrap items-center gap-2">
      <ChoiceFilter
        label={t("Sign-in method")}
        options={[
          { value: "password", label: t("Password") },
          { value: "otp", label: t("Email code") },
          { value: "passkey", label: t("Passkey") },
          { value: "oauth", label: t("Any provider") },
          ...providers.map((id) => ({ value: id, label: providerName(id) })),
        ]}
        value={search.method}
        onChange={(method) => onChange({ method })}
      />
      <ChoiceFilter
        label={t("Email")}
        options={[
          { value: "verified", label: t("Verified") },
          { value: "unverified", label: t("Not verified") },
        ]}
        value={search.email}
        onChange={(email) => onChange({ email })}
      />
      <ChoiceFilter
        label={t("State")}
        options={[
          { value: "anonymous", label: t("Anonymous") },
          { value: "suspended", label: t("Suspended") },
          { value: "restricted", label: t("Restricted") },
          { value: "mfa", label: t("With a second factor") },
          { value: "no-mfa", label: t("Without a second factor") },
        ]}
        value={search.state}
        onChange={(state) => onChange({ state })}
      />
      <Filter label={t("Team")} isSet={search.memberOf !== undefined} onClear={() => onChange({ memberOf: undefined })}>
        {search.memberOf === undefined ? (
          <FilterChip label={t("Team")} value={undefined} onClick={() => setAsking("team")} />
        ) : (
          <TeamChip teamId={search.memberOf} onClick={() => setAsking("team")} />
        )}
      </Filter>
      <Filter
        label={t("Signed up")}
        isSet={search.since !== undefined || search.until !== undefined}
        onClear={() => onChange({ since: undefined, until: undefined })}
      >
        <DropdownMenu align="start" trigger={<FilterChip label={t("Signed up")} value={rangeText(search, t)} />}>
          {ranges.map((days) => (
            <MenuItem key={days} onSelect={() => onChange({ since: daysAgo(days - 1), until: undefined })}>
              {days === 1 ? t("Today") : t("Last {days} days", { days })}
            </MenuItem>
          ))}
          <MenuItem onSelect={() => setAsking("days")}>{t("Choose days…")}</MenuItem>
        </DropdownMenu>
      </Filter>
      {isFiltered({ ...search, q: undefined }) && (
        <Button variant="ghost" size="small" onClick={() => onChange(noFilters)}>
          {t("Remove all filters")}
        </Button>
      )}
      {asking === "team" && (
        <ChooseTeamDialog
          title={t("Members of a team")}
          submitLabel={t("Show members")}
          onChoose={({ id }) => {
            onChange({ memberOf: id });
            close();
          }}
          onClose={close}
        />
      )}
      {asking === "days" && (
        <ChooseDaysDialog since={search.since} until={search.until} onChoose={onChange} onClose={close} />
      )}
    </search>
  );
}

/** Takes every filter away, but the search text. */
export const noFilters: UserSearch = {
  method: undefined,
  email: undefined,
  state: undefined,
  memberOf: undefined,
  since: undefined,
  until: undefined,
};

function Filter(props: { label: string; isSet: boolean; onClear: () => void; children: ReactNode }) {
  const { label, isSet, onClear, children } = props;
  return (
    <span className="relative inline-flex max-w-full">
      {children}
      {isSet && <ClearFilter label={label} onClear={onClear} />}
    </span>
  );
}

interface ChoiceFilterProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

function ChoiceFilter<Value extends string>({ label, options, value, onChange }: ChoiceFilterProps<Value>) {
  // A value of the address that is no option, such as a provider that was removed, is shown as it is.
  const text = options.find((option) => option.value === value)?.label ?? value;
  return (
    <Filter label={label} isSet={value !== undefined} onClear={() => onChange(undefined)}>
      <DropdownMenu align="start" trigger={<FilterChip label={label} value={text} />}>
        <MenuChoice label={label} options={options} value={value} onValueChange={onChange} />
      </DropdownMenu>
    </Filter>
  );
}

function TeamChip({ teamId, onClick }: { teamId: string; onClick: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: team } = useQuery(teamOptions(app, teamId));
  const name = team === null ? t("Deleted team") : (team?.displayName ?? "…");
  return <FilterChip label={t("Team")} value={name} onClick={onClick} />;
}

function daysAgo(days: number): string {
  const now = new Date();
  return dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days));
}

function rangeText({ since, until }: UserSearch, t: Translate): string | undefined {
  const text = (day: string) => dateText(new Date(dayStart(day)), t);
  if (since !== undefined && until !== undefined) {
    return since === until ? text(since) : t("{since} to {until}", { since: text(since), until: text(until) });
  }
  if (since !== undefined) return t("since {day}", { day: text(since) });
  return until === undefined ? undefined : t("until {day}", { day: text(until) });
}

type FilterChipProps = Omit<ComponentProps<"button">, "value"> & {
  /** Names what the list is filtered by. */
  label: string;
  /** Its value in words, where the list is filtered by it. */
  value: string | undefined;
};

const chipClasses = "inline-flex min-h-11 items-center gap-1.5 text-sm sm:min-h-9";

/** A button that chooses a filter of a list; the trigger of a menu. */
function FilterChip({ label, value, ...button }: FilterChipProps) {
  const isSet = value !== undefined;
  return (
    <button
      type="button"
      {...button}
      className={classNames(
        chipClasses,
        "max-w-full rounded-full border px-3 transition-colors",
        isSet
          ? "border-accent bg-accent-soft pe-9 font-medium text-accent-strong"
          : "border-dashed border-line-strong bg-surface text-ink-soft hover:text-ink",
      )}
    >
      {!isSet && <PlusIcon className="size-3.5 shrink-0" aria-hidden="true" />}
      <span className="truncate">{isSet ? `${label}: ${value}` : label}</span>
    </button>
  );
}

/** Stands over the end of a filter's button, and takes the filter away. */
function ClearFilter({ label, onClear }: { label: string; onClear: () => void }) {
  const t = useTranslation();
  return (
    <button
      type="button"
      aria-label={t("Remove the filter {name}", { name: label })}
      onClick={onClear}
      className="absolute inset-y-0 end-0 flex w-9 items-center justify-center rounded-full text-accent-strong"
    >
      <XIcon className="size-3.5" aria-hidden="true" />
    </button>
  );
}

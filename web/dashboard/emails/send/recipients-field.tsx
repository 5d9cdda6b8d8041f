import { useQuery } from "@tanstack/react-query";
import XIcon from "lucide-react/icons/x";
import { Button } from "../../../ui/buttons/button";
import { Card } from "../../../ui/layout/card";
import { SegmentedControl } from "../../forms/segmented-control";
import { metricsOptions } from "../../metrics/queries";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { RecipientSearch } from "./recipient-search";
import { type WrittenEmail, withUsers } from "./written-email";

/** Limits how many of the chosen users are named one by one. */
const named = 12;

/** Shows who gets an email, with how many that are, and who cannot be reached. */
export function RecipientsField({
  email: { audience, users },
  onChange,
  error,
}: {
  email: WrittenEmail;
  onChange: (changes: Partial<WrittenEmail>) => void;
  error: string | undefined;
}) {
  const t = useTranslation();
  const audiences = [
    { value: "chosen", label: t("Chosen users") },
    { value: "all", label: t("All users") },
  ] as const;
  return (
    <Card title={t("Recipients")}>
      <div className="flex flex-col gap-5">
        <SegmentedControl
          label={t("Recipients")}
          options={audiences}
          value={audience}
          onValueChange={(audience) => onChange({ audience })}
        />
        {audience === "all" ? (
          <AllUsers />
        ) : (
          <>
            <RecipientSearch
              chosen={users}
              onAdd={(added) => onChange({ users: withUsers(users, added) })}
              isInvalid={error !== undefined}
            />
            {users.length > 0 && (
              <div className="flex flex-col gap-3">
                <ul aria-label={t("Chosen users")} className="flex flex-wrap gap-2">
                  {users.slice(0, named).map(({ id, name, email }) => (
                    <li
                      key={id}
                      className="flex max-w-full items-center gap-1 rounded-full bg-sunken ps-3 text-sm text-ink"
                    >
                      <span className="truncate">{name ?? email ?? id}</span>
                      <button
                        type="button"
                        aria-label={t("Remove {name}", { name: name ?? email ?? id })}
                        onClick={() => onChange({ users: users.filter((user) => user.id !== id) })}
                        className="flex size-9 shrink-0 items-center justify-center rounded-full text-ink-soft hover:text-ink"
                      >
                        <XIcon className="size-4" aria-hidden="true" />
                      </button>
                    </li>
                  ))}
                </ul>
                <Summary users={users} onClear={() => onChange({ users: [] })} />
              </div>
            )}
            {error && <p className="text-sm font-medium text-danger">{error}</p>}
          </>
        )}
      </div>
    </Card>
  );
}

function Summary({ users, onClear }: { users: WrittenEmail["users"]; onClear: () => void }) {
  const t = useTranslation();
  const unreachable = users.filter(({ email }) => email === null).length;
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-2 text-sm text-ink-soft">
      <span>
        {t("{count, plural, one {# user is chosen.} other {# users are chosen.}}", { count: users.length })}{" "}
        {unreachable > 0 &&
          t(
            "{count, plural, one {# of them has no email address and is skipped.} other {# of them have no email address and are skipped.}}",
            { count: unreachable },
          )}
      </span>
      <Button variant="ghost" size="small" onClick={onClear}>
        {t("Remove all")}
      </Button>
    </div>
  );
}

function AllUsers() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: metrics } = useQuery(metricsOptions(app));
  return (
    <p className="text-sm text-ink-soft">
      {metrics &&
        t("{count, plural, one {The project has # user.} other {The project has # users.}}", {
          count: metrics.total_users,
        })}{" "}
      {t("Those without an email address, and those who have unsubscribed from the category, are skipped.")}
    </p>
  );
}

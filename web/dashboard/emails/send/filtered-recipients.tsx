import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Alert } from "../../../ui/feedback/alert";
import { Spinner } from "../../../ui/feedback/spinner";
import { SearchField } from "../../../ui/forms/search-field";
import { FailedRead } from "../../lists/list-end";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { UserFilters } from "../../user-filters/user-filters";
import { filteredUsersOptions } from "./queries";
import { maxRecipients, type WrittenEmail } from "./written-email";

/** Chooses users by the filters of their list, and counts them before anything is sent. */
export function FilteredRecipients({
  filter,
  onChange,
}: {
  filter: WrittenEmail["filter"];
  onChange: (changes: Pick<WrittenEmail, "filter" | "filtered"> | Pick<WrittenEmail, "filtered">) => void;
}) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const found = useQuery(filteredUsersOptions(app, filter));
  const users = found.data;
  const withoutAddress = users?.filter(({ email }) => email === null).length ?? 0;
  const change = (changes: WrittenEmail["filter"]) =>
    onChange({ filter: { ...filter, ...changes }, filtered: undefined });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another function is no other list of users
  useEffect(() => {
    onChange({ filtered: users ?? undefined });
  }, [users]);

  return (
    <div className="flex flex-col gap-4">
      <SearchField
        label={t("Search by name, email or ID")}
        value={filter.q ?? ""}
        onSearch={(text) => change({ q: text.trim() || undefined })}
      />
      <UserFilters search={filter} onChange={change} />
      {found.isError && <FailedRead error={found.error} onRetry={found.refetch} />}
      {found.isPending && <Spinner label={t("Counting the users")} />}
      {users === null && (
        <Alert tone="warning">
          {t("These are more than {count} users. Narrow the filter down, or write to all users.", {
            count: maxRecipients.toLocaleString(t.language),
          })}
        </Alert>
      )}
      {users && (
        <p role="status" className="text-sm text-ink-soft">
          {t(
            "{count, plural, =0 {No user is like this.} one {# user gets the email.} other {# users get the email.}}",
            {
              count: users.length,
            },
          )}{" "}
          {withoutAddress > 0 &&
            t(
              "{count, plural, one {# of them has no email address and is skipped.} other {# of them have no email address and are skipped.}}",
              { count: withoutAddress },
            )}
        </p>
      )}
    </div>
  );
}

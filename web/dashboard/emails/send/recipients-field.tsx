import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import XIcon from "lucide-react/icons/x";
import { useState } from "react";
import type { ServerTeam, ServerUser } from "../../../kit/index";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { Alert } from "../../../ui/feedback/alert";
import { SearchField } from "../../../ui/forms/search-field";
import { Card } from "../../../ui/layout/card";
import { useToast } from "../../../ui/overlays/toast";
import { SegmentedControl } from "../../forms/segmented-control";
import { Row, RowList } from "../../lists/list-end";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { metricsOptions } from "../../usage/queries";
import { FilteredRecipients } from "./filtered-recipients";
import { teamsOptions, userListOptions } from "./queries";
import { type ChosenUser, userIdsIn, type WrittenEmail, withUsers } from "./written-email";

/** Limits how many of the chosen users are named one by one. */
const named = 12;

/** Shows who gets an email, with how many that are, and who cannot be reached. */
export function RecipientsField({
  email: { audience, users, filter },
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
    { value: "filtered", label: t("By filter") },
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
        ) : audience === "filtered" ? (
          <>
            <FilteredRecipients filter={filter} onChange={onChange} />
            {error && <p className="text-sm font-medium text-danger">{error}</p>}
          </>
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

/** Limits how many users, and how many teams, are offered at once. */
const offered = 6;

interface RecipientSearchProps {
  chosen: readonly ChosenUser[];
  onAdd: (users: readonly ChosenUser[]) => void;
  isInvalid: boolean;
}

/** Finds users by name, address or id, and teams by name, whose members are added at once. */
export function RecipientSearch({ chosen, onAdd, isInvalid }: RecipientSearchProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const [query, setQuery] = useState("");
  const ids = userIdsIn(query);
  const isList = ids.length > 1;
  const found = useQuery({
    ...userListOptions(app, { query, limit: offered }),
    enabled: query !== "" && !isList,
    placeholderData: keepPreviousData,
  });
  const teams = useQuery({ ...teamsOptions(app), enabled: query !== "" && !isList });
  const foundTeams = (teams.data ?? [])
    .filter(({ displayName }) => displayName.toLowerCase().includes(query.toLowerCase()))
    .slice(0, offered);
  const isChosen = (userId: string) => chosen.some(({ id }) => id === userId);
  return (
    <div className="flex flex-col gap-3">
      <SearchField
        label={t("Search users and teams, or paste user IDs")}
        value={query}
        isInvalid={isInvalid}
        onSearch={(text) => setQuery(text.trim())}
      />
      {isList && (
        <Button
          variant="secondary"
          onClick={() => {
            onAdd(ids.map((id) => ({ id, name: null, email: undefined })));
            setQuery("");
          }}
        >
          {t("{count, plural, one {Add # user by ID} other {Add # users by their IDs}}", { count: ids.length })}
        </Button>
      )}
      {query !== "" && !isList && found.isError && <Alert tone="danger">{describeFailure(found.error, t)}</Alert>}
      {query !== "" && !isList && found.data && (
        <div className="rounded-control border border-line px-4 py-2">
          {found.data.length + foundTeams.length === 0 ? (
            <p className="py-1 text-sm text-ink-soft">{t("No user and no team is like this.")}</p>
          ) : (
            <RowList label={t("Found users and teams")}>
              {foundTeams.map((team) => (
                <TeamRow key={team.id} team={team} onAdd={onAdd} />
              ))}
              {found.data.map((user) => (
                <Row
                  key={user.id}
                  title={user.displayName ?? user.primaryEmail ?? user.id}
                  detail={user.displayName ? (user.primaryEmail ?? t("No email address")) : undefined}
                  actions={
                    <Button
                      variant="secondary"
                      size="small"
                      disabled={isChosen(user.id)}
                      aria-label={
                        isChosen(user.id)
                          ? undefined
                          : t("Add {name}", { name: user.displayName ?? user.primaryEmail ?? user.id })
                      }
                      onClick={() => onAdd([chosenUser(user)])}
                    >
                      {isChosen(user.id) ? t("Added") : t("Add")}
                    </Button>
                  }
                />
              ))}
            </RowList>
          )}
        </div>
      )}
    </div>
  );
}

function TeamRow({ team, onAdd }: { team: ServerTeam; onAdd: (users: readonly ChosenUser[]) => void }) {
  const t = useTranslation();
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => team.listUsers(),
    onSuccess: (users) => onAdd(users.map(chosenUser)),
    onError: (error) => toast({ tone: "danger", message: describeFailure(error, t) }),
  });
  return (
    <Row
      title={team.displayName}
      detail={t("Team")}
      actions={
        <Button
          variant="secondary"
          size="small"
          isPending={isPending}
          aria-label={t("Add members of {team}", { team: team.displayName })}
          onClick={() => mutate()}
        >
          {t("Add members")}
        </Button>
      }
    />
  );
}

function chosenUser({ id, displayName, primaryEmail }: ServerUser): ChosenUser {
  return { id, name: displayName, email: primaryEmail };
}

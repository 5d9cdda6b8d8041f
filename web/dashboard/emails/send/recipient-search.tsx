import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ServerTeam, ServerUser } from "../../../kit";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { Alert } from "../../../ui/feedback/alert";
import { SearchField } from "../../../ui/forms/search-field";
import { useToast } from "../../../ui/overlays/toast";
import { Row, RowList } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { teamsOptions, userListOptions } from "./queries";
import { type ChosenUser, userIdsIn } from "./written-email";

/** Limits how many users, and how many teams, are offered at once. */
const offered = 6;

/** Finds users by name, address or id, and teams by name, whose members are added at once. */
export function RecipientSearch({
  chosen,
  onAdd,
  isInvalid,
}: {
  chosen: readonly ChosenUser[];
  onAdd: (users: readonly ChosenUser[]) => void;
  isInvalid: boolean;
}) {
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

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ServerUser } from "../../../kit";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { Avatar } from "../../../ui/data/avatar";
import { Alert } from "../../../ui/feedback/alert";
import { Badge } from "../../../ui/feedback/badge";
import { Spinner } from "../../../ui/feedback/spinner";
import { SearchField } from "../../../ui/forms/search-field";
import { Dialog } from "../../../ui/overlays/dialog";
import { Name } from "../../../ui/text/name";
import { EmptyRows, Row, RowList } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { foundUsersOptions, type Member } from "../queries";
import { memberName } from "./member-name";
import type { PartProps } from "./parts";
import { useTeamWrites } from "./team-writes";

/** Makes users of the project members of the team. It stays open for the next one. */
export default function AddMemberDialog({
  team,
  members,
  onClose,
}: PartProps & { members: readonly Member[]; onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const [query, setQuery] = useState("");
  const users = useQuery({ ...foundUsersOptions(app, query), placeholderData: keepPreviousData });
  const isMember = new Set(members.map(({ id }) => id));
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t("Add members")}
      description={t(
        "They get the permissions that your project gives to members. People without an account are invited by email.",
      )}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {t("Close")}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <SearchField label={t("Search users by name, email or ID")} value={query} onSearch={setQuery} />
        {users.isError ? (
          <Alert tone="danger">{describeFailure(users.error, t)}</Alert>
        ) : users.isPending ? (
          <Spinner label={t("Loading")} />
        ) : users.data.length === 0 ? (
          <EmptyRows>
            {query === ""
              ? t("The project has no users yet. Create one, or invite people to the team by email.")
              : t("No user is found. Invite them to the team by email.")}
          </EmptyRows>
        ) : (
          <RowList label={t("Users")}>
            {users.data.map((user) => (
              <FoundUser key={user.id} team={team} user={user} isMember={isMember.has(user.id)} />
            ))}
          </RowList>
        )}
      </div>
    </Dialog>
  );
}

function FoundUser({ team, user, isMember }: PartProps & { user: ServerUser; isMember: boolean }) {
  const t = useTranslation();
  const { attempt } = useTeamWrites(team);
  const { mutateAsync: add, isPending } = useMutation({ mutationFn: () => team.addUser(user.id) });
  const name = memberName(user, t);
  return (
    <Row
      title={
        <>
          <Avatar name={name} imageUrl={user.profileImageUrl} className="size-7 text-2xs" />
          <Name className="wrap-anywhere">{name}</Name>
        </>
      }
      detail={user.displayName && user.primaryEmail}
      actions={
        isMember ? (
          <Badge tone="success">{t("Member")}</Badge>
        ) : (
          <Button
            variant="secondary"
            size="small"
            isPending={isPending}
            aria-label={t("Add {name}", { name })}
            onClick={() =>
              void attempt({
                done: t("{name} is a member now.", { name }),
                call: ["team.addUser", user.id],
                run: () => add(),
              })
            }
          >
            {t("Add")}
          </Button>
        )
      }
    />
  );
}

import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Button, buttonClasses } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { Badge } from "../../../ui/feedback/badge";
import { SearchField } from "../../../ui/forms/search-field";
import { Card } from "../../../ui/layout/card";
import { Name } from "../../../ui/text/name";
import { linkClasses } from "../../../ui/theme/class-names";
import { EmptyRows, Row, RowList } from "../../lists/list-end";
import { useRead } from "../../projects/use-owned-projects";
import { PersonAvatar } from "../../shell/avatars";
import { lazyDialog } from "../../shell/lazy";
import { useTranslation } from "../../translation/use-translation";
import { type Member, membersOptions } from "../queries";
import type { PartProps } from "../team-search";
import { memberName, useTeamWrites } from "./team-writes";

const AddMemberDialog = lazyDialog(() => import("./team-dialogs"), "AddMemberDialog");
const MemberPermissionsDialog = lazyDialog(() => import("./team-dialogs"), "MemberPermissionsDialog");
const MemberProfileDialog = lazyDialog(() => import("./team-dialogs"), "MemberProfileDialog");

/** Sets from how many members on one searches among them, and how many are shown at once. */
const [many, atOnce] = [10, 50];

const from = "/projects/$projectId/teams/$teamId";

/** The members of the team, with what each may do. */
export function MembersPart({ team }: PartProps) {
  const t = useTranslation();
  const members = useRead(membersOptions, team.id);
  const { permissionsOf, profileOf, action } = useSearch({ from });
  const navigate = useNavigate({ from });
  const [query, setQuery] = useState("");
  const [shown, setShown] = useState(atOnce);
  const wanted = query.trim().toLowerCase();
  const found = members.filter((member) =>
    [member.displayName, member.primaryEmail, member.id].some((text) => text?.toLowerCase().includes(wanted)),
  );
  const permitted = members.find(({ id }) => id === permissionsOf);
  const profiled = members.find(({ id }) => id === profileOf);
  const close = () =>
    void navigate({
      search: ({ permissionsOf: _permissions, profileOf: _profile, action: _action, ...rest }) => rest,
      replace: true,
    });

  return (
    <Card
      title={t("Members")}
      description={t("{count, plural, one {# member} other {# members}}", { count: members.length })}
      actions={
        <Link
          from={from}
          to="."
          search={(search) => ({ ...search, action: "add-members" })}
          className={buttonClasses("secondary", "small")}
        >
          {t("Add member")}
        </Link>
      }
    >
      {members.length === 0 ? (
        <EmptyRows>
          <p>{t("The team has no members. Add users of the project here, invite people by email, or in code:")}</p>
          <CodeBlock title="server.ts" code="await team.addUser(user.id);" />
        </EmptyRows>
      ) : (
        <div className="flex flex-col gap-5">
          {members.length > many && <SearchField label={t("Search members")} value={query} onSearch={setQuery} />}
          <RowList label={t("Members")}>
            {found.slice(0, shown).map((member) => (
              <MemberRow key={member.id} team={team} member={member} />
            ))}
          </RowList>
          {found.length === 0 && <EmptyRows>{t("No member has this in their name, email address or ID.")}</EmptyRows>}
          {found.length > shown && (
            <Button variant="secondary" size="small" className="self-start" onClick={() => setShown(shown + atOnce)}>
              {t("Show more")}
            </Button>
          )}
        </div>
      )}
      {action === "add-members" && <AddMemberDialog team={team} members={members} onClose={close} />}
      {permitted && <MemberPermissionsDialog team={team} member={permitted} onClose={close} />}
      {profiled && <MemberProfileDialog team={team} member={profiled} onClose={close} />}
    </Card>
  );
}

function MemberRow({ team, member }: PartProps & { member: Member }) {
  const t = useTranslation();
  const { ask } = useTeamWrites(team);
  const name = memberName(member, t);
  const remove = () =>
    ask({
      title: t("Remove {name}?", { name }),
      description: t(
        "They lose their permissions in the team, and keys of the team that they have made are revoked. You can add them again.",
      ),
      confirmLabel: t("Remove from team"),
      done: t("{name} is removed.", { name }),
      call: ["team.removeUser", member.id],
      run: () => team.removeUser(member.id),
    });
  return (
    <Row
      title={
        <>
          <PersonAvatar name={name} imageUrl={member.profileImageUrl} className="size-7 text-2xs" />
          <Link
            from={from}
            to="/projects/$projectId/users/$userId"
            params={{ userId: member.id }}
            className={`${linkClasses} wrap-anywhere`}
          >
            <Name>{name}</Name>
          </Link>
        </>
      }
      badges={member.permissionIds.map((id) => (
        <Badge key={id}>
          <span className="font-mono">{id}</span>
        </Badge>
      ))}
      detail={member.displayName && member.primaryEmail}
      actions={
        <>
          <Link
            from={from}
            to="."
            search={({ profileOf: _profile, ...search }) => ({ ...search, permissionsOf: member.id })}
            aria-label={t("Permissions of {name}", { name })}
            className={buttonClasses("secondary", "small")}
          >
            {t("Permissions")}
          </Link>
          <Link
            from={from}
            to="."
            search={({ permissionsOf: _permissions, ...search }) => ({ ...search, profileOf: member.id })}
            aria-label={t("Profile of {name}", { name })}
            className={buttonClasses("secondary", "small")}
          >
            {t("Profile")}
          </Link>
        </>
      }
      buttons={[{ text: t("Remove"), label: t("Remove {name}", { name }), variant: "ghost", onClick: remove }]}
    />
  );
}

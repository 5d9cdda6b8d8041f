import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ServerTeam } from "../../../kit/index";
import { buttonClasses } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { Badge } from "../../../ui/feedback/badge";
import { Select } from "../../../ui/forms/select";
import { Card } from "../../../ui/layout/card";
import { Name } from "../../../ui/text/name";
import { linkClasses } from "../../../ui/theme/class-names";
import { OwnedKeysCard } from "../../api-keys/owned-keys-card";
import { EmptyRows, ListCard } from "../../lists/list-end";
import { grantRow } from "../../permissions/grant-row";
import { useOwnedProject, useRead } from "../../projects/use-owned-projects";
import { TeamAvatar } from "../../shell/avatars";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./parts";
import { permissionsOptions, teamsOfUserOptions, useUserWrites } from "./queries";

/** Shows what the user may do: their teams, their permissions, and the keys by which programs act for them. */
export function AccessPart(props: PartProps) {
  return (
    <div className="flex flex-col gap-6">
      <TeamsCard {...props} />
      <PermissionsCard {...props} />
      <KeysCard {...props} />
    </div>
  );
}

/** The teams of which the user is a member. */
function TeamsCard({ user }: PartProps) {
  const t = useTranslation();
  const teams = useRead(teamsOfUserOptions, user);
  const { ask } = useUserWrites(user);
  const askToRemove = (team: ServerTeam) =>
    ask({
      title: t("Remove the user from {name}?", { name: team.displayName }),
      description: t(
        "They lose their permissions in the team, and keys of the team that they have made are revoked. You can add them again.",
      ),
      confirmLabel: t("Remove from team"),
      done: t("The user is removed from {name}.", { name: team.displayName }),
      before: [`const team = await serverApp.getTeam(${JSON.stringify(team.id)});`],
      call: ["team.removeUser", user.id],
      run: () => team.removeUser(user.id),
    });
  return (
    <ListCard
      title={t("Teams")}
      description={t("Of which the user is a member.")}
      actions={
        <Link
          from="/projects/$projectId/users/$userId"
          to="."
          search={(search) => ({ ...search, action: "add-to-team" })}
          resetScroll={false}
          className={buttonClasses("secondary", "small")}
        >
          {t("Add to a team")}
        </Link>
      }
      empty={
        <>
          <p>{t("The user is in no team. Add them to one here, invite them from the team, or in code:")}</p>
          <CodeBlock title="server.ts" code="await team.addUser(user.id);" />
        </>
      }
      rows={teams.map((team) => ({
        id: team.id,
        title: (
          <>
            <TeamAvatar name={team.displayName} imageUrl={team.profileImageUrl} className="size-7 text-2xs" />
            <Link
              from="/projects/$projectId/users/$userId"
              to="/projects/$projectId/teams/$teamId"
              params={{ teamId: team.id }}
              className={`${linkClasses} wrap-anywhere`}
            >
              <Name>{team.displayName}</Name>
            </Link>
          </>
        ),
        badges: team.id === user.selectedTeam?.id && <Badge tone="accent">{t("Selected")}</Badge>,
        actions: (
          <Link
            from="/projects/$projectId/users/$userId"
            to="."
            search={(search) => ({ ...search, part: "access", team: team.id })}
            resetScroll={false}
            aria-label={t("Permissions in {name}", { name: team.displayName })}
            className={buttonClasses("secondary", "small")}
          >
            {t("Permissions")}
          </Link>
        ),
        buttons: [
          {
            text: t("Remove"),
            label: t("Remove from {name}", { name: team.displayName }),
            variant: "ghost",
            onClick: () => askToRemove(team),
          },
        ],
      }))}
    />
  );
}

const definition =
  'await adminApp.createProjectPermissionDefinition({ id: "read_reports", description: "Read reports" });';

/** Shows what the user may do, in the whole project or in one of their teams. */
function PermissionsCard({ user }: PartProps) {
  const t = useTranslation();
  const teams = useRead(teamsOfUserOptions, user);
  const { team: chosen } = useSearch({ from: "/projects/$projectId/users/$userId" });
  const navigate = useNavigate({ from: "/projects/$projectId/users/$userId" });
  const team = teams.find(({ id }) => id === chosen);
  const { definitions, direct, held } = useRead(permissionsOptions, user, team?.id ?? null);
  const { write } = useUserWrites(user);
  const found = team ? [`const team = await serverApp.getTeam(${JSON.stringify(team.id)});`] : [];

  function change(permission: string, isGranted: boolean) {
    const method = isGranted ? "grantPermission" : "revokePermission";
    return write({
      // The scope is code, not a text: it names the variable of the team.
      before: [...found, `await user.${method}(${team ? "team, " : ""}${JSON.stringify(permission)});`],
      done: isGranted ? t("{permission} is granted.", { permission }) : t("{permission} is revoked.", { permission }),
      run: () => (team ? user[method](team, permission) : user[method](permission)),
    });
  }

  return (
    <ListCard
      title={t("Permissions")}
      description={t("Those that are granted to the user, and those that are contained in them.")}
      actions={
        teams.length > 0 && (
          <div className="w-full sm:w-56">
            <Select
              label={t("Where")}
              isLabelHidden
              options={[
                { value: "", label: t("In the whole project") },
                ...teams.map(({ id, displayName }) => ({ value: id, label: displayName })),
              ]}
              value={team?.id ?? ""}
              onValueChange={(id) =>
                void navigate({
                  to: ".",
                  search: (search) => ({ ...search, team: id || undefined }),
                  replace: true,
                })
              }
            />
          </div>
        )
      }
      empty={
        <>
          <p>{t("The project defines no permissions for its users yet. Your code can define the first:")}</p>
          <CodeBlock title="admin.ts" code={definition} />
        </>
      }
      rows={definitions.map((definition) => {
        const isGranted = direct.has(definition.id);
        const granted = { isGranted, isContained: held.has(definition.id) };
        return grantRow(definition, granted, t, () => change(definition.id, !isGranted));
      })}
    />
  );
}

/** The API keys of the user, where the project lets its users have some. */
function KeysCard({ user }: PartProps) {
  const t = useTranslation();
  const { id: projectId, config } = useOwnedProject();
  if (config.allowUserApiKeys) {
    return (
      <OwnedKeysCard
        owner={user}
        variable="user"
        description={t("With which programs of the user call your backend in their name.")}
      />
    );
  }
  return (
    <Card title={t("API keys")}>
      <EmptyRows>
        {t(
          "API keys of users are switched off in this project. With them, programs of your users call your backend in their name.",
        )}
        <Link
          to="/projects/$projectId/api-keys"
          params={{ projectId }}
          hash="keys-of-users"
          className={`${linkClasses} self-start`}
        >
          {t("Switch them on")}
        </Link>
      </EmptyRows>
    </Card>
  );
}

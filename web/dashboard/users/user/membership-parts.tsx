import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ServerTeam } from "../../../kit/index";
import { buttonClasses } from "../../../ui/buttons/button";
import { Avatar } from "../../../ui/data/avatar";
import { CodeBlock } from "../../../ui/data/code-block";
import { Badge } from "../../../ui/feedback/badge";
import { Select } from "../../../ui/forms/select";
import { Card } from "../../../ui/layout/card";
import { Name } from "../../../ui/text/name";
import { linkClasses } from "../../../ui/theme/class-names";
import { Row, RowAction, RowList } from "../../lists/list-end";
import { useRead } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./parts";
import { permissionsOptions, teamsOfUserOptions, useUserWrites } from "./queries";

/** The teams of which the user is a member. */
export function TeamsPart({ user }: PartProps) {
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
    <Card
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
    >
      <RowList
        label={t("Teams")}
        empty={
          <>
            <p>{t("The user is in no team. Add them to one here, invite them from the team, or in code:")}</p>
            <CodeBlock title="server.ts" code="await team.addUser(user.id);" />
          </>
        }
      >
        {teams.map((team) => (
          <Row
            key={team.id}
            title={
              <>
                <Avatar name={team.displayName} imageUrl={team.profileImageUrl} className="size-7 text-2xs" />
                <Link
                  from="/projects/$projectId/users/$userId"
                  to="/projects/$projectId/teams/$teamId"
                  params={{ teamId: team.id }}
                  className={`${linkClasses} wrap-anywhere`}
                >
                  <Name>{team.displayName}</Name>
                </Link>
              </>
            }
            badges={team.id === user.selectedTeam?.id && <Badge tone="accent">{t("Selected")}</Badge>}
            actions={
              <>
                <Link
                  from="/projects/$projectId/users/$userId"
                  to="."
                  search={(search) => ({ ...search, part: "permissions", team: team.id })}
                  aria-label={t("Permissions in {name}", { name: team.displayName })}
                  className={buttonClasses("secondary", "small")}
                >
                  {t("Permissions")}
                </Link>
                <RowAction
                  variant="ghost"
                  label={t("Remove from {name}", { name: team.displayName })}
                  onClick={() => askToRemove(team)}
                >
                  {t("Remove")}
                </RowAction>
              </>
            }
          />
        ))}
      </RowList>
    </Card>
  );
}

/** Shows what the user may do, in the whole project or in one of their teams. */
export function PermissionsPart({ user }: PartProps) {
  const t = useTranslation();
  const teams = useRead(teamsOfUserOptions, user);
  const { team: chosen } = useSearch({ from: "/projects/$projectId/users/$userId" });
  const navigate = useNavigate({ from: "/projects/$projectId/users/$userId" });
  const team = teams.find(({ id }) => id === chosen);
  const data = useRead(permissionsOptions, user, team?.id ?? null);
  const { write } = useUserWrites(user);
  const { definitions, direct, held } = data;
  const found = team ? [`const team = await serverApp.getTeam(${JSON.stringify(team.id)});`] : [];

  /** The scope is code, not a text: it names the variable of the team. */
  const shown = (method: string, id: string) => ({
    before: [...found, `await user.${method}(${team ? "team, " : ""}${JSON.stringify(id)});`],
  });
  const grant = (id: string) =>
    write({
      ...shown("grantPermission", id),
      done: t("{permission} is granted.", { permission: id }),
      run: () => (team ? user.grantPermission(team, id) : user.grantPermission(id)),
    });
  const revoke = (id: string) =>
    write({
      ...shown("revokePermission", id),
      done: t("{permission} is revoked.", { permission: id }),
      run: () => (team ? user.revokePermission(team, id) : user.revokePermission(id)),
    });

  return (
    <Card
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
    >
      <RowList
        label={t("Permissions")}
        empty={
          <>
            <p>{t("The project defines no permissions for its users yet. Your code can define the first:")}</p>
            <CodeBlock
              title="admin.ts"
              code={
                'await adminApp.createProjectPermissionDefinition({ id: "read_reports", description: "Read reports" });'
              }
            />
          </>
        }
      >
        {definitions.map(({ id, description }) => (
          <Row
            key={id}
            title={<span className="font-mono text-sm">{id}</span>}
            badges={
              direct.has(id) ? (
                <Badge tone="success">{t("Granted")}</Badge>
              ) : (
                held.has(id) && <Badge>{t("Contained in another")}</Badge>
              )
            }
            detail={description}
            actions={
              direct.has(id) ? (
                <RowAction label={t("Revoke {permission}", { permission: id })} onClick={() => revoke(id)}>
                  {t("Revoke")}
                </RowAction>
              ) : (
                <RowAction label={t("Grant {permission}", { permission: id })} onClick={() => grant(id)}>
                  {t("Grant")}
                </RowAction>
              )
            }
          />
        ))}
      </RowList>
    </Card>
  );
}

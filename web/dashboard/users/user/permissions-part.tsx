import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { CodeBlock } from "../../../ui/data/code-block";
import { Badge } from "../../../ui/feedback/badge";
import { Select } from "../../../ui/forms/select";
import { Card } from "../../../ui/layout/card";
import { Row, RowAction, RowList } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./parts";
import { permissionsOptions, teamsOfUserOptions } from "./queries";
import { useUserWrites } from "./user-writes";

/** Shows what the user may do, in the whole project or in one of their teams. */
export default function PermissionsPart({ user }: PartProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: teams } = useSuspenseQuery(teamsOfUserOptions(app, user));
  const { team: chosen } = useSearch({ from: "/projects/$projectId/users/$userId" });
  const navigate = useNavigate({ from: "/projects/$projectId/users/$userId" });
  const team = teams.find(({ id }) => id === chosen);
  const { data } = useSuspenseQuery(permissionsOptions(app, user, team?.id ?? null));
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

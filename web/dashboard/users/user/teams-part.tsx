import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ServerTeam } from "../../../kit";
import { buttonClasses } from "../../../ui/buttons/button";
import { Avatar } from "../../../ui/data/avatar";
import { CodeBlock } from "../../../ui/data/code-block";
import { Badge } from "../../../ui/feedback/badge";
import { Card } from "../../../ui/layout/card";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog";
import { Name } from "../../../ui/text/name";
import { linkClasses } from "../../../ui/theme/class-names";
import { Row, RowAction, RowList } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./parts";
import { teamsOfUserOptions } from "./queries";
import { useUserWrites } from "./user-writes";

/** The teams of which the user is a member. */
export default function TeamsPart({ user }: PartProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: teams } = useSuspenseQuery(teamsOfUserOptions(app, user));
  const { confirmed } = useUserWrites(user);
  const [toLeave, setToLeave] = useState<ServerTeam>();
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
                  onClick={() => setToLeave(team)}
                >
                  {t("Remove")}
                </RowAction>
              </>
            }
          />
        ))}
      </RowList>
      {toLeave && (
        <ConfirmDialog
          isOpen
          onOpenChange={() => setToLeave(undefined)}
          title={t("Remove the user from {name}?", { name: toLeave.displayName })}
          description={t(
            "They lose their permissions in the team, and keys of the team that they have made are revoked. You can add them again.",
          )}
          confirmLabel={t("Remove from team")}
          onConfirm={() =>
            confirmed({
              done: t("The user is removed from {name}.", { name: toLeave.displayName }),
              before: [`const team = await serverApp.getTeam(${JSON.stringify(toLeave.id)});`],
              call: ["team.removeUser", user.id],
              run: () => toLeave.removeUser(user.id),
            })
          }
        />
      )}
    </Card>
  );
}

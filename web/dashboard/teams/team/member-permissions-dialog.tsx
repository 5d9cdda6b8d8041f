import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { Alert } from "../../../ui/feedback/alert";
import { Badge } from "../../../ui/feedback/badge";
import { Spinner } from "../../../ui/feedback/spinner";
import { Dialog } from "../../../ui/overlays/dialog";
import { linkClasses } from "../../../ui/theme/class-names";
import { Row, RowList } from "../../lists/row-list";
import { allContained } from "../../permissions/containment";
import { definitionsOptions } from "../../permissions/queries";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { changePermissionOptions, type Member } from "../queries";
import { memberName } from "./member-name";
import type { PartProps } from "./parts";
import { useTeamWrites } from "./team-writes";

/** Shows what a member may do in the team: grants permissions and revokes them. */
export default function MemberPermissionsDialog({
  team,
  member,
  onClose,
}: PartProps & { member: Member; onClose: () => void }) {
  const t = useTranslation();
  const { app, id: projectId } = useOwnedProject();
  const queryClient = useQueryClient();
  const definitions = useQuery(definitionsOptions(app, "team"));
  const { attempt } = useTeamWrites(team);
  const change = useMutation(changePermissionOptions(app, queryClient, { teamId: team.id, userId: member.id }));
  const name = memberName(member, t);
  const direct = new Set(member.permissionIds);
  const contained = new Set(member.permissionIds.flatMap((id) => allContained(definitions.data ?? [], id)));

  const set = (id: string, isGranted: boolean) =>
    void attempt({
      done: isGranted
        ? t("{permission} is granted.", { permission: id })
        : t("{permission} is revoked.", { permission: id }),
      before: [
        `const user = await serverApp.getUser(${JSON.stringify(member.id)});`,
        `await user.${isGranted ? "grantPermission" : "revokePermission"}(team, ${JSON.stringify(id)});`,
      ],
      run: () => change.mutateAsync({ id, isGranted }),
    });

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t("Permissions of {name}", { name })}
      description={t.rich("In this team. What there is to grant is defined under <link>Permissions</link>.", {
        link: (text) => (
          <Link to="/projects/$projectId/permissions" params={{ projectId }} className={linkClasses}>
            {text}
          </Link>
        ),
      })}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {t("Close")}
        </Button>
      }
    >
      {definitions.isError ? (
        <Alert tone="danger">{describeFailure(definitions.error, t)}</Alert>
      ) : definitions.isPending ? (
        <Spinner label={t("Loading")} />
      ) : (
        <RowList label={t("Permissions")}>
          {definitions.data.map(({ id, description }) => (
            <Row
              key={id}
              title={<span className="font-mono">{id}</span>}
              badges={
                direct.has(id) ? (
                  <Badge tone="success">{t("Granted")}</Badge>
                ) : (
                  contained.has(id) && <Badge>{t("Contained in another")}</Badge>
                )
              }
              detail={description}
              actions={
                <Button
                  variant="secondary"
                  size="small"
                  disabled={change.isPending}
                  isPending={change.isPending && change.variables.id === id}
                  aria-label={
                    direct.has(id)
                      ? t("Revoke {permission}", { permission: id })
                      : t("Grant {permission}", { permission: id })
                  }
                  onClick={() => set(id, !direct.has(id))}
                >
                  {direct.has(id) ? t("Revoke") : t("Grant")}
                </Button>
              }
            />
          ))}
        </RowList>
      )}
    </Dialog>
  );
}

import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog";
import { Name } from "../../../ui/text/name";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./parts";
import { useTeamWrites } from "./team-writes";

/** Deletes the team after a confirmation, and leads back to the list. */
export default function DeleteTeamDialog({ team, onClose }: PartProps & { onClose: () => void }) {
  const t = useTranslation();
  const { confirmed } = useTeamWrites(team);
  const { mutateAsync: deleteTeam } = useMutation({ mutationFn: () => team.delete() });
  const navigate = useNavigate({ from: "/projects/$projectId/teams/$teamId" });
  const isDeleted = useRef(false);
  return (
    <ConfirmDialog
      isOpen
      // After the deletion the list is shown, where closing must not lead back to the team.
      onOpenChange={() => isDeleted.current || onClose()}
      title={t("Delete the team?")}
      description={t.rich(
        "{name} is deleted with its memberships, invitations, permissions and API keys. Its users stay. It cannot be restored.",
        { name: <Name>{team.displayName}</Name> },
      )}
      confirmLabel={t("Delete team")}
      typedPhrase="delete"
      onConfirm={async () => {
        await confirmed({
          done: t("{name} is deleted.", { name: team.displayName }),
          call: ["team.delete"],
          run: () => deleteTeam(),
        });
        isDeleted.current = true;
        await navigate({
          to: "/projects/$projectId/teams",
          search: ({ q }) => (q === undefined ? {} : { q }),
          replace: true,
        });
      }}
    />
  );
}

import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog";
import { Name } from "../../../ui/text/name";
import { useTranslation } from "../../translation/use-translation";
import { deleteUserOptions } from "../queries";
import { userName } from "../user-name";
import type { PartProps } from "./parts";
import { useUserWrites } from "./user-writes";

/** Deletes the user after a confirmation, and leads back to the list. */
export default function DeleteUserDialog({ user, onClose }: PartProps & { onClose: () => void }) {
  const t = useTranslation();
  const { confirmed } = useUserWrites(user);
  const { mutateAsync: deleteUser } = useMutation(deleteUserOptions(user));
  const navigate = useNavigate({ from: "/projects/$projectId/users/$userId" });

  const isDeleted = useRef(false);

  async function confirmDeletion() {
    await confirmed({
      done: t("{name} is deleted.", { name: userName(user, t) }),
      call: ["user.delete"],
      run: () => deleteUser(),
    });
    isDeleted.current = true;
    await navigate({
      to: "/projects/$projectId/users",
      search: ({ part: _part, team: _team, action: _action, ...list }) => list,
      replace: true,
    });
  }

  return (
    <ConfirmDialog
      isOpen
      // After the deletion the list is shown, where closing must not lead back to the user.
      onOpenChange={() => isDeleted.current || onClose()}
      title={t("Delete the user?")}
      description={t.rich(
        "The account of {name} is deleted with its email addresses, sign-in methods and team memberships. It cannot be restored.",
        { name: <Name>{userName(user, t)}</Name> },
      )}
      confirmLabel={t("Delete user")}
      typedPhrase="delete"
      onConfirm={confirmDeletion}
    />
  );
}

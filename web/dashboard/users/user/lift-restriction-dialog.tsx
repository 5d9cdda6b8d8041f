import { ConfirmMutation } from "../../../react/components/confirm-mutation";
import { Name } from "../../../ui/text/name";
import { useApiUrl } from "../../api-url";
import { useDone } from "../../forms/use-done";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { liftRestriction, restrictionCode } from "../restriction";
import { userName } from "../user-texts";
import type { PartProps } from "./parts";

/** Lets the user sign in again, after a confirmation. */
export default function LiftRestrictionDialog({ user, onClose }: PartProps & { onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const apiUrl = useApiUrl();
  const done = useDone();
  return (
    <ConfirmMutation
      isOpen
      onOpenChange={onClose}
      title={t("Lift the restriction?")}
      description={t.rich(
        "{name} can sign in again, and their API keys work again. The sessions that they had stay ended.",
        { name: <Name>{userName(user, t)}</Name> },
      )}
      confirmLabel={t("Lift restriction")}
      confirmVariant="primary"
      mutationFn={async () => {
        await liftRestriction(app, user.id);
        done({
          message: t("{name} can sign in again.", { name: userName(user, t) }),
          title: t("Lift the restriction"),
          code: restrictionCode(apiUrl, [user.id], undefined),
        });
      }}
    />
  );
}

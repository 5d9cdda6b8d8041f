import { useState } from "react";
import { ConfirmMutation } from "../../../react/components/confirm-mutation";
import { Name } from "../../../ui/text/name";
import { useApiUrl } from "../../api-url";
import { useDone } from "../../forms/use-done";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { ReasonField } from "../reason-field";
import { liftRestriction, restrictionCode, restrictUser } from "../restriction";
import { userName } from "../user-name";
import type { PartProps } from "./parts";

/** Keeps the user from signing in, or changes the reason for it. */
export function RestrictDialog({ user, restriction, onClose }: PartProps & { onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const apiUrl = useApiUrl();
  const done = useDone();
  const [reason, setReason] = useState(restriction.reason ?? "");
  const isRestricted = restriction.restrictedAt !== null;
  return (
    <ConfirmMutation
      isOpen
      onOpenChange={onClose}
      title={isRestricted ? t("Change the reason") : t("Restrict the user?")}
      description={
        isRestricted
          ? t("The user stays restricted.")
          : t.rich(
              "{name} is signed out everywhere and cannot sign in, and their API keys are refused. Nothing of theirs is deleted: you can lift the restriction at any time.",
              { name: <Name>{userName(user, t)}</Name> },
            )
      }
      confirmLabel={isRestricted ? t("Save") : t("Restrict user")}
      confirmVariant={isRestricted ? "primary" : "danger"}
      mutationFn={async () => {
        await restrictUser(app, user.id, reason);
        done({
          message: isRestricted ? t("Saved.") : t("{name} is restricted.", { name: userName(user, t) }),
          title: t("Restrict the user"),
          code: restrictionCode(apiUrl, [user.id], reason),
        });
      }}
    >
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmMutation>
  );
}

/** Lets the user sign in again, after a confirmation. */
export function LiftRestrictionDialog({ user, onClose }: PartProps & { onClose: () => void }) {
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

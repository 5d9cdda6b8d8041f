import type { PermissionDefinition } from "../../kit/index";
import { Badge } from "../../ui/feedback/badge";
import type { ListedRow } from "../lists/list-end";
import type { Translate } from "../translation/use-translation";

/** A permission that a user may have: whether they do, and a button that grants or revokes it. */
export function grantRow(
  { id, description }: PermissionDefinition,
  { isGranted, isContained, disabled }: { isGranted: boolean; isContained: boolean; disabled?: boolean },
  t: Translate,
  onClick: () => unknown,
): ListedRow {
  return {
    id,
    title: <span className="font-mono">{id}</span>,
    badges: isGranted ? (
      <Badge tone="success">{t("Granted")}</Badge>
    ) : (
      isContained && <Badge>{t("Contained in another")}</Badge>
    ),
    detail: description,
    buttons: [
      isGranted
        ? { text: t("Revoke"), label: t("Revoke {permission}", { permission: id }), disabled, onClick }
        : { text: t("Grant"), label: t("Grant {permission}", { permission: id }), disabled, onClick },
    ],
  };
}

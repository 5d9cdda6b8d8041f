import EllipsisIcon from "lucide-react/icons/ellipsis";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/buttons/button";
import { DropdownMenu, MenuItem, MenuSeparator } from "../../../ui/overlays/dropdown-menu";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./part-props";

const dialogs = {
  impersonate: lazy(() => import("./impersonate-dialog")),
  "password-reset": lazy(() => import("./password-reset-dialog")),
  "sign-in-link": lazy(() => import("./sign-in-link-dialog")),
  delete: lazy(() => import("./delete-user-dialog")),
};

/** What an owner does with a user as a whole. */
export function UserActions(props: PartProps) {
  const t = useTranslation();
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const Dialog = open && dialogs[open];
  return (
    <>
      <DropdownMenu
        trigger={
          <Button variant="secondary">
            <EllipsisIcon aria-hidden="true" />
            {t("Actions")}
          </Button>
        }
      >
        <MenuItem onSelect={() => setOpen("impersonate")}>{t("Impersonate")}</MenuItem>
        <MenuItem onSelect={() => setOpen("password-reset")}>{t("Send password reset link")}</MenuItem>
        <MenuItem onSelect={() => setOpen("sign-in-link")}>{t("Send sign-in link")}</MenuItem>
        <MenuSeparator />
        <MenuItem tone="danger" onSelect={() => setOpen("delete")}>
          {t("Delete user")}
        </MenuItem>
      </DropdownMenu>
      {Dialog && (
        <Suspense>
          <Dialog {...props} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

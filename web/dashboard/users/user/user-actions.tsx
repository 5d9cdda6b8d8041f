import { useNavigate, useSearch } from "@tanstack/react-router";
import EllipsisIcon from "lucide-react/icons/ellipsis";
import { type ComponentType, lazy, Suspense } from "react";
import { Button } from "../../../ui/buttons/button";
import { DropdownMenu, MenuItem, MenuSeparator } from "../../../ui/overlays/dropdown-menu";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps, UserAction } from "./parts";
import { signInLinkRefusal } from "./sign-in-link";

const linkDialogs = () => import("./send-link-dialogs");
const restrictionDialogs = () => import("./restriction-dialogs");

const dialogs: Record<UserAction, ComponentType<PartProps & { onClose: () => void }>> = {
  impersonate: lazy(() => import("./impersonate-dialog")),
  "password-reset": lazy(async () => ({ default: (await linkDialogs()).PasswordResetDialog })),
  "sign-in-link": lazy(async () => ({ default: (await linkDialogs()).SignInLinkDialog })),
  restrict: lazy(async () => ({ default: (await restrictionDialogs()).RestrictDialog })),
  lift: lazy(async () => ({ default: (await restrictionDialogs()).LiftRestrictionDialog })),
  delete: lazy(() => import("./delete-user-dialog")),
  "add-address": lazy(() => import("./add-address-dialog")),
  "add-to-team": lazy(() => import("./add-to-team-dialog")),
};

const from = "/projects/$projectId/users/$userId";

/** Offers what an owner does with a user as a whole, and the dialogs of its parts as well. The open one is part of the address. */
export function UserActions(props: PartProps) {
  const t = useTranslation();
  const { action: open } = useSearch({ from });
  const navigate = useNavigate({ from });
  const { config } = useOwnedProject();
  const isRestricted = props.restriction.restrictedAt !== null;
  const refused = isRestricted ? t("The user is restricted and cannot sign in.") : undefined;
  const linkRefusal = signInLinkRefusal(props, config);
  // There is nothing to lift where somebody else has done so.
  const Dialog = open && (open !== "lift" || isRestricted) ? dialogs[open] : undefined;
  const setOpen = (action: UserAction) =>
    void navigate({ search: (search) => ({ ...search, action }), resetScroll: false });
  const close = () =>
    void navigate({ search: ({ action: _, ...search }) => search, replace: true, resetScroll: false });
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
        <MenuItem refused={refused} onSelect={() => setOpen("impersonate")}>
          {t("Impersonate")}
        </MenuItem>
        <MenuItem
          refused={config.credentialEnabled ? undefined : t("Sign-in with a password is off.")}
          onSelect={() => setOpen("password-reset")}
        >
          {t("Send password reset link")}
        </MenuItem>
        <MenuItem
          refused={
            config.magicLinkEnabled
              ? (refused ?? (linkRefusal && t(linkRefusal)))
              : t("Sign-in with a one-time code or link is off.")
          }
          onSelect={() => setOpen("sign-in-link")}
        >
          {t("Send sign-in link")}
        </MenuItem>
        <MenuSeparator />
        {isRestricted && <MenuItem onSelect={() => setOpen("lift")}>{t("Lift restriction")}</MenuItem>}
        <MenuItem onSelect={() => setOpen("restrict")}>
          {isRestricted ? t("Change the reason") : t("Restrict user")}
        </MenuItem>
        <MenuItem tone="danger" onSelect={() => setOpen("delete")}>
          {t("Delete user")}
        </MenuItem>
      </DropdownMenu>
      {Dialog && (
        <Suspense>
          <Dialog {...props} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

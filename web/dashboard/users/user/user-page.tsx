import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import EllipsisIcon from "lucide-react/icons/ellipsis";
import UserXIcon from "lucide-react/icons/user-x";
import { type ComponentType, useState } from "react";
import { Button, buttonClasses } from "../../../ui/buttons/button";
import { Alert } from "../../../ui/feedback/alert";
import { Badge } from "../../../ui/feedback/badge";
import { DropdownMenu, MenuItem, MenuSeparator } from "../../../ui/overlays/dropdown-menu";
import { RelativeTime } from "../../../ui/text/relative-time";
import { useOwnedProject, useRead } from "../../projects/use-owned-projects";
import { DetailPage, UnknownPage } from "../../shell/detail-page";
import { lazyDialog, lazyNamed } from "../../shell/lazy";
import { BackLink } from "../../shell/section-header";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import type { UserSearch } from "../../user-filters/user-search";
import { userName, userOptions } from "../queries";
import { LastActive, signInSummary } from "../user-texts";
import { type PartProps, type UserAction, type UserPageSearch, type UserPart, userParts } from "./parts";
import { signInLinkRefusal } from "./sign-in-help";

const parts: Record<UserPart, ComponentType<PartProps>> = {
  profile: lazyNamed(() => import("./profile-part"), "ProfilePart"),
  "sign-in": lazyNamed(() => import("./sign-in-part"), "SignInPart"),
  access: lazyNamed(() => import("./access-part"), "AccessPart"),
  data: lazyNamed(() => import("./data-part"), "DataPart"),
  history: lazyNamed(() => import("./history-part"), "HistoryPart"),
};

/** Lists what the page reads first. */
export const reads: PageReads<{ userId: string }> = ({ app, params: { userId } }) => [userOptions(app, userId)];

const from = "/projects/$projectId/users/$userId";

/** Leads to the list that contained the user, by its search. */
const list = {
  from,
  to: "/projects/$projectId/users",
  search: ({ part: _part, team: _team, action: _action, ...list }: UserPageSearch): UserSearch => list,
} as const;

/** One user, with all that an owner can see of them and do. */
export function UserPage() {
  const t = useTranslation();
  const { config } = useOwnedProject();
  const { userId } = useParams({ from });
  const { part = "profile" } = useSearch({ from });
  const found = useRead(userOptions, userId);
  if (!found) {
    return (
      <UnknownPage
        icon={<UserXIcon />}
        title={t("User not found")}
        action={
          <Link {...list} className={buttonClasses("secondary")}>
            {t("All users")}
          </Link>
        }
      >
        {t("This project has no user with this ID. The user may have been deleted.")}
      </UnknownPage>
    );
  }

  const { user } = found;
  return (
    <DetailPage
      above={<BackLink {...list}>{t("Users")}</BackLink>}
      title={userName(user, t)}
      description={user.displayName ? user.primaryEmail : undefined}
      reference="Users"
      actions={<UserActions {...found} />}
      notice={<SuspensionNotice {...found} />}
      name={user.displayName ?? user.primaryEmail}
      imageUrl={user.profileImageUrl}
      facts={[
        { name: t("Signed up"), value: <RelativeTime at={user.signedUpAt} /> },
        { name: t("Last active"), value: <LastActive user={user} /> },
        { name: t("Sign-in"), value: signInSummary(found, config, t) },
        { name: t("State"), value: <UserState {...found} /> },
      ]}
      id={user.id}
      idLabel={t("User ID")}
      parts={{
        label: t("Parts of the user"),
        parts: userParts,
        open: part,
        searchOf: (part, { team: _team, action: _action, ...search }: UserPageSearch) => ({ ...search, part }),
      }}
      components={parts}
      shown={found}
    />
  );
}

function UserState({ user, channels, suspension }: PartProps) {
  const t = useTranslation();
  const isVerified = channels.some(({ isPrimary, isVerified }) => isPrimary && isVerified);
  return (
    <span className="flex flex-wrap gap-1.5">
      {suspension.suspendedAt && <Badge tone="danger">{t("Suspended")}</Badge>}
      {user.isAnonymous && <Badge>{t("Anonymous")}</Badge>}
      {user.isRestricted && !user.isAnonymous && <Badge tone="warning">{t("Restricted")}</Badge>}
      {user.primaryEmail !== null && (
        <Badge tone={isVerified ? "success" : "warning"}>
          {isVerified ? t("Email verified") : t("Email not verified")}
        </Badge>
      )}
      {user.isMultiFactorRequired && <Badge tone="success">{t("Second factor")}</Badge>}
      {!user.isAnonymous && user.primaryEmail === null && <Badge>{t("No email address")}</Badge>}
    </span>
  );
}

const LiftSuspensionDialog = lazyDialog(() => import("./user-dialogs"), "LiftSuspensionDialog");

/** Says that the user is suspended, since when and why, and lifts it. */
function SuspensionNotice(props: PartProps) {
  const t = useTranslation();
  const { suspendedAt, reason } = props.suspension;
  const [isLifting, setIsLifting] = useState(false);
  if (suspendedAt === null) return null;
  return (
    <Alert tone="danger">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
          <p className="font-medium">
            {t.rich("This user cannot sign in: suspended {since}.", { since: <RelativeTime at={suspendedAt} /> })}
          </p>
          {reason !== null && <p className="whitespace-pre-wrap">{reason}</p>}
        </div>
        <Button variant="secondary" size="small" onClick={() => setIsLifting(true)}>
          {t("Lift suspension")}
        </Button>
      </div>
      {isLifting && <LiftSuspensionDialog {...props} onClose={() => setIsLifting(false)} />}
    </Alert>
  );
}

const userDialogs = () => import("./user-dialogs");
const addressDialogs = () => import("./address-dialogs");

const dialogs: Record<UserAction, ComponentType<PartProps & { onClose: () => void }>> = {
  impersonate: lazyDialog(userDialogs, "ImpersonateDialog"),
  "password-reset": lazyDialog(addressDialogs, "PasswordResetDialog"),
  "sign-in-link": lazyDialog(addressDialogs, "SignInLinkDialog"),
  suspend: lazyDialog(userDialogs, "SuspendDialog"),
  lift: lazyDialog(userDialogs, "LiftSuspensionDialog"),
  restrict: lazyDialog(userDialogs, "RestrictDialog"),
  delete: lazyDialog(userDialogs, "DeleteUserDialog"),
  "add-address": lazyDialog(addressDialogs, "AddAddressDialog"),
  "add-to-team": lazyDialog(userDialogs, "AddToTeamDialog"),
};

/** Offers what an owner does with a user as a whole, and the dialogs of its parts as well. The open one is part of the address. */
export function UserActions(props: PartProps) {
  const t = useTranslation();
  const { action: open } = useSearch({ from });
  const navigate = useNavigate({ from });
  const { config } = useOwnedProject();
  const isSuspended = props.suspension.suspendedAt !== null;
  const refused = isSuspended ? t("The user is suspended and cannot sign in.") : undefined;
  const linkRefusal = signInLinkRefusal(props, config);
  // There is nothing to lift where somebody else has done so.
  const Dialog = open && (open !== "lift" || isSuspended) ? dialogs[open] : undefined;
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
        {isSuspended && <MenuItem onSelect={() => setOpen("lift")}>{t("Lift suspension")}</MenuItem>}
        <MenuItem onSelect={() => setOpen("suspend")}>
          {isSuspended ? t("Change the reason") : t("Suspend user")}
        </MenuItem>
        <MenuItem onSelect={() => setOpen("restrict")}>
          {props.user.restrictedByAdmin ? t("Change the restriction") : t("Restrict user")}
        </MenuItem>
        <MenuItem tone="danger" onSelect={() => setOpen("delete")}>
          {t("Delete user")}
        </MenuItem>
      </DropdownMenu>
      {Dialog && <Dialog {...props} onClose={close} />}
    </>
  );
}

import LogInIcon from "lucide-react/icons/log-in";
import LogOutIcon from "lucide-react/icons/log-out";
import SunMoonIcon from "lucide-react/icons/sun-moon";
import UserCogIcon from "lucide-react/icons/user-cog";
import UserPlusIcon from "lucide-react/icons/user-plus";
import type { ReactNode } from "react";
import type { CurrentUser } from "../../kit";
import { Avatar } from "../../ui/data/avatar";
import { useReportFailure } from "../../ui/feedback/report-failure";
import { DropdownMenu, MenuItem, MenuSeparator } from "../../ui/overlays/dropdown-menu";
import { Name } from "../../ui/text/name";
import { classNames } from "../../ui/theme/class-names";
import { useTranslation } from "../../ui/translation/use-translation";
import { useApp } from "../hooks/use-app";
import { useUser } from "../hooks/use-user";

export type UserButtonProps = {
  /** Shows name and address beside the image. */
  showUserInfo?: boolean;
  /** Adds an item that switches the website's own theme. */
  colorModeToggle?: () => void | Promise<void>;
  /** The website's own items, between those of the account. */
  extraItems?: readonly { text: string; icon?: ReactNode; onClick: () => void | Promise<void> }[];
};

/** The user's image with a menu: account settings, the website's own items and sign-out, or sign-in without a user. */
export function UserButton({ showUserInfo = false, colorModeToggle, extraItems = [] }: UserButtonProps) {
  const t = useTranslation();
  const app = useApp();
  const user = useUser();
  const reportFailure = useReportFailure();
  const run = (action: () => unknown) => () => void Promise.resolve().then(action).catch(reportFailure);

  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          className="inline-flex min-h-11 w-fit max-w-full items-center gap-2.5 rounded-full text-start sm:min-h-9"
        >
          <UserAvatar user={user} />
          <span className="sr-only">{t("Account menu")}</span>
          {showUserInfo && user && <UserLines user={user} />}
        </button>
      }
      header={
        <div className="flex max-w-72 items-center gap-2.5 px-2.5 py-2">
          <UserAvatar user={user} />
          {user ? <UserLines user={user} /> : <span className="text-sm text-ink-soft">{t("Not signed in")}</span>}
        </div>
      }
    >
      {user ? (
        <MenuItem icon={<UserCogIcon aria-hidden="true" />} onSelect={run(() => app.redirectToAccountSettings())}>
          {t("Account settings")}
        </MenuItem>
      ) : (
        <>
          <MenuItem icon={<LogInIcon aria-hidden="true" />} onSelect={run(() => app.redirectToSignIn())}>
            {t("Sign in")}
          </MenuItem>
          <MenuItem icon={<UserPlusIcon aria-hidden="true" />} onSelect={run(() => app.redirectToSignUp())}>
            {t("Create an account")}
          </MenuItem>
        </>
      )}
      {user &&
        extraItems.map(({ text, icon, onClick }) => (
          <MenuItem key={text} icon={icon} onSelect={run(onClick)}>
            {text}
          </MenuItem>
        ))}
      {colorModeToggle && (
        <MenuItem icon={<SunMoonIcon aria-hidden="true" />} onSelect={run(colorModeToggle)}>
          {t("Switch theme")}
        </MenuItem>
      )}
      {user && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<LogOutIcon className="rtl:-scale-x-100" aria-hidden="true" />}
            onSelect={run(() => user.signOut())}
          >
            {t("Sign out")}
          </MenuItem>
        </>
      )}
    </DropdownMenu>
  );
}

function UserLines({ user }: { user: CurrentUser }) {
  const t = useTranslation();
  const name = user.displayName?.trim() || user.primaryEmail;
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate text-sm font-medium text-ink">
        <Name>{name ?? t("Signed in")}</Name>
      </span>
      {name !== user.primaryEmail && <span className="truncate text-2xs text-ink-soft">{user.primaryEmail}</span>}
    </span>
  );
}

export type UserAvatarProps = {
  /** Width and height in pixels. */
  size?: number;
  user?: { displayName?: string | null; primaryEmail?: string | null; profileImageUrl?: string | null } | null;
  border?: boolean;
};

/** A user's image, else the first two letters of their name or address, else an icon. Decorative. */
export function UserAvatar({ size = 34, user, border = false }: UserAvatarProps) {
  return (
    <span style={{ width: size, height: size, fontSize: size * 0.38 }} className="inline-flex shrink-0">
      <Avatar
        name={user?.displayName?.trim() || user?.primaryEmail}
        imageUrl={user?.profileImageUrl}
        className={classNames("size-full", border && "border border-line")}
      />
    </span>
  );
}

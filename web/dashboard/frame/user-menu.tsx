import BookOpenIcon from "lucide-react/icons/book-open";
import ChevronsUpDownIcon from "lucide-react/icons/chevrons-up-down";
import KeyboardIcon from "lucide-react/icons/keyboard";
import LanguagesIcon from "lucide-react/icons/languages";
import LogOutIcon from "lucide-react/icons/log-out";
import MonitorIcon from "lucide-react/icons/monitor";
import MoonIcon from "lucide-react/icons/moon";
import SearchIcon from "lucide-react/icons/search";
import SunIcon from "lucide-react/icons/sun";
import UserCogIcon from "lucide-react/icons/user-cog";
import { useState } from "react";
import { useApp, useUser } from "../../react/index";
import { useReportFailure } from "../../ui/feedback/report-failure";
import { DropdownMenu, MenuChoice, MenuItem, MenuSeparator } from "../../ui/overlays/dropdown-menu";
import { Name } from "../../ui/text/name";
import { classNames } from "../../ui/theme/class-names";
import { chooseTheme, useTheme } from "../../ui/theme/theme";
import { useApiUrl } from "../api-url";
import { PersonAvatar } from "../shell/avatars";
import { lazyDialog } from "../shell/lazy";
import { msg } from "../translation/message";
import { useTranslation } from "../translation/use-translation";
import { focusSearch, isSingleKey, useKeys } from "./shortcuts";

const LanguageDialog = lazyDialog(() => import("./language-dialog"), "LanguageDialog");

const themes = [
  { value: "system", label: msg("As the system"), icon: <MonitorIcon aria-hidden="true" /> },
  { value: "light", label: msg("Light"), icon: <SunIcon aria-hidden="true" /> },
  { value: "dark", label: msg("Dark"), icon: <MoonIcon aria-hidden="true" /> },
] as const;

/** The signed-in user, with account settings, theme, language, the API reference and sign-out. `isWide` shows the name beside the picture. */
export function UserMenu({ isWide = false }: { isWide?: boolean }) {
  const t = useTranslation();
  const app = useApp();
  const user = useUser({ or: "redirect" });
  const apiUrl = useApiUrl();
  const theme = useTheme();
  const [isChoosingLanguage, setIsChoosingLanguage] = useState(false);
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const reportFailure = useReportFailure();
  const name = user.displayName ?? user.primaryEmail;
  const email = user.displayName ? user.primaryEmail : null;

  return (
    <>
      <DropdownMenu
        align={isWide ? "start" : "end"}
        trigger={
          <button
            type="button"
            className={classNames(
              "flex min-h-11 items-center gap-2.5 rounded-control text-left hover:bg-sunken data-[state=open]:bg-sunken",
              isWide ? "w-full px-2 py-1.5" : "px-1.5 sm:min-h-9",
            )}
          >
            <PersonAvatar name={name} imageUrl={user.profileImageUrl} />
            <span className="sr-only">{t("Account menu")}</span>
            {isWide && (
              <>
                <UserLines name={name} email={email} />
                <ChevronsUpDownIcon className="ml-auto size-4 shrink-0 text-ink-soft" aria-hidden="true" />
              </>
            )}
          </button>
        }
        header={
          <div className="flex max-w-72 items-center gap-2.5 px-2.5 py-2">
            <PersonAvatar name={name} imageUrl={user.profileImageUrl} />
            <UserLines name={name} email={email} />
          </div>
        }
      >
        <MenuItem
          icon={<UserCogIcon aria-hidden="true" />}
          onSelect={() => void app.redirectToAccountSettings().catch(reportFailure)}
        >
          {t("Account settings")}
        </MenuItem>
        <MenuItem icon={<LanguagesIcon aria-hidden="true" />} onSelect={() => setIsChoosingLanguage(true)}>
          {t("Language")}
        </MenuItem>
        <MenuItem icon={<KeyboardIcon aria-hidden="true" />} onSelect={() => setShowsShortcuts(true)}>
          {t("Keyboard shortcuts")}
        </MenuItem>
        <MenuItem
          icon={<BookOpenIcon aria-hidden="true" />}
          onSelect={() => void window.open(`${apiUrl}/api/v1/docs`, "_blank", "noreferrer")}
        >
          {t("API reference")}
        </MenuItem>
        <MenuSeparator />
        <MenuChoice
          label={t("Theme")}
          options={themes.map((theme) => ({ ...theme, label: t(theme.label) }))}
          value={theme}
          onValueChange={chooseTheme}
        />
        <MenuSeparator />
        <MenuItem icon={<LogOutIcon aria-hidden="true" />} onSelect={() => void user.signOut().catch(reportFailure)}>
          {t("Sign out")}
        </MenuItem>
      </DropdownMenu>
      {showsShortcuts && <ShortcutsDialog onClose={() => setShowsShortcuts(false)} />}
      {isChoosingLanguage && <LanguageDialog onClose={() => setIsChoosingLanguage(false)} />}
    </>
  );
}

function UserLines({ name, email }: { name: string | null; email: string | null }) {
  const t = useTranslation();
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate text-sm font-medium text-ink">
        <Name>{name ?? t("Signed in")}</Name>
      </span>
      {email && <span className="truncate text-2xs text-ink-soft">{email}</span>}
    </span>
  );
}

const ShortcutsDialog = lazyDialog(() => import("./shortcuts-dialog"), "ShortcutsDialog");
const CommandPalette = lazyDialog(() => import("../palette/command-palette"), "CommandPalette");

/**
 * Opens the command palette, as Ctrl-K and Command-K do on the whole page. Its code is loaded when it is opened. `/` searches the
 * page, or everything where it has no search, and `?` shows all shortcuts.
 */
export function PaletteButton({ isIcon = false }: { isIcon?: boolean }) {
  const t = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  // Of two buttons, one is shown at each width of the page, and one listens for both.
  useKeys(!isIcon, (event) => {
    const { ctrlKey, metaKey, altKey, shiftKey, key } = event;
    const isPalette = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "k";
    if (!isPalette && !(isSingleKey(event) && (key === "/" || key === "?"))) return false;
    if (key === "?") setIsHelpOpen(true);
    else if (isPalette || !focusSearch()) setIsOpen(true);
    return true;
  });

  return (
    <>
      {isIcon ? (
        <button
          type="button"
          aria-label={t("Search")}
          onClick={() => setIsOpen(true)}
          className="flex size-11 items-center justify-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <SearchIcon className="size-5" aria-hidden="true" />
        </button>
      ) : (
        <button
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setIsOpen(true)}
          className="flex min-h-9 w-full items-center gap-2.5 rounded-control border border-line bg-surface px-2.5 text-sm text-ink-soft hover:border-line-strong hover:text-ink"
        >
          <SearchIcon className="size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0 flex-1 truncate text-start">{t("Search")}</span>
          <span aria-hidden="true" className="rounded-sm bg-sunken px-1.5 py-0.5 font-sans text-2xs whitespace-nowrap">
            {isApple() ? "⌘K" : "Ctrl K"}
          </span>
        </button>
      )}
      {isOpen && <CommandPalette onClose={() => setIsOpen(false)} />}
      {isHelpOpen && <ShortcutsDialog onClose={() => setIsHelpOpen(false)} />}
    </>
  );
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

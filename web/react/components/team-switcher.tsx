import CheckIcon from "lucide-react/icons/check";
import ChevronsUpDownIcon from "lucide-react/icons/chevrons-up-down";
import PlusIcon from "lucide-react/icons/plus";
import SettingsIcon from "lucide-react/icons/settings";
import { useEffect, useRef } from "react";
import type { CurrentUser, GatehouseClientApp, Team } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { buttonClasses } from "../../ui/buttons/button";
import { Avatar } from "../../ui/data/avatar";
import { useReportFailure } from "../../ui/feedback/report-failure";
import { DropdownMenu, MenuGroup, MenuItem, MenuSeparator } from "../../ui/overlays/dropdown-menu";
import { Name } from "../../ui/text/name";
import { useTranslation } from "../../ui/translation/use-translation";
import { useApp } from "../hooks/use-app";
import { useProject } from "../hooks/use-project";
import { useUser } from "../hooks/use-user";
import { useView } from "../hooks/use-view";
import { viewOf } from "../queries/view-of";

export type TeamSwitcherProps<AllowNull extends boolean = boolean> = {
  /** The team that is shown as chosen, or its id. */
  team?: Team;
  teamId?: string;
  /** Is true if no team can be chosen. */
  allowNull?: AllowNull;
  nullLabel?: string;
  /** Classes of the button, in place of ours. */
  triggerClassName?: string;
  onChange?: (team: AllowNull extends true ? Team | null : Team) => void | Promise<void>;
  /** Shows a section of account settings; the page of account settings by default. */
  onSettings?: (section: string) => void;
};

/** A menu of the user's teams; nothing without a user. */
export function TeamSwitcher(props: TeamSwitcherProps) {
  const user = useUser();
  return user && <Switcher {...props} user={user} />;
}

function Switcher({
  user,
  team,
  teamId = team?.id,
  allowNull = false,
  nullLabel: givenNullLabel,
  triggerClassName,
  onChange,
  onSettings,
}: TeamSwitcherProps & { user: CurrentUser }) {
  const t = useTranslation();
  const nullLabel = givenNullLabel ?? t("No team");
  const app = useApp();
  const { clientTeamCreationEnabled } = useProject().config;
  const teams = useView(app, viewOf(user, user.listTeams));
  const reportFailure = useReportFailure();
  const current = teams.find(({ id }) => id === teamId);
  const others = teams.filter((each) => each !== current);
  const hasOtherChoices = others.length > 0 || (allowNull && current !== undefined);
  const settings = (section: string) => () =>
    onSettings ? onSettings(section) : window.location.assign(`${app.urls.accountSettings}#${section}`);
  const choose = (chosen: Team | null) => () =>
    void Promise.resolve()
      // Null is offered only where it is allowed.
      .then(() => onChange?.(chosen as Team))
      .catch(reportFailure);

  return (
    <DropdownMenu
      align="start"
      trigger={
        <button
          type="button"
          className={
            triggerClassName ?? buttonClasses("secondary", "medium", "w-fit min-w-56 max-w-full justify-between!")
          }
        >
          <span className="flex min-w-0 items-center gap-2.5">
            <span className="sr-only">{t("Team:")} </span>
            {current ? <TeamLabel team={current} /> : <span>{allowNull ? nullLabel : t("Select team")}</span>}
          </span>
          <ChevronsUpDownIcon className="text-ink-soft" aria-hidden="true" />
        </button>
      }
      header={teams.length === 0 && <p className="px-2.5 py-2 text-sm text-ink-soft">{t("No teams yet")}</p>}
    >
      {current && (
        <MenuGroup label={t("Current team")}>
          <MenuItem text={current.displayName} onSelect={choose(current)}>
            <TeamLabel team={current} />
            <CheckIcon className="ms-auto text-accent" aria-hidden="true" />
            <span className="sr-only">{t("(current)")}</span>
          </MenuItem>
          <MenuItem icon={<SettingsIcon aria-hidden="true" />} onSelect={settings(`team-${current.id}`)}>
            {t("Team settings")}
          </MenuItem>
        </MenuGroup>
      )}
      {current && hasOtherChoices && <MenuSeparator />}
      {allowNull && current && <MenuItem onSelect={choose(null)}>{nullLabel}</MenuItem>}
      {others.length > 0 && (
        <MenuGroup label={t("Other teams")}>
          {others.map((each) => (
            <MenuItem key={each.id} text={each.displayName} onSelect={choose(each)}>
              <TeamLabel team={each} />
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      {clientTeamCreationEnabled && (
        <>
          <MenuSeparator />
          <MenuItem icon={<PlusIcon aria-hidden="true" />} onSelect={settings("team-creation")}>
            {t("Create a team")}
          </MenuItem>
        </>
      )}
    </DropdownMenu>
  );
}

function TeamLabel({ team: { displayName, profileImageUrl } }: { team: Team }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={displayName} imageUrl={profileImageUrl} className="size-6 text-2xs" />
      <span className="max-w-56 truncate">
        <Name>{displayName}</Name>
      </span>
    </span>
  );
}

export type SelectedTeamSwitcherProps<AllowNull extends boolean = boolean> = Omit<
  TeamSwitcherProps<AllowNull>,
  "team" | "teamId"
> & {
  /** The page of a team, to which a choice leads. */
  urlMap?: (team: AllowNull extends true ? Team | null : Team) => string;
  /** The team of the page, which becomes the user's selected one; that one by default. */
  selectedTeam?: Team | null;
  /** Leaves the user's selected team as it is. */
  noUpdateSelectedTeam?: boolean;
};

/** A menu that selects one of the user's teams. */
export function SelectedTeamSwitcher({
  urlMap,
  selectedTeam,
  noUpdateSelectedTeam = false,
  onChange,
  ...switcher
}: SelectedTeamSwitcherProps) {
  const app = useApp();
  const user = useUser();
  const shown = selectedTeam ?? user?.selectedTeam;

  // Once for each team: the selection may change elsewhere later.
  const applied = useRef<string>(undefined);
  useEffect(() => {
    if (!user || !selectedTeam || noUpdateSelectedTeam || applied.current === selectedTeam.id) return;
    applied.current = selectedTeam.id;
    if (user.selectedTeam?.id !== selectedTeam.id) user.setSelectedTeam(selectedTeam).catch(reportError);
  }, [user, selectedTeam, noUpdateSelectedTeam]);

  return (
    <TeamSwitcher
      {...switcher}
      team={shown ?? undefined}
      onChange={async (team) => {
        if (!noUpdateSelectedTeam) await user?.setSelectedTeam(team);
        await onChange?.(team);
        const url = urlMap?.(team);
        if (url !== undefined) goTo(app, url);
      }}
    />
  );
}

/** By the website's own router, if it has one. */
function goTo(app: GatehouseClientApp, url: string): void {
  const { redirectMethod } = app[appInternals].connection.options;
  if (typeof redirectMethod === "object" && redirectMethod.navigate) redirectMethod.navigate(url);
  else window.location.assign(url);
}

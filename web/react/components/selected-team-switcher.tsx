import { useEffect, useRef } from "react";
import type { GatehouseClientApp, Team } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { useApp } from "../hooks/use-app";
import { useUser } from "../hooks/use-user";
import { TeamSwitcher, type TeamSwitcherProps } from "./team-switcher";

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

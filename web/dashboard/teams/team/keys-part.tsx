import { useSuspenseQuery } from "@tanstack/react-query";
import { Card } from "../../../ui/layout/card";
import { OwnedKeysCard } from "../../api-keys/owned-keys-card";
import { ConfigSwitch } from "../../forms/config-switch";
import { EmptyRows } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { teamKeysOptions } from "../queries";
import type { PartProps } from "./parts";

/** The API keys of the team, where the project lets teams have some. */
export default function KeysPart({ team }: PartProps) {
  const t = useTranslation();
  const { config } = useOwnedProject();
  if (config.allowTeamApiKeys) return <ApiKeysCard team={team} />;
  return (
    <Card title={t("API keys")}>
      <div className="flex flex-col gap-4">
        <EmptyRows>
          {t(
            "API keys of teams are switched off in this project. With them, programs call your backend in the name of a team.",
          )}
        </EmptyRows>
        <ConfigSwitch
          path="apiKeys.enabled.team"
          label={t("API keys of teams")}
          hint={t("For all teams of the project.")}
        />
      </div>
    </Card>
  );
}

function ApiKeysCard({ team }: Pick<PartProps, "team">) {
  const t = useTranslation();
  const { data: keys } = useSuspenseQuery(teamKeysOptions(useOwnedProject().app, team));
  return (
    <OwnedKeysCard
      owner={team}
      variable="team"
      keys={keys}
      description={t("With which programs of the team call your backend in its name.")}
    />
  );
}

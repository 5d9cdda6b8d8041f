import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { ApiKey } from "../../../kit";
import { describeFailure, inPlainWords } from "../../../react/errors/describe-failure";
import { ApiKeyTable } from "../../../ui/api-keys/api-key-table";
import { MaskedKey } from "../../../ui/api-keys/masked-key";
import { Button } from "../../../ui/buttons/button";
import { Card } from "../../../ui/layout/card";
import { ConfigSwitch } from "../../forms/config-switch";
import { EmptyRows } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { teamKeysOptions } from "../queries";
import type { PartProps } from "./part-props";

const CreateApiKeyDialog = lazy(async () => ({
  default: (await import("../../../react/pages/account-settings/api-keys/create-api-key-dialog")).CreateApiKeyDialog,
}));

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

function ApiKeysCard({ team }: PartProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: keys } = useSuspenseQuery(teamKeysOptions(app, team));
  const { mutateAsync: revoke } = useMutation({ mutationFn: (key: ApiKey) => key.revoke() });
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Card
      title={t("API keys")}
      description={t("With which programs of the team call your backend in its name.")}
      actions={
        <Button variant="secondary" size="small" onClick={() => setIsCreating(true)}>
          {t("Create API key")}
        </Button>
      }
    >
      {keys.length === 0 ? (
        <EmptyRows>{t("There are no API keys yet.")}</EmptyRows>
      ) : (
        <ApiKeyTable
          isInCard
          caption={t("API keys")}
          keys={keys}
          valueHeader={t("Key")}
          renderValue={(key) => <MaskedKey {...key.value} />}
          revokeLabel={t("Revoke key")}
          describeRevocation={(key) =>
            t("Every program that uses the key ending in {lastFour} is refused from now on. This cannot be undone.", {
              lastFour: key.value.lastFour,
            })
          }
          onRevoke={(key) => inPlainWords(revoke(key), (error) => describeFailure(error, t))}
        />
      )}
      {isCreating && (
        <Suspense>
          <CreateApiKeyDialog owner={team} onClose={() => setIsCreating(false)} />
        </Suspense>
      )}
    </Card>
  );
}

import { useState } from "react";
import type { ApiKey, ApiKeyCreateOptions, GatehouseAdminApp, ServerTeam, ServerUser } from "../../kit";
import { resourceOptions } from "../../react";
import { describeFailure, inPlainWords } from "../../react/errors/describe-failure";
import { ApiKeyTable, MaskedKey } from "../../ui/api-keys/api-key-table";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { Card } from "../../ui/layout/card";
import { useShownCode } from "../code/shown-code";
import { kitCode } from "../code/written-code";
import { EmptyRows } from "../lists/list-end";
import { useRead } from "../projects/use-owned-projects";
import { lazyDialog } from "../shell/lazy";
import { useTranslation } from "../translation/use-translation";

const CreateApiKeyDialog = lazyDialog(
  () => import("../../react/pages/account-settings/api-keys/create-api-key-dialog"),
  "CreateApiKeyDialog",
);

const methods = { user: "getUser", team: "getTeam" } as const;

interface OwnedKeysCardProps {
  owner: ServerUser | ServerTeam;
  /** Names what the owner is called in code. */
  variable: "user" | "team";
  description: string;
}

function ownedKeysOptions(app: GatehouseAdminApp, variable: "user" | "team", owner: ServerUser | ServerTeam) {
  return resourceOptions<ApiKey[]>(app, "api-keys", [`of-${variable}`, owner.id], () => owner.listApiKeys());
}

/** The API keys of a user or a team, which are created and revoked here. */
export function OwnedKeysCard({ owner, variable, description }: OwnedKeysCardProps) {
  const t = useTranslation();
  const keys = useRead(ownedKeysOptions, variable, owner);
  const { show } = useShownCode();
  const found = `const ${variable} = await serverApp.${methods[variable]}(${JSON.stringify(owner.id)});`;
  const [isCreating, setIsCreating] = useState(false);

  async function create(options: ApiKeyCreateOptions) {
    const key = await owner.createApiKey(options);
    show({ title: t("Create API key"), code: kitCode([found], `${variable}.createApiKey`, options) });
    return key;
  }

  async function revokeAndShow(key: ApiKey) {
    await key.revoke();
    const listed = `const key = (await ${variable}.listApiKeys()).find(({ id }) => id === ${JSON.stringify(key.id)});`;
    show({ title: t("Revoke key"), code: kitCode([found, listed], "key?.revoke") });
  }

  return (
    <Card
      title={t("API keys")}
      description={description}
      actions={
        <Button variant="secondary" size="small" onClick={() => setIsCreating(true)}>
          {t("Create API key")}
        </Button>
      }
    >
      {keys.length === 0 ? (
        <EmptyRows>
          <p>{t("There are no API keys yet. They are created here, in your app, or by your backend:")}</p>
          <CodeBlock title="server.ts" code={creationOf(variable)} />
        </EmptyRows>
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
          onRevoke={(key) => inPlainWords(revokeAndShow(key), (error) => describeFailure(error, t))}
        />
      )}
      {isCreating && <CreateApiKeyDialog owner={{ createApiKey: create }} onClose={() => setIsCreating(false)} />}
    </Card>
  );
}

function creationOf(variable: "user" | "team"): string {
  return `const key = await ${variable}.createApiKey({
  description: "Nightly backup",
  expiresAt: new Date("2030-01-01"),
});
console.log(key.value);`;
}

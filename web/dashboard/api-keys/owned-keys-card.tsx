import { useState } from "react";
import type { ApiKey, ApiKeyCreateOptions, GatehouseAdminApp, ServerTeam, ServerUser } from "../../kit";
import { resourceOptions } from "../../react";
import { describeFailure, inPlainWords } from "../../react/errors/describe-failure";
import { RollButton, RollDialog } from "../../react/pages/account-settings/api-keys/roll-dialog";
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
import { LastUse, MadeByMember } from "./key-facts";

const CreateApiKeyDialog = lazyDialog(
  () => import("../../react/pages/account-settings/api-keys/create-api-key-dialog"),
  "CreateApiKeyDialog",
);

const CreatedKeyDialog = lazyDialog(
  () => import("../../react/pages/account-settings/api-keys/create-api-key-dialog"),
  "CreatedKeyDialog",
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
  const [keyToRoll, setKeyToRoll] = useState<ApiKey>();
  const [rolledValue, setRolledValue] = useState<string>();
  const keyInCode = ({ id }: ApiKey) =>
    `const key = (await ${variable}.listApiKeys()).find(({ id }) => id === ${JSON.stringify(id)});`;

  async function create(options: ApiKeyCreateOptions) {
    const key = await owner.createApiKey(options);
    show({ title: t("Create API key"), code: kitCode([found], `${variable}.createApiKey`, options) });
    return key;
  }

  async function revokeAndShow(key: ApiKey) {
    await key.revoke();
    show({ title: t("Revoke key"), code: kitCode([found, keyInCode(key)], "key?.revoke") });
  }

  async function roll(key: ApiKey, worksUntil: Date | undefined) {
    const { value } = await key.roll({ worksUntil });
    show({ title: t("Roll"), code: kitCode([found, keyInCode(key)], "key?.roll", { worksUntil }) });
    setKeyToRoll(undefined);
    setRolledValue(value);
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
          renderValue={(key) => (
            <span className="flex flex-col">
              <MaskedKey {...key.value} />
              <LastUse use={key.value.lastUse} />
            </span>
          )}
          renderNote={({ createdBy, replacedById }) => (
            <>
              {createdBy && <MadeByMember {...createdBy} />}
              {replacedById !== null && <span>{t("Replaced by a new one")}</span>}
            </>
          )}
          renderActions={(key) =>
            key.replacedById === null && <RollButton name={key.description} onClick={() => setKeyToRoll(key)} />
          }
          revokeLabel={t("Revoke key")}
          describeRevocation={(key) =>
            t("Every program that uses the key ending in {lastFour} is refused from now on. This cannot be undone.", {
              lastFour: key.value.lastFour,
            })
          }
          onRevoke={(key) => inPlainWords(revokeAndShow(key), (error) => describeFailure(error, t))}
        />
      )}
      {keyToRoll && (
        <RollDialog
          name={keyToRoll.description}
          onRoll={(worksUntil) => roll(keyToRoll, worksUntil)}
          onClose={() => setKeyToRoll(undefined)}
        />
      )}
      {rolledValue !== undefined && <CreatedKeyDialog value={rolledValue} onClose={() => setRolledValue(undefined)} />}
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

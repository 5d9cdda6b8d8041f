import { useState } from "react";
import type { ApiKey } from "../../../../kit";
import { ApiKeyTable, MaskedKey } from "../../../../ui/api-keys/api-key-table";
import { Button } from "../../../../ui/buttons/button";
import { Card } from "../../../../ui/layout/card";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { describeFailure, inPlainWords } from "../../../errors/describe-failure";
import { type ApiKeyOwner, apiKeyOptions } from "../../../queries/account-queries";
import { useMutation, useSuspenseQuery } from "../../../queries/query-hooks";
import { EmptyNote } from "../parts/card-list";
import { CreateApiKeyDialog, CreatedKeyDialog } from "./create-api-key-dialog";
import { RollButton, RollDialog } from "./roll-dialog";

/** The API keys of a user or a team: lists, creates, rolls and revokes them. */
export function ApiKeysCard({ owner, title, description }: { owner: ApiKeyOwner; title: string; description: string }) {
  const t = useTranslation();
  const { data: keys } = useSuspenseQuery(apiKeyOptions(owner));
  const [isCreating, setIsCreating] = useState(false);
  const [keyToRoll, setKeyToRoll] = useState<ApiKey>();
  const [rolledValue, setRolledValue] = useState<string>();
  const revoke = useMutation({ mutationFn: (key: ApiKey) => key.revoke() });

  async function roll(key: ApiKey, worksUntil: Date | undefined) {
    const { value } = await key.roll({ worksUntil });
    setKeyToRoll(undefined);
    setRolledValue(value);
  }

  return (
    <Card
      title={title}
      description={description}
      actions={
        <Button variant="secondary" size="small" onClick={() => setIsCreating(true)}>
          {t("Create API key")}
        </Button>
      }
    >
      {keys.length === 0 ? (
        <EmptyNote>{t("There are no API keys yet.")}</EmptyNote>
      ) : (
        <ApiKeyTable
          isInCard
          caption={title}
          keys={keys}
          valueHeader={t("Key")}
          renderValue={(key) => <MaskedKey {...key.value} />}
          renderNote={({ replacedById }) => replacedById !== null && <span>{t("Replaced by a new one")}</span>}
          renderActions={(key) =>
            key.replacedById === null && <RollButton name={key.description} onClick={() => setKeyToRoll(key)} />
          }
          revokeLabel={t("Revoke key")}
          describeRevocation={(key) =>
            t("Every program that uses the key ending in {lastFour} is refused from now on. This cannot be undone.", {
              lastFour: key.value.lastFour,
            })
          }
          onRevoke={(key) => inPlainWords(revoke.mutateAsync(key), (error) => describeFailure(error, t))}
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
      {isCreating && <CreateApiKeyDialog owner={owner} onClose={() => setIsCreating(false)} />}
    </Card>
  );
}

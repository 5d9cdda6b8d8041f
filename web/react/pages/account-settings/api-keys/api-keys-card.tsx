import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey } from "../../../../kit";
import { Button } from "../../../../ui/button";
import { Card } from "../../../../ui/card";
import { KeyTable } from "../../../../ui/key-table";
import { MaskedKey } from "../../../../ui/masked-key";
import { ConfirmMutation } from "../../../components/confirm-mutation";
import { useApp } from "../../../hooks/use-app";
import { type ApiKeyOwner, apiKeyOptions } from "../../../queries/account-queries";
import { EmptyNote } from "../parts/empty-note";
import { CreateApiKeyDialog } from "./create-api-key-dialog";

/** The API keys of a user or a team: a list, with creation and revocation. */
export function ApiKeysCard({ owner, title, description }: { owner: ApiKeyOwner; title: string; description: string }) {
  const { data: keys } = useSuspenseQuery(apiKeyOptions(useApp(), owner));
  const [isCreating, setIsCreating] = useState(false);
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKey>();
  return (
    <Card
      title={title}
      description={description}
      actions={
        <Button variant="secondary" size="small" onClick={() => setIsCreating(true)}>
          Create API key
        </Button>
      }
    >
      {keys.length === 0 ? (
        <EmptyNote>There are no API keys yet.</EmptyNote>
      ) : (
        <KeyTable
          caption={title}
          keys={keys}
          renderValue={({ value }) => <MaskedKey {...value} />}
          onRevoke={setKeyToRevoke}
          isInCard
        />
      )}
      {isCreating && <CreateApiKeyDialog owner={owner} onClose={() => setIsCreating(false)} />}
      <ConfirmMutation
        isOpen={keyToRevoke !== undefined}
        onOpenChange={() => setKeyToRevoke(undefined)}
        title={`Revoke “${keyToRevoke?.description}”?`}
        description={`Every program that uses the key ending in ${keyToRevoke?.value.lastFour} is refused from now on. This cannot be undone.`}
        confirmLabel="Revoke key"
        mutationFn={async () => keyToRevoke?.revoke()}
      />
    </Card>
  );
}

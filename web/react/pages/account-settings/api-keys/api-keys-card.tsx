import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey } from "../../../../kit";
import { Button } from "../../../../ui/button";
import { Card } from "../../../../ui/card";
import { ConfirmDialog } from "../../../../ui/dialog";
import { inPlainWords } from "../../../forms/submit";
import { useApp } from "../../../hooks/use-app";
import { type ApiKeyOwner, apiKeyOptions } from "../../../queries/queries";
import { EmptyNote } from "../parts/empty-note";
import { ApiKeyTable } from "./api-key-table";
import { CreateApiKeyDialog } from "./create-api-key-dialog";

/** The API keys of a user or a team: what there are, new ones, and the end of those that work. */
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
        <ApiKeyTable caption={title} keys={keys} onRevoke={setKeyToRevoke} />
      )}
      {isCreating && <CreateApiKeyDialog owner={owner} onClose={() => setIsCreating(false)} />}
      <ConfirmDialog
        isOpen={keyToRevoke !== undefined}
        onOpenChange={() => setKeyToRevoke(undefined)}
        title={`Revoke “${keyToRevoke?.description}”?`}
        description={`Every program that uses the key ending in ${keyToRevoke?.value.lastFour} is refused from now on. This cannot be undone.`}
        confirmLabel="Revoke key"
        onConfirm={async () => {
          if (keyToRevoke) await inPlainWords(keyToRevoke.revoke());
        }}
      />
    </Card>
  );
}

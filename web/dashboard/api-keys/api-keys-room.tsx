import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import KeyRoundIcon from "lucide-react/icons/key-round";
import PlusIcon from "lucide-react/icons/plus";
import { useMemo, useState } from "react";
import type { InternalApiKey } from "../../kit";
import { inPlainWords } from "../../react/errors/describe-failure";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ConfirmDialog } from "../../ui/dialog";
import { EmptyState } from "../../ui/empty-state";
import { PageHeader } from "../../ui/page-header";
import { useTitle } from "../../ui/use-title";
import { DataTable } from "../data-table";
import { apiKeysOptions } from "../queries";
import { useOwnedProject } from "../use-owned-projects";
import { CreateKeysDialog } from "./create-keys-dialog";
import { keyColumns } from "./key-columns";

/** The keys by which apps and backends identify themselves as this project's. */
export function ApiKeysRoom() {
  const project = useOwnedProject();
  const { data: keys } = useSuspenseQuery(apiKeysOptions(project.app));
  const { create: isCreating = false } = useSearch({ from: "/projects/$projectId/api-keys" });
  const navigate = useNavigate({ from: "/projects/$projectId/api-keys" });
  const [keyToRevoke, setKeyToRevoke] = useState<InternalApiKey>();
  const columns = useMemo(() => keyColumns({ onRevoke: setKeyToRevoke }), []);
  useTitle(`API keys · ${project.displayName} · Gatehouse`);

  const createButton = (
    <Button onClick={() => void navigate({ search: { create: true } })}>
      <PlusIcon aria-hidden="true" />
      Create keys
    </Button>
  );

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="API keys"
        description="With these your website and your backend speak for this project. Give each place keys of its own, so that you can revoke them one by one."
        actions={keys.length > 0 && createButton}
      />
      {keys.length === 0 ? (
        <Card>
          <EmptyState icon={<KeyRoundIcon />} title="No keys yet" action={createButton}>
            Without keys nobody can sign in to your app.
          </EmptyState>
        </Card>
      ) : (
        <DataTable caption="API keys" columns={columns} rows={keys} rowId={(key) => key.id} />
      )}
      {isCreating && <CreateKeysDialog onClose={() => void navigate({ search: {}, replace: true })} />}
      <ConfirmDialog
        isOpen={keyToRevoke !== undefined}
        onOpenChange={() => setKeyToRevoke(undefined)}
        title={`Revoke “${keyToRevoke?.description}”?`}
        description="Whatever uses these keys is refused from now on. This cannot be undone."
        confirmLabel="Revoke keys"
        onConfirm={async () => {
          if (keyToRevoke) await inPlainWords(keyToRevoke.revoke());
        }}
      />
    </div>
  );
}

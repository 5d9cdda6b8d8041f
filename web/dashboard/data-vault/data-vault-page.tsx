import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import LockKeyholeIcon from "lucide-react/icons/lock-keyhole";
import PlusIcon from "lucide-react/icons/plus";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { Select } from "../../ui/forms/select";
import { Card } from "../../ui/layout/card";
import { EmptyList } from "../lists/list-end";
import { useOwnedProject } from "../projects/use-owned-projects";
import { SectionHeader } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useTranslation } from "../translation/use-translation";
import { type Store, storesOptions } from "./queries";
import { CreateStoreDialog, DeleteStoreDialog, RenameStoreDialog } from "./store-dialogs";
import { StoresCard } from "./stores-card";

const ValueDialog = lazy(() => import("./value-dialog"));

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [storesOptions(app)];

/** The stores in which the project's servers keep values encrypted. The open dialog is part of the address. */
export function DataVaultPage() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: stores } = useSuspenseQuery(storesOptions(app));
  const search = useSearch({ from: "/projects/$projectId/data-vault" });
  const navigate = useNavigate({ from: "/projects/$projectId/data-vault" });
  const store = "store" in search ? stores.find(({ id }) => id === search.store) : undefined;
  const open = store && "open" in search ? search.open : undefined;

  const close = () => void navigate({ search: {}, replace: true, resetScroll: false });
  const createButton = (
    <Button onClick={() => void navigate({ search: { create: true }, resetScroll: false })}>
      <PlusIcon aria-hidden="true" />
      {t("Create store")}
    </Button>
  );
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Data vault")}
        description={t(
          "What your servers keep secret for your users, such as the tokens of other services, encrypted with a secret that only you have.",
        )}
        reference="Data vault"
        actions={stores.length > 0 && createButton}
      />
      {stores.length === 0 ? (
        <EmptyList
          icon={<LockKeyholeIcon />}
          title={t("No stores yet")}
          action={createButton}
          code={vaultSnippet("secrets")}
        >
          {t("Create a store once. Your backend then sets and gets its values:")}
        </EmptyList>
      ) : (
        <>
          <StoresCard stores={stores} />
          <UseStoreCard stores={stores} />
        </>
      )}
      <EncryptionCard />
      {"create" in search && <CreateStoreDialog stores={stores} onClose={close} />}
      {store && open === "rename" && <RenameStoreDialog store={store} onClose={close} />}
      {store && open === "delete" && <DeleteStoreDialog store={store} onClose={close} />}
      {store && open === "value" && (
        <Suspense>
          <ValueDialog store={store} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

/** Shows what the vault promises, and what it does not. */
function EncryptionCard() {
  const t = useTranslation();
  const facts = [
    {
      name: t("Encrypted on your server"),
      text: t(
        "The kit encrypts each value with AES-256-GCM, and hashes its key, with a secret of yours that is never sent. Gatehouse sees neither.",
      ),
    },
    {
      name: t("Encrypted once more here"),
      text: t("What arrives is encrypted again with a random key of its store, which is itself stored encrypted."),
    },
    {
      name: t("No recovery"),
      text: t(
        "Who loses the secret loses the values. To replace it, read each value with the old one and set it with the new one.",
      ),
    },
    {
      name: t("Read often, changed seldom"),
      text: t(
        "A value that was set or deleted can be seen as before for 60 seconds, the last of two writes at once wins, and a key takes one write in a second. Build no counters or queues on it.",
      ),
    },
  ];
  return (
    <Card title={t("How values are kept")}>
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {facts.map(({ name, text }) => (
          <div key={name} className="flex flex-col gap-1 text-sm">
            <dt className="font-medium text-ink">{name}</dt>
            <dd className="text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Shows how a backend sets and gets a value of a store. */
function UseStoreCard({ stores }: { stores: readonly Store[] }) {
  const t = useTranslation();
  const [chosen, setChosen] = useState<string>();
  const store = stores.find(({ id }) => id === chosen) ?? stores[0];
  return (
    <Card title={t("Use a store")} description={t("In your backend, where the secret is an environment variable.")}>
      <div className="flex min-w-0 flex-col gap-4">
        {stores.length > 1 && (
          <div className="sm:w-64">
            <Select
              label={t("Store")}
              options={stores.map(({ id, displayName }) => ({ value: id, label: displayName }))}
              value={store?.id ?? ""}
              onValueChange={setChosen}
            />
          </div>
        )}
        <CodeBlock title="TypeScript" code={vaultSnippet(store?.id ?? "")} />
      </div>
    </Card>
  );
}

/** Returns what sets and gets a value of a store in a backend. */
function vaultSnippet(storeId: string): string {
  return `// VAULT_SECRET: 32 random bytes, such as those of \`openssl rand -base64 32\`
const secret = process.env.VAULT_SECRET!;
const store = await serverApp.getDataVaultStore(${JSON.stringify(storeId)});

await store.setValue(user.id, "the token of a partner", { secret });
const token = await store.getValue(user.id, { secret }); // or null
await store.deleteValue(user.id, { secret });`;
}

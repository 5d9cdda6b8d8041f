import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import LockKeyholeIcon from "lucide-react/icons/lock-keyhole";
import PlusIcon from "lucide-react/icons/plus";
import { lazy, Suspense } from "react";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { Card } from "../../ui/layout/card";
import { EmptyState } from "../../ui/layout/empty-state";
import { useOwnedProject } from "../projects/use-owned-projects";
import { SectionHeader } from "../shell/section-header";
import { useTranslation } from "../translation/use-translation";
import { CreateStoreDialog } from "./create-store-dialog";
import { DeleteStoreDialog } from "./delete-store-dialog";
import { EncryptionCard } from "./encryption-card";
import { storesOptions } from "./queries";
import { RenameStoreDialog } from "./rename-store-dialog";
import { StoresCard } from "./stores-card";
import { UseStoreCard } from "./use-store-card";
import { vaultSnippet } from "./vault-snippet";

const ValueDialog = lazy(() => import("./value-dialog"));

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
        <Card>
          <EmptyState
            icon={<LockKeyholeIcon />}
            title={t("No stores yet")}
            action={
              <div className="flex w-full flex-col items-center gap-6">
                {createButton}
                <CodeBlock
                  title="TypeScript"
                  code={vaultSnippet("secrets")}
                  className="w-full max-w-2xl min-w-0 text-start"
                />
              </div>
            }
          >
            {t("Create a store once. Your backend then sets and gets its values:")}
          </EmptyState>
        </Card>
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

import { useState } from "react";
import { CodeBlock } from "../../ui/data/code-block";
import { Select } from "../../ui/forms/select";
import { Card } from "../../ui/layout/card";
import { useTranslation } from "../translation/use-translation";
import type { Store } from "./queries";
import { vaultSnippet } from "./vault-snippet";

/** How a backend sets and gets a value of a store. */
export function UseStoreCard({ stores }: { stores: readonly Store[] }) {
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

import { useSuspenseQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { ServerTeam, ServerUser } from "../../kit";
import { resourceOptions } from "../../react";
import { CodeBlock } from "../../ui/data/code-block";
import { useConfig } from "../forms/config";
import { settingsIn } from "../forms/config-document";
import { ListCard, RowAction } from "../lists/list-end";
import { useOwnedProject } from "../projects/use-owned-projects";
import { lazyDialog } from "../shell/lazy";
import { useTranslation } from "../translation/use-translation";

const ChangeQuantityDialog = lazyDialog(() => import("./change-quantity-dialog"), "ChangeQuantityDialog");

/**
 * Shows how much a customer has of each item for customers of their type, with a dialog that changes it.
 *
 * @param definition defines the first item, as code, where the project has none for this type
 */
export function ItemsCard({
  customerType,
  customer,
  description,
  empty,
  definition,
  tooLittle,
}: {
  customerType: "user" | "team";
  customer: ServerUser | ServerTeam;
  description: string;
  empty: string;
  definition: string;
  /** Said where more is taken than there is. */
  tooLittle: string;
}) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const items = settingsIn(useConfig(), "payments.items").filter(([, item]) => item.customerType === customerType);
  const balances = useSuspenseQueries({
    queries: items.map(([id]) =>
      resourceOptions(app, "items", [`of-${customerType}`, customer.id, id], () => customer.getItem(id)),
    ),
  });
  const [changed, setChanged] = useState<string>();
  return (
    <ListCard
      title={t("Items")}
      description={description}
      empty={
        <>
          <p>{empty}</p>
          <CodeBlock title="admin.ts" code={definition} />
        </>
      }
      rows={items.map(([id], index) => {
        const name = balances[index]?.data.displayName || id;
        return {
          id,
          title: name,
          detail: <span className="font-mono text-2xs">{id}</span>,
          actions: (
            <span className="flex items-center gap-4">
              <span className="text-base font-semibold text-ink tabular-nums">
                {balances[index]?.data.quantity.toLocaleString(t.language)}
              </span>
              <RowAction label={t("Change the quantity of {name}", { name })} onClick={() => setChanged(id)}>
                {t("Change")}
              </RowAction>
            </span>
          ),
        };
      })}
    >
      {changed !== undefined && (
        <ChangeQuantityDialog
          customer={customerType === "user" ? { userId: customer.id } : { teamId: customer.id }}
          tooLittle={tooLittle}
          itemId={changed}
          onClose={() => setChanged(undefined)}
        />
      )}
    </ListCard>
  );
}

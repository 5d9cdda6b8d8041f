import { useSuspenseQueries } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { Card } from "../../../ui/layout/card";
import { settingsIn } from "../../forms/config-document";
import { useConfig } from "../../forms/use-config";
import { EmptyRows, Row, RowList } from "../../lists/row-list";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { teamItemOptions } from "../queries";
import type { PartProps } from "./part-props";

const ChangeQuantityDialog = lazy(() => import("../../users/user/change-quantity-dialog"));

const definition = `await project.updateConfig({
  "payments.items.seats": { displayName: "Seats", customerType: "team" },
});`;

/** How much the team has of each item that teams can have. */
export default function ItemsPart({ team }: PartProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const items = settingsIn(useConfig(), "payments.items").filter(([, item]) => item.customerType === "team");
  const balances = useSuspenseQueries({ queries: items.map(([id]) => teamItemOptions(app, team, id)) });
  const [changed, setChanged] = useState<string>();
  return (
    <Card title={t("Items")} description={t("What the team has of what your app sells or gives, such as seats.")}>
      {items.length === 0 ? (
        <EmptyRows>
          <p>{t("The project has no items for teams yet. Define the first in its settings:")}</p>
          <CodeBlock title="admin.ts" code={definition} />
        </EmptyRows>
      ) : (
        <RowList label={t("Items")}>
          {items.map(([id], index) => {
            const name = balances[index]?.data.displayName || id;
            return (
              <Row
                key={id}
                title={name}
                detail={<span className="font-mono text-2xs">{id}</span>}
                actions={
                  <span className="flex items-center gap-4">
                    <span className="text-base font-semibold text-ink tabular-nums">
                      {balances[index]?.data.quantity.toLocaleString(t.language)}
                    </span>
                    <Button
                      variant="secondary"
                      size="small"
                      aria-label={t("Change the quantity of {name}", { name })}
                      onClick={() => setChanged(id)}
                    >
                      {t("Change")}
                    </Button>
                  </span>
                }
              />
            );
          })}
        </RowList>
      )}
      {changed !== undefined && (
        <Suspense>
          <ChangeQuantityDialog
            customer={{ teamId: team.id }}
            tooLittle={t("The team does not have that much.")}
            itemId={changed}
            onClose={() => setChanged(undefined)}
          />
        </Suspense>
      )}
    </Card>
  );
}

import { Alert } from "../../ui/feedback/alert";
import { Card } from "../../ui/layout/card";
import { ConfigSwitch } from "../forms/config-switch";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";

/** Whether customers buy without money, which is for projects that are not in production mode. */
export function TestModeCard() {
  const t = useTranslation();
  const { isProductionMode } = useOwnedProject();
  return (
    <Card title={t("Test mode")}>
      <div className="flex flex-col gap-4">
        <ConfigSwitch
          path="payments.testMode"
          label={t("Customers buy without money")}
          hint={t(
            "Purchase pages then give customers what they choose at once, without Stripe. Such purchases are marked, and you can take them back.",
          )}
        />
        {isProductionMode && (
          <Alert>{t("The project is in production mode: customers pay, whatever is chosen here.")}</Alert>
        )}
      </div>
    </Card>
  );
}

import type { OneTimePurchase } from "../../../../kit/billing/purchases";
import { Badge } from "../../../../ui/feedback/badge";
import { Card } from "../../../../ui/layout/card";
import { dateText } from "../../../../ui/text/date-text";
import { Name } from "../../../../ui/text/name";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { boughtText, costText, type PaidCurrency } from "./bought-text";

type OneTimePurchasesCardProps = { purchases: readonly OneTimePurchase[]; currency: PaidCurrency };

export function OneTimePurchasesCard({ purchases, currency }: OneTimePurchasesCardProps) {
  const t = useTranslation();
  return (
    <Card title={t("One-time purchases")}>
      <ul aria-label={t("One-time purchases")} className="-my-4 flex flex-col divide-y divide-line">
        {purchases.map((purchase) => (
          <li key={purchase.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-4">
            <div className="flex min-w-0 flex-1 basis-52 flex-col gap-0.5">
              <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm font-medium text-ink">
                <Name className="wrap-anywhere">{boughtText(purchase, t)}</Name>
                {purchase.refundedAt && <Badge>{t("Refunded")}</Badge>}
                {purchase.isTest && <Badge>{t("Test mode")}</Badge>}
              </span>
              <span className="text-sm text-ink-soft">
                {purchase.refundedAt
                  ? t("Refunded on {date}.", { date: dateText(purchase.refundedAt, t) })
                  : t("Bought on {date}.", { date: dateText(purchase.createdAt, t) })}
              </span>
            </div>
            {purchase.price && (
              <span className="text-sm text-ink">
                {costText(purchase.price, purchase.quantity, purchase.isTest ? null : currency, t)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

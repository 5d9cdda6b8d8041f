import { useState } from "react";
import { Alert } from "../../ui/feedback/alert";
import { Select } from "../../ui/forms/select";
import { TextField } from "../../ui/forms/text-field";
import { Fact, Facts } from "../../ui/layout/facts";
import { MessageCard } from "../../ui/layout/message-card";
import { Name } from "../../ui/text/name";
import { type Currency, currenciesOf, isRenewed, priceText } from "../../ui/text/price-text";
import type { PlainMessage } from "../../ui/translation/message";
import type { Translate } from "../../ui/translation/translate";
import { useTranslation } from "../../ui/translation/use-translation";
import { PaymentOutcome } from "./payment-outcome";
import { PaymentSection } from "./payment-section";
import { type Choice, type Price, type Purchase, totalText } from "./purchase-requests";
import { TestModeSection } from "./test-mode-section";

/** The most units that the API takes. */
const maxQuantity = 1_000_000;

const refusals = {
  already_purchased: "You have this already, and it can be bought only once.",
  already_subscribed: "You have this already, and it can be bought only once.",
  base_missing: "This adds to something that you do not have yet. Buy that first.",
  group_purchased: "You have bought something already that takes the place of this.",
} as const satisfies Record<NonNullable<Purchase["refusal"]>, PlainMessage>;

/** Chooses a price and a quantity, and pays. */
export function PurchaseForm({ fullCode, purchase }: { fullCode: string; purchase: Purchase }) {
  const t = useTranslation();
  const [first] = Object.keys(purchase.offer.prices);
  const [isDone, setIsDone] = useState(false);
  if (isDone) return <PaymentOutcome fullCode={fullCode} outcome="paid" />;
  const name = purchase.offer.display_name;
  if (purchase.refusal) {
    return (
      <MessageCard title={name}>
        <p>{t(refusals[purchase.refusal])}</p>
      </MessageCard>
    );
  }
  if (first === undefined) {
    return (
      <MessageCard title={name}>
        <p>{t("There is nothing to buy here.")}</p>
      </MessageCard>
    );
  }
  return <Chooser fullCode={fullCode} purchase={purchase} firstPrice={first} onDone={() => setIsDone(true)} />;
}

interface ChooserProps {
  fullCode: string;
  purchase: Purchase;
  firstPrice: string;
  onDone: () => void;
}

function Chooser({ fullCode, purchase, firstPrice, onDone }: ChooserProps) {
  const t = useTranslation();
  const { offer, replaced_offers: replaced } = purchase;
  const [priceId, setPriceId] = useState(firstPrice);
  const [chosenCurrency, setCurrency] = useState<Currency>();
  const [typedQuantity, setQuantity] = useState("1");
  // The code is used up as soon as a payment begins: what is paid stays as it is then.
  const [isBegun, setIsBegun] = useState(false);
  const price = offer.prices[priceId] ?? {};
  const currencies = currenciesOf(price);
  const currency = currencies.find((each) => each === chosenCurrency) ?? currencies[0] ?? "USD";
  const quantity = Number(typedQuantity);
  const isQuantity = Number.isInteger(quantity) && quantity >= 1 && quantity <= maxQuantity;
  const choice: Choice = { priceId, price, currency, quantity };
  const prices = Object.entries(offer.prices).map(([value, each]) => ({ value, label: labelOf(each, currency, t) }));

  return (
    <div className="flex flex-col gap-5">
      <h1 className="text-center text-xl font-semibold tracking-tight text-ink">
        <Name>{offer.display_name}</Name>
      </h1>
      {prices.length > 1 ? (
        <Select label={t("Price")} options={prices} value={priceId} onValueChange={setPriceId} disabled={isBegun} />
      ) : (
        <p className="text-center text-ink">{prices[0]?.label}</p>
      )}
      {currencies.length > 1 && (
        <Select
          label={t("Currency")}
          options={currencies.map((value) => ({ value, label: value }))}
          value={currency}
          onValueChange={setCurrency}
          disabled={isBegun}
        />
      )}
      {offer.stackable && (
        <TextField
          label={t("Quantity")}
          type="number"
          inputMode="numeric"
          min={1}
          max={maxQuantity}
          step={1}
          value={typedQuantity}
          disabled={isBegun}
          onChange={(event) => setQuantity(event.target.value)}
          error={isQuantity ? undefined : t("Enter a whole number from 1 to {max}.", { max: maxQuantity })}
        />
      )}
      {isQuantity && <Total text={totalText(purchase, choice, t)} />}
      {replaced.length > 0 && (
        <Alert>
          <p>
            {t("This takes the place of {offers}.", {
              offers: new Intl.ListFormat(t.language).format(replaced.map(({ display_name }) => display_name)),
            })}
          </p>
          {isRenewed(price) && (
            <p>{t("The rest of the time that you have paid for is credited to your next invoices.")}</p>
          )}
        </Alert>
      )}
      {isQuantity && (
        <>
          {!purchase.test_mode && (
            <PaymentSection
              key={`${priceId} ${currency} ${quantity}`}
              fullCode={fullCode}
              purchase={purchase}
              choice={choice}
              onBegin={() => setIsBegun(true)}
              onDone={onDone}
            />
          )}
          {!isBegun && <TestModeSection fullCode={fullCode} purchase={purchase} choice={choice} onDone={onDone} />}
        </>
      )}
    </div>
  );
}

/** A price in its own currency, where it is not sold in the one that was chosen for another. */
function labelOf(price: Price, currency: Currency, t: Translate): string {
  const [first = currency] = currenciesOf(price);
  return priceText(price, price[currency] === undefined ? first : currency, 1, t);
}

/** Shows what is paid, in words. */
export function Total({ text }: { text: string }) {
  const t = useTranslation();
  return (
    <Facts label={t("Total")}>
      <Fact name={t("Total")}>
        <span className="block text-end" aria-live="polite">
          {text}
        </span>
      </Fact>
    </Facts>
  );
}

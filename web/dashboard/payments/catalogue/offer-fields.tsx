import { Link } from "@tanstack/react-router";
import PlusIcon from "lucide-react/icons/plus";
import Trash2Icon from "lucide-react/icons/trash-2";
import { type ReactNode, useState } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { Button } from "../../../ui/buttons/button";
import { Select } from "../../../ui/forms/select";
import type { Currency } from "../../../ui/text/price-text";
import { linkClasses } from "../../../ui/theme/class-names";
import { type FieldRow, Fields } from "../../dialogs/fields";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { type CatalogueItem, checkAmount, checkDuration, checkNewId, checkQuantity } from "./catalogue-rules";
import {
  currencyNames,
  type Expiry,
  expiries,
  newIncluded,
  newPrice,
  type OfferValues,
  type Unit,
  units,
} from "./offer-values";

/** A field of the offer that is edited. */
function OfferField(row: FieldRow<OfferValues>) {
  return <Fields form={useFormContext<OfferValues>()} rows={[row]} />;
}

/** The prices between which a customer chooses; none for an offer that is free. */
export function PriceFields() {
  const t = useTranslation();
  const { control, watch, getValues } = useFormContext<OfferValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "prices", keyName: "key" });
  const isFree = watch("isFree");
  return (
    <>
      <OfferField
        kind="checkbox"
        name="isFree"
        label={t("Free, and included by default")}
        hint={t("It is not bought: every customer without another offer of the group has it.")}
        deps="groupId"
      />
      {!isFree && (
        <>
          {fields.length === 0 && (
            <p className="text-sm text-ink-soft">{t("Without a price the offer cannot be bought.")}</p>
          )}
          {fields.map(({ key }, index) => (
            <OnePrice key={key} index={index} onRemove={() => remove(index)} />
          ))}
          <Button
            variant="secondary"
            className="self-start"
            onClick={() => append(newPrice(freeId(getValues("prices").map(({ priceId }) => priceId))))}
          >
            <PlusIcon aria-hidden="true" />
            {t("Add price")}
          </Button>
        </>
      )}
    </>
  );
}

/** An id that none of the prices has. */
function freeId(taken: readonly string[]): string {
  const known = ["monthly", "yearly", "once"].find((id) => !taken.includes(id));
  if (known) return known;
  let number = taken.length + 1;
  while (taken.includes(`price-${number}`)) number += 1;
  return `price-${number}`;
}

interface EntryProps {
  legend: string;
  removeLabel: string;
  onRemove: () => void;
  /** The fields beside the button that removes it. */
  first: ReactNode;
  children: ReactNode;
}

/** One of several parts of an offer, such as a price. */
function Entry({ legend, removeLabel, onRemove, first, children }: EntryProps) {
  return (
    <fieldset className="flex flex-col gap-4 rounded-card border border-line p-4">
      <legend className="sr-only">{legend}</legend>
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-4 sm:auto-cols-fr sm:grid-flow-col">{first}</div>
        <Button variant="ghost" size="icon" className="mt-6.5" aria-label={removeLabel} onClick={onRemove}>
          <Trash2Icon aria-hidden="true" />
        </Button>
      </div>
      {children}
    </fieldset>
  );
}

function OnePrice({ index, onRemove }: { index: number; onRemove: () => void }) {
  const t = useTranslation();
  const { getValues, watch } = useFormContext<OfferValues>();
  const price = `prices.${index}` as const;
  const name = watch(`${price}.priceId`);
  return (
    <Entry
      legend={t("Price {name}", { name })}
      removeLabel={t("Remove price {name}", { name })}
      onRemove={onRemove}
      first={
        <OfferField
          name={`${price}.priceId`}
          label={t("ID of the price")}
          hint={t("Such as monthly. Customers do not read it.")}
          spellCheck={false}
          autoCapitalize="none"
          validate={(text, { prices }) => {
            const others = prices.filter((_, other) => other !== index).map(({ priceId }) => priceId.trim());
            return checkNewId(text, others, t);
          }}
        />
      }
    >
      <Amounts index={index} saved={getValues(`${price}.amounts`)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <DurationField
          name={`${price}.interval`}
          label={t("Paid every")}
          hint={t("Empty for a price that is paid once.")}
        />
        <DurationField
          name={`${price}.trial`}
          label={t("Free trial of this price")}
          hint={t("Empty for that of the offer.")}
        />
      </div>
      <OfferField
        kind="checkbox"
        name={`${price}.isServerOnly`}
        label={t("This price for servers only")}
        hint={t("Customers see it only through links that your backend creates.")}
      />
    </Entry>
  );
}

/** An amount in each currency that the price has, and a choice of more. */
function Amounts({ index, saved }: { index: number; saved: Record<Currency, string> }) {
  const t = useTranslation();
  const { formState, trigger } = useFormContext<OfferValues>();
  const amounts = `prices.${index}.amounts` as const;
  const [shown, setShown] = useState<readonly Currency[]>(() =>
    currencyNames.filter((name, place) => place === 0 || saved[name] !== ""),
  );
  const others = currencyNames.filter((name) => !shown.includes(name));
  const add = t("Add a currency");
  return (
    <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-3">
      {shown.map((currency) => (
        <OfferField
          key={currency}
          name={`${amounts}.${currency}`}
          label={t("Amount in {currency}", { currency })}
          inputMode="decimal"
          placeholder={currency === "JPY" ? "1000" : "9.99"}
          validate={(text, { prices }) => {
            const price = prices[index];
            return price === undefined || checkAmount(text, currency, price, t);
          }}
          onInput={() => {
            // The first one says whether one is missing.
            if (formState.isSubmitted) void trigger(amounts);
          }}
        />
      ))}
      {others.length > 0 && (
        <div className="mt-6.5">
          <Select
            label={add}
            isLabelHidden
            options={[{ value: "", label: add }, ...others.map((name) => ({ value: name, label: name }))]}
            value=""
            onValueChange={(chosen) => {
              const name = others.find((each) => each === chosen);
              if (name) setShown([...shown, name]);
            }}
          />
        </div>
      )}
    </div>
  );
}

/** Asks how much of which items one unit of an offer brings. */
export function IncludedFields({ items }: { items: readonly CatalogueItem[] }) {
  const t = useTranslation();
  const { control, watch } = useFormContext<OfferValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "included", keyName: "key" });
  const [customerType, included] = watch(["customerType", "included"]);
  const next = items.find(
    (item) => item.customerType === customerType && !included.some(({ itemId }) => itemId === item.id),
  );
  return (
    <>
      {fields.length === 0 && (
        <p className="text-sm text-ink-soft">
          {t("Items that customers get with the offer, such as 100 credits each month.")}
        </p>
      )}
      {fields.map(({ key }, index) => (
        <OneIncluded key={key} index={index} items={items} onRemove={() => remove(index)} />
      ))}
      {next ? (
        <Button variant="secondary" className="self-start" onClick={() => append(newIncluded(next.id))}>
          <PlusIcon aria-hidden="true" />
          {t("Include item")}
        </Button>
      ) : (
        <p className="text-sm text-ink-soft">
          {t.rich("There is no other item for these customers. {link}", {
            link: (
              <Link
                from="/projects/$projectId"
                to="/projects/$projectId/payments"
                search={{ part: "catalogue", add: "item" }}
                className={linkClasses}
              >
                {t("Create an item")}
              </Link>
            ),
          })}
        </p>
      )}
    </>
  );
}

interface OneIncludedProps {
  index: number;
  items: readonly CatalogueItem[];
  onRemove: () => void;
}

function OneIncluded({ index, items, onRemove }: OneIncludedProps) {
  const t = useTranslation();
  const { watch } = useFormContext<OfferValues>();
  const [included, customerType] = watch(["included", "customerType"]);
  const { itemId = "" } = included[index] ?? {};
  const name = items.find(({ id }) => id === itemId)?.name ?? itemId;
  const choices = items.filter(
    ({ id, customerType: type }) =>
      id === itemId || (type === customerType && !included.some((other) => other.itemId === id)),
  );
  // It may have been deleted by other means.
  const deleted = choices.some(({ id }) => id === itemId) ? [] : [{ value: itemId, label: itemId }];
  return (
    <Entry
      legend={t("Included item {name}", { name })}
      removeLabel={t("Remove item {name}", { name })}
      onRemove={onRemove}
      first={
        <>
          <OfferField
            kind="choice"
            name={`included.${index}.itemId`}
            label={t("Item")}
            options={[...choices.map(({ id, name }) => ({ value: id, label: name })), ...deleted]}
            validate={(id, values) => checkItem(id, values, items, t)}
          />
          <OfferField
            name={`included.${index}.quantity`}
            label={t("Quantity")}
            inputMode="numeric"
            validate={(text) => checkQuantity(text, t)}
          />
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DurationField
          name={`included.${index}.repeat`}
          label={t("Again every")}
          hint={t("Empty for a quantity that is given once.")}
        />
        <OfferField
          kind="choice"
          name={`included.${index}.expires`}
          label={t("Expires")}
          hint={t("When what is left of it is taken away.")}
          options={expiries.map((expiry) => ({ value: expiry, label: expiryName(expiry, t) }))}
        />
      </div>
    </Entry>
  );
}

function expiryName(expiry: Expiry, t: Translate): string {
  if (expiry === "never") return t("Never");
  return expiry === "when-repeated" ? t("When it is given again") : t("When the purchase ends");
}

function checkItem(id: string, { customerType }: OfferValues, items: readonly CatalogueItem[], t: Translate) {
  const item = items.find((each) => each.id === id);
  if (!item) return t("This item was deleted. Choose another one, or remove it.");
  return item.customerType === customerType || t("This item is for other customers than the offer.");
}

/** The place of a duration in the form of an offer. */
type DurationName = "trial" | `prices.${number}.interval` | `prices.${number}.trial` | `included.${number}.repeat`;

/** A count and a unit; none while the count is empty. */
export function DurationField({ name, label, hint }: { name: DurationName; label: string; hint: string }) {
  const t = useTranslation();
  return (
    <div className="grid grid-cols-[1fr_8rem] items-start gap-2">
      <OfferField
        name={`${name}.count`}
        label={label}
        hint={hint}
        inputMode="numeric"
        validate={(text) => checkDuration(text, t)}
      />
      <div className="mt-6.5">
        <OfferField
          kind="choice"
          name={`${name}.unit`}
          label={t("Unit of {field}", { field: label })}
          isLabelHidden
          options={units.map((unit) => ({ value: unit, label: unitName(unit, t) }))}
        />
      </div>
    </div>
  );
}

function unitName(unit: Unit, t: Translate): string {
  return { day: t("Days"), week: t("Weeks"), month: t("Months"), year: t("Years") }[unit];
}

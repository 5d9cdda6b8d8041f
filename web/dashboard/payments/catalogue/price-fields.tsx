import PlusIcon from "lucide-react/icons/plus";
import Trash2Icon from "lucide-react/icons/trash-2";
import { useState } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { Button } from "../../../ui/buttons/button";
import { Checkbox } from "../../../ui/forms/checkbox";
import { Select } from "../../../ui/forms/select";
import { TextField } from "../../../ui/forms/text-field";
import type { Currency } from "../../../ui/text/price-text";
import { useTranslation } from "../../translation/use-translation";
import { checkAmount, checkNewId } from "./catalogue-rules";
import { DurationField } from "./duration-field";
import { currencyNames, newPrice, type OfferValues } from "./offer-values";

/** The prices between which a customer chooses; none for an offer that is free. */
export function PriceFields() {
  const t = useTranslation();
  const { register, control, watch, getValues } = useFormContext<OfferValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "prices", keyName: "key" });
  const isFree = watch("isFree");
  return (
    <>
      <Checkbox
        label={t("Free, and included by default")}
        hint={t("It is not bought: every customer without another offer of the group has it.")}
        {...register("isFree", { deps: "groupId" })}
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

function OnePrice({ index, onRemove }: { index: number; onRemove: () => void }) {
  const t = useTranslation();
  const { register, formState, getValues, watch } = useFormContext<OfferValues>();
  const errors = formState.errors.prices?.[index];
  const name = watch(`prices.${index}.priceId`);
  return (
    <fieldset className="flex flex-col gap-4 rounded-card border border-line p-4">
      <legend className="sr-only">{t("Price {name}", { name })}</legend>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={t("ID of the price")}
            hint={t("Such as monthly. Customers do not read it.")}
            spellCheck={false}
            autoCapitalize="none"
            error={errors?.priceId?.message}
            {...register(`prices.${index}.priceId`, {
              validate: (text, { prices }) => {
                const others = prices.filter((_, other) => other !== index);
                return checkNewId(
                  text,
                  others.map(({ priceId }) => priceId.trim()),
                  t,
                );
              },
            })}
          />
        </div>
        <Button
          variant="ghost"
          size="icon"
          className="mt-6.5"
          aria-label={t("Remove price {name}", { name })}
          onClick={onRemove}
        >
          <Trash2Icon aria-hidden="true" />
        </Button>
      </div>
      <Amounts index={index} saved={getValues(`prices.${index}.amounts`)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <DurationField
          name={`prices.${index}.interval`}
          label={t("Paid every")}
          hint={t("Empty for a price that is paid once.")}
        />
        <DurationField
          name={`prices.${index}.trial`}
          label={t("Free trial of this price")}
          hint={t("Empty for that of the offer.")}
        />
      </div>
      <Checkbox
        label={t("This price for servers only")}
        hint={t("Customers see it only through links that your backend creates.")}
        {...register(`prices.${index}.isServerOnly`)}
      />
    </fieldset>
  );
}

/** An amount in each currency that the price has, and a choice of more. */
function Amounts({ index, saved }: { index: number; saved: Record<Currency, string> }) {
  const t = useTranslation();
  const { register, formState, trigger } = useFormContext<OfferValues>();
  const errors = formState.errors.prices?.[index]?.amounts;
  const [shown, setShown] = useState<readonly Currency[]>(() =>
    currencyNames.filter((name, place) => place === 0 || saved[name] !== ""),
  );
  const others = currencyNames.filter((name) => !shown.includes(name));
  const add = t("Add a currency");
  return (
    <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-3">
      {shown.map((currency) => (
        <TextField
          key={currency}
          label={t("Amount in {currency}", { currency })}
          inputMode="decimal"
          placeholder={currency === "JPY" ? "1000" : "9.99"}
          error={errors?.[currency]?.message}
          {...register(`prices.${index}.amounts.${currency}`, {
            validate: (text, { prices }) => {
              const price = prices[index];
              return price === undefined || checkAmount(text, currency, price, t);
            },
            // The first one says whether one is missing.
            onChange: () => formState.isSubmitted && void trigger(`prices.${index}.amounts`),
          })}
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

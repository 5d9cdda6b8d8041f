import { Link } from "@tanstack/react-router";
import PlusIcon from "lucide-react/icons/plus";
import Trash2Icon from "lucide-react/icons/trash-2";
import { Controller, useFieldArray, useFormContext } from "react-hook-form";
import { Button } from "../../../ui/buttons/button";
import { Select } from "../../../ui/forms/select";
import { TextField } from "../../../ui/forms/text-field";
import { linkClasses } from "../../../ui/theme/class-names";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { checkQuantity } from "./catalogue-rules";
import { DurationField } from "./duration-field";
import { type Expiry, expiries, newIncluded, type OfferValues } from "./offer-values";
import type { CatalogueItem } from "./use-catalogue";

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

function OneIncluded({
  index,
  items,
  onRemove,
}: {
  index: number;
  items: readonly CatalogueItem[];
  onRemove: () => void;
}) {
  const t = useTranslation();
  const { register, control, formState, watch } = useFormContext<OfferValues>();
  const [included, customerType] = watch(["included", "customerType"]);
  const { itemId = "" } = included[index] ?? {};
  const name = items.find(({ id }) => id === itemId)?.name ?? itemId;
  const choices = items.filter(
    ({ id, customerType: type }) =>
      id === itemId || (type === customerType && !included.some((other) => other.itemId === id)),
  );
  return (
    <fieldset className="flex flex-col gap-4 rounded-card border border-line p-4">
      <legend className="sr-only">{t("Included item {name}", { name })}</legend>
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-4 sm:grid-cols-2">
          <Controller
            control={control}
            name={`included.${index}.itemId`}
            rules={{ validate: (id, values) => checkItem(id, values, items, t) }}
            render={({ field, fieldState }) => (
              <Select
                label={t("Item")}
                error={fieldState.error?.message}
                options={[
                  ...choices.map(({ id, name }) => ({ value: id, label: name })),
                  // It may have been deleted by other means.
                  ...(choices.some(({ id }) => id === itemId) ? [] : [{ value: itemId, label: itemId }]),
                ]}
                value={field.value}
                onValueChange={field.onChange}
              />
            )}
          />
          <TextField
            label={t("Quantity")}
            inputMode="numeric"
            error={formState.errors.included?.[index]?.quantity?.message}
            {...register(`included.${index}.quantity`, { validate: (text) => checkQuantity(text, t) })}
          />
        </div>
        <Button
          variant="ghost"
          size="icon"
          className="mt-6.5"
          aria-label={t("Remove item {name}", { name })}
          onClick={onRemove}
        >
          <Trash2Icon aria-hidden="true" />
        </Button>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <DurationField
          name={`included.${index}.repeat`}
          label={t("Again every")}
          hint={t("Empty for a quantity that is given once.")}
        />
        <Controller
          control={control}
          name={`included.${index}.expires`}
          render={({ field }) => (
            <Select
              label={t("Expires")}
              hint={t("When what is left of it is taken away.")}
              options={expiries.map((expiry) => ({ value: expiry, label: expiryName(expiry, t) }))}
              value={field.value}
              onValueChange={field.onChange}
            />
          )}
        />
      </div>
    </fieldset>
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

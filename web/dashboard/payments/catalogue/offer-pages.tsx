import { Link, useNavigate, useParams } from "@tanstack/react-router";
import TagIcon from "lucide-react/icons/tag";
import { type ReactNode, useState } from "react";
import { type FieldPath, FormProvider, useForm, useFormContext } from "react-hook-form";
import { Form } from "../../../react/forms/form";
import { useFormMutation } from "../../../react/forms/use-form-mutation";
import { Button, buttonClasses } from "../../../ui/buttons/button";
import { Card } from "../../../ui/layout/card";
import { EmptyState } from "../../../ui/layout/empty-state";
import { useToast } from "../../../ui/overlays/toast";
import { Fields } from "../../dialogs/fields";
import { configOptions, refusedSetting, useSaveConfig } from "../../forms/config";
import { SaveBar } from "../../forms/save-bar";
import { lazyDialog } from "../../shell/lazy";
import { BackLink, SectionPage } from "../../shell/section-header";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { customerTypeOptions } from "../customer-types";
import { type Catalogue, namedRows, useCatalogue } from "./catalogue-rules";
import { DurationField, IncludedFields, PriceFields } from "./offer-fields";
import { currencyNames, newOffer, type OfferValues, settingOfOffer } from "./offer-values";
import { useDeletion } from "./use-deletion";

const TryDialog = lazyDialog(() => import("./try-dialog"), "TryDialog");

/** Lists what both pages read first. */
export const reads: PageReads = ({ app }) => [configOptions(app)];

/** The editor of a new offer. */
export function NewOfferPage() {
  const t = useTranslation();
  return (
    <SectionPage above={<BackToCatalogue />} title={t("Create offer")} reference="Purchases">
      <OfferForm catalogue={useCatalogue()} saved={newOffer()} isNew />
    </SectionPage>
  );
}

/** The editor of the offer that the address names. */
export function OfferPage() {
  const t = useTranslation();
  const { offerId } = useParams({ from: "/projects/$projectId/payments/offers/$offerId" });
  const navigate = useNavigate({ from: "/projects/$projectId/payments/offers/$offerId" });
  const catalogue = useCatalogue();
  const [isTrying, setIsTrying] = useState(false);
  const { deleteOffer } = useDeletion(catalogue.offers);
  const offer = catalogue.offers.find(({ id }) => id === offerId);
  if (!offer) return <UnknownOffer />;
  const toCatalogue = { to: "/projects/$projectId/payments", search: { part: "catalogue" } } as const;
  const askToDelete = () =>
    deleteOffer(offer, () => void navigate({ ...toCatalogue, replace: true, ignoreBlocker: true }));
  return (
    <SectionPage
      above={<BackToCatalogue />}
      title={offer.name}
      description={<span className="font-mono text-2xs">{offer.id}</span>}
      reference="Purchases"
      actions={
        <>
          {offer.prices.length > 0 && (
            <Button variant="secondary" onClick={() => setIsTrying(true)}>
              {t("Try in test mode")}
            </Button>
          )}
          <Button variant="secondary" onClick={askToDelete}>
            {t("Delete offer")}
          </Button>
        </>
      }
    >
      <OfferForm key={offerId} catalogue={catalogue} saved={offer} isNew={false} />
      {isTrying && <TryDialog offer={offer} onClose={() => setIsTrying(false)} />}
    </SectionPage>
  );
}

function BackToCatalogue() {
  const t = useTranslation();
  return (
    <BackLink from="/projects/$projectId" to="/projects/$projectId/payments" search={{ part: "catalogue" }}>
      {t("Catalogue")}
    </BackLink>
  );
}

function UnknownOffer() {
  const t = useTranslation();
  return (
    <SectionPage above={<BackToCatalogue />} title={t("Offer not found")} reference="Purchases">
      <EmptyState
        icon={<TagIcon />}
        title={t("This project has no offer with this ID")}
        action={
          <Link
            from="/projects/$projectId"
            to="/projects/$projectId/payments"
            search={{ part: "catalogue" }}
            className={buttonClasses("secondary")}
          >
            {t("All offers")}
          </Link>
        }
      >
        {t("The offer may have been deleted.")}
      </EmptyState>
    </SectionPage>
  );
}

/** The whole of an offer, which is saved at once. What cannot be is said at its field. */
export function OfferForm({ catalogue, saved, isNew }: { catalogue: Catalogue; saved: OfferValues; isNew: boolean }) {
  const t = useTranslation();
  const toast = useToast();
  const save = useSaveConfig();
  const navigate = useNavigate({ from: "/projects/$projectId" });
  const form = useForm<OfferValues>({ defaultValues: saved });
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationFn: async (typed) => {
      const id = typed.id.trim();
      await save({ [`payments.offers.${id}`]: settingOfOffer(typed) });
      form.reset(typed);
      toast({ tone: "success", message: isNew ? t("The offer is created.") : t("Your changes are saved.") });
      if (isNew) {
        void navigate({
          to: "/projects/$projectId/payments/offers/$offerId",
          params: { offerId: id },
          replace: true,
          ignoreBlocker: true,
        });
      }
    },
    explain: (error) => refusedOfferField(error, form.getValues()),
  });

  return (
    <FormProvider {...form}>
      <Card>
        <Form autoComplete="off" onSubmit={onSubmit} failure={failure}>
          <Basics catalogue={catalogue} isNew={isNew} />
          <FormPart title={t("Prices")}>
            <PriceFields />
          </FormPart>
          <FormPart title={t("Included items")}>
            <IncludedFields items={catalogue.items} />
          </FormPart>
          <FormPart title={t("Buying")}>
            <Buying catalogue={catalogue} />
          </FormPart>
          <SaveBar
            isDirty={form.formState.isDirty}
            isPending={isPending}
            {...(isNew && { saveLabel: t("Create offer") })}
            onDiscard={() => form.reset()}
          />
        </Form>
      </Card>
    </FormProvider>
  );
}

function FormPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4 border-t border-line pt-5">
      <h2 className="text-base font-semibold tracking-tight text-ink">{title}</h2>
      {children}
    </section>
  );
}

function Basics({ catalogue: { offers, groups }, isNew }: { catalogue: Catalogue; isNew: boolean }) {
  const t = useTranslation();
  const form = useFormContext<OfferValues>();
  const [isFree, groupId] = form.watch(["isFree", "groupId"]);
  const taken = isNew ? offers.map(({ id }) => id) : undefined;
  const named = { hint: t("What customers read. Empty for the ID."), placeholder: "Pro", taken };
  // It may have been deleted by other means.
  const deleted = groupId && !groups.some(({ id }) => id === groupId) ? [{ value: groupId, label: groupId }] : [];
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Fields
        form={form}
        rows={[
          ...namedRows(form, { nameField: "displayName", ...named }, t),
          {
            kind: "choice",
            name: "customerType",
            label: t("For"),
            hint: t("Who can buy it."),
            options: customerTypeOptions(t),
          },
          {
            kind: "choice",
            name: "groupId",
            label: t("Group"),
            hint: isFree
              ? t("Customers without another offer of the group have this one.")
              : t("A customer has one offer of a group at a time."),
            options: [
              { value: "", label: t("No group") },
              ...groups.map(({ id, name }) => ({ value: id, label: name })),
              ...deleted,
            ],
            validate: (groupId, { isFree }) =>
              !isFree ||
              groupId !== "" ||
              t("Choose a group: customers without another offer of it have the free one."),
          },
        ]}
      />
    </div>
  );
}

function Buying({ catalogue: { offers } }: { catalogue: Catalogue }) {
  const t = useTranslation();
  const form = useFormContext<OfferValues>();
  const [id, customerType, chosen] = form.watch(["id", "customerType", "bases"]);
  const bases = offers.filter((offer) => offer.id !== id && offer.customerType === customerType);
  const gone = chosen.filter((base) => !bases.some((offer) => offer.id === base));
  return (
    <Fields
      form={form}
      rows={[
        {
          kind: "checkbox",
          name: "isStackable",
          label: t("Stackable"),
          hint: t("Customers buy several units, and buy it again."),
        },
        {
          kind: "checkbox",
          name: "isServerOnly",
          label: t("Server only"),
          hint: t("Only your backend creates links to buy it, not your website."),
        },
        <DurationField
          key="trial"
          name="trial"
          label={t("Free trial")}
          hint={t("Of a first subscription, for prices without a trial of their own. Empty for none.")}
        />,
        bases.length + gone.length > 0 && {
          kind: "checkboxes",
          name: "bases",
          label: t("Add-on to"),
          hint: t(
            "Customers need one of the chosen offers to buy this. Choose none for an offer that stands by itself.",
          ),
          options: [
            ...bases.map(({ id, name }) => ({ value: id, label: name })),
            ...gone.map((base) => ({ value: base, label: base })),
          ],
        },
      ]}
    />
  );
}

/** The field of an offer's form whose setting the server refuses, with a sentence for it. */
function refusedOfferField(
  error: unknown,
  values: OfferValues,
): { field: FieldPath<OfferValues>; message: string } | undefined {
  const refused = refusedSetting(error);
  const field = refused && fieldAt(refused.path, values);
  return field && { field, message: refused.message };
}

function fieldAt(path: string, { prices, included }: OfferValues): FieldPath<OfferValues> | undefined {
  const [, , , setting, key, inner] = path.split(".");
  if (setting === "displayName") return "displayName";
  if (setting === "groupId") return "groupId";
  if (setting === "freeTrial") return "trial.count";
  if (setting === "prices") {
    const index = prices.findIndex(({ priceId }) => priceId.trim() === key);
    if (index < 0) return undefined;
    const currency = currencyNames.find((name) => name === inner);
    if (currency) return `prices.${index}.amounts.${currency}`;
    if (inner === "interval") return `prices.${index}.interval.count`;
    return inner === "freeTrial" ? `prices.${index}.trial.count` : `prices.${index}.priceId`;
  }
  const index = setting === "includedItems" ? included.findIndex(({ itemId }) => itemId === key) : -1;
  return index < 0 ? undefined : `included.${index}.quantity`;
}

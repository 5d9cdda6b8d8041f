import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { useForm } from "react-hook-form";
import type { GatehouseAdminApp } from "../../../kit";
import { appInternals } from "../../../kit/app/internals";
import { describeFailure } from "../../../react/errors/describe-failure";
import { resourceOptions } from "../../../react/queries/resource-query";
import { Button, buttonClasses } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { CopyField } from "../../../ui/data/copy-field";
import { Alert } from "../../../ui/feedback/alert";
import { Skeleton } from "../../../ui/feedback/spinner";
import { Radio } from "../../../ui/forms/radio";
import { SearchField } from "../../../ui/forms/search-field";
import { useDone, useShownCode } from "../../code/shown-code";
import { required } from "../../dialogs/fields";
import { FormDialog } from "../../dialogs/form-dialog";
import { Modal } from "../../dialogs/modal";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { checkoutCode } from "../customer-code";
import type { CustomerKey } from "../customer-types";
import { checkoutUrl, explainPurchase, grantOffer } from "../queries";
import { boughtRows, type CatalogueOffer } from "./catalogue-rules";

type Outcome = { kind: "bought" } | { kind: "linked"; url: string };

/** Buys an offer for a customer without a payment, or leads to the page on which they buy it, where the same is possible. */
export function TryDialog({ offer, onClose }: { offer: CatalogueOffer; onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const done = useDone();
  const { show } = useShownCode();
  const [outcome, setOutcome] = useState<Outcome>();
  const [way, setWay] = useState<"bought" | "linked">("bought");
  const form = useForm({
    defaultValues: { customerId: "", priceId: offer.prices[0]?.priceId ?? "", quantity: "1", query: "" },
  });
  const { watch, setValue, formState, clearErrors } = form;
  const names = { way: useId(), customer: useId() };
  const customer: CustomerKey = { type: offer.customerType, id: watch("customerId").trim() };

  if (outcome) return <OutcomeDialog offer={offer} customer={customer} outcome={outcome} onClose={onClose} />;

  return (
    <FormDialog
      form={form}
      title={t("Try {offer} in test mode", { offer: offer.name })}
      description={t("Everything is as if it had been paid, but no money moves. A subscription is not renewed.")}
      submitLabel={way === "bought" ? t("Buy in test mode") : t("Create link")}
      explain={(error) => explainPurchase(error, t)}
      onSubmit={async (typed) => {
        if (way === "linked") {
          setOutcome({ kind: "linked", url: await checkoutUrl(app, customer, offer.id) });
          show({ title: t("Create checkout link"), code: checkoutCode(customer, offer.id) });
          return;
        }
        done({ ...(await grantOffer(app, customer, offer, typed, t)), title: t("Buy in test mode") });
        setOutcome({ kind: "bought" });
      }}
      onClose={onClose}
      fields={[
        offer.customerType === "custom" ? (
          { name: "customerId", label: t("Customer ID"), ...required(t("Enter the ID of the customer.")) }
        ) : (
          <CustomerChoice
            key="customer"
            type={offer.customerType}
            name={names.customer}
            query={watch("query")}
            chosen={watch("customerId")}
            error={formState.errors.customerId?.message}
            onSearch={(query) => setValue("query", query)}
            onChoose={(id) => {
              setValue("customerId", id);
              clearErrors("customerId");
            }}
          >
            <input type="hidden" {...form.register("customerId", { required: t("Choose a customer.") })} />
          </CustomerChoice>
        ),
        <fieldset key="way" className="flex flex-col gap-2">
          <legend className="mb-2 text-sm font-medium text-ink">{t("How")}</legend>
          <Radio
            name={names.way}
            label={t("Buy it here")}
            hint={t("The customer has it at once.")}
            checked={way === "bought"}
            onChange={() => setWay("bought")}
          />
          <Radio
            name={names.way}
            label={t("On the purchase page")}
            hint={t("You see what your customers see, and buy there in test mode.")}
            checked={way === "linked"}
            onChange={() => setWay("linked")}
          />
        </fieldset>,
        ...(way === "bought" ? boughtRows(offer, t) : []),
      ]}
    />
  );
}

interface OutcomeDialogProps {
  offer: CatalogueOffer;
  customer: CustomerKey;
  outcome: Outcome;
  onClose: () => void;
}

function OutcomeDialog({ offer, customer, outcome, onClose }: OutcomeDialogProps) {
  const t = useTranslation();
  return (
    <Modal
      title={outcome.kind === "bought" ? t("Bought in test mode") : t("Checkout link")}
      description={
        outcome.kind === "bought"
          ? t("The customer has {offer} now, with all that it includes. No money moved.", { offer: offer.name })
          : t("You see a button there with which no money moves, because you are signed in as an owner.")
      }
      actions={
        <>
          <Link
            from="/projects/$projectId"
            to="/projects/$projectId/payments"
            search={{
              part: "customers",
              customerType: customer.type === "user" ? undefined : customer.type,
              customer: customer.id,
            }}
            className={buttonClasses("secondary")}
          >
            {t("Open the customer")}
          </Link>
          {outcome.kind === "bought" ? (
            <Button onClick={onClose}>{t("Done")}</Button>
          ) : (
            <a href={outcome.url} target="_blank" rel="noreferrer" className={buttonClasses("primary")}>
              {t("Open the purchase page")}
            </a>
          )}
        </>
      }
      onClose={onClose}
    >
      {outcome.kind === "linked" && <CopyField label={t("Checkout link")} value={outcome.url} />}
    </Modal>
  );
}

interface CustomerChoiceProps {
  type: "user" | "team";
  name: string;
  query: string;
  chosen: string;
  error: string | undefined;
  onSearch: (query: string) => void;
  onChoose: (id: string) => void;
  /** The field of the form. */
  children: ReactNode;
}

function CustomerChoice({ type, name, query, chosen, error, onSearch, onChoose, children }: CustomerChoiceProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const found = useQuery(foundCustomerOptions(app, type, query));
  const errorId = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-2 text-sm font-medium text-ink">{t("Customer")}</legend>
      {children}
      <SearchField label={type === "user" ? t("Search users") : t("Search teams")} value={query} onSearch={onSearch} />
      {found.isError && <Alert tone="danger">{describeFailure(found.error, t)}</Alert>}
      {found.isPending && <Skeleton className="h-24" />}
      {found.data?.map((each) => (
        <Radio
          key={each.id}
          name={name}
          label={each.name ?? t("Customer without a name")}
          hint={each.detail}
          checked={each.id === chosen}
          onChange={() => onChoose(each.id)}
        />
      ))}
      {found.data?.length === 0 &&
        (query ? (
          <p className="text-sm text-ink-soft">
            {type === "user"
              ? t("No user matches. Search for a name or an ID.")
              : t("No team matches. Search for a name or an ID.")}
          </p>
        ) : (
          <>
            <p className="text-sm text-ink-soft">{t("There are no customers yet. Your backend creates one:")}</p>
            <CodeBlock
              title="TypeScript"
              code={
                type === "user"
                  ? 'const user = await serverApp.createUser({ primaryEmail: "ada@example.com" });'
                  : 'const team = await serverApp.createTeam({ displayName: "Acme" });'
              }
            />
          </>
        ))}
      {error && (
        <p id={errorId} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** So few that the dialog stays short; a search finds the others. */
const maxFound = 4;

/** A customer who can be chosen. */
interface FoundCustomer {
  readonly id: string;
  readonly name: string | null;
  /** Such as an email address. */
  readonly detail: string | null;
}

/** The newest users, or some teams; those whose names, addresses or ids match where something is searched. */
function foundCustomerOptions(app: GatehouseAdminApp, type: "user" | "team", query: string) {
  const asked = { query: query || undefined, limit: maxFound };
  if (type === "user") {
    return resourceOptions(app, "users", ["offer-trial", query], async (): Promise<FoundCustomer[]> => {
      const users = await app.listUsers({ ...asked, orderBy: "signedUpAt", desc: true });
      return users.map(({ id, displayName, primaryEmail }) => ({
        ...{ id, name: displayName || primaryEmail },
        detail: displayName ? primaryEmail : null,
      }));
    });
  }
  return resourceOptions(app, "teams", ["offer-trial", query], async (): Promise<FoundCustomer[]> => {
    const { items } = await app[appInternals]
      .caller("admin")
      .read("GET /internal/teams", { query: { ...asked, omit_metadata: true } });
    return items.map(({ id, display_name }) => ({ id, name: display_name, detail: null }));
  });
}

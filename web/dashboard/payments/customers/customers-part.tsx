import { useNavigate, useSearch } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { Form } from "../../../react/forms/form";
import { Button } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { TextField } from "../../../ui/forms/text-field";
import { Card } from "../../../ui/layout/card";
import { SegmentedControl } from "../../forms/segmented-control";
import { useTranslation } from "../../translation/use-translation";
import { customerTypeOptions } from "../customer-types";
import { CustomerView } from "./customer-view";
import { FoundTeams, FoundUsers } from "./found-customers";

/** Looks a customer up, and shows the one whom the address names. */
export default function CustomersPart() {
  const t = useTranslation();
  const { customerType = "user", customer, query = "" } = useSearch({ from: "/projects/$projectId/payments" });
  const navigate = useNavigate({ from: "/projects/$projectId/payments" });
  if (customer !== undefined) {
    // A view of its own for each customer: what was opened for one does not stay open for another.
    return <CustomerView key={`${customerType} ${customer}`} customerKey={{ type: customerType, id: customer }} />;
  }
  const onSearch = (text: string) =>
    void navigate({ search: { part: "customers", customerType, query: text || undefined }, replace: true });
  return (
    <Card title={t("Find a customer")} description={t("See what a customer has bought and has left, and change it.")}>
      <div className="flex flex-col gap-5">
        <SegmentedControl
          label={t("Type of customer")}
          options={customerTypeOptions(t)}
          value={customerType}
          onValueChange={(type) =>
            void navigate({
              search: { part: "customers", customerType: type === "user" ? undefined : type },
              replace: true,
            })
          }
        />
        {customerType === "user" && <FoundUsers query={query} onSearch={onSearch} />}
        {customerType === "team" && <FoundTeams query={query} onSearch={onSearch} />}
        {customerType === "custom" && (
          <CustomCustomer
            onOpen={(id) => void navigate({ search: { part: "customers", customerType: "custom", customer: id } })}
          />
        )}
      </div>
    </Card>
  );
}

const snippet = `const credits = await serverApp.getItem({
  customCustomerId: "workspace-7",
  itemId: "credits",
});`;

/** Opens a customer of whom the project's backend alone has a record. */
function CustomCustomer({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useTranslation();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { id: "" } });
  return (
    <div className="flex flex-col gap-5">
      <Form failure={undefined} autoComplete="off" onSubmit={handleSubmit(({ id }) => onOpen(id.trim()))}>
        <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
          <div className="min-w-0 flex-1">
            <TextField
              label={t("Customer ID")}
              hint={t("By which your backend knows the customer, such as workspace-7.")}
              spellCheck={false}
              autoCapitalize="none"
              error={formState.errors.id?.message}
              {...register("id", { validate: (id) => id.trim() !== "" || t("Enter the ID of the customer.") })}
            />
          </div>
          <Button type="submit" variant="secondary" className="sm:mt-6.5">
            {t("Show customer")}
          </Button>
        </div>
      </Form>
      <div className="flex flex-col gap-2 text-sm text-ink-soft">
        <p>{t("Custom customers are what your backend sells to beside users and teams. It names them itself:")}</p>
        <CodeBlock title="TypeScript" code={snippet} />
      </div>
    </div>
  );
}

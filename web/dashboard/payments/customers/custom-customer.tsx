import { useForm } from "react-hook-form";
import { Form } from "../../../react/forms/form";
import { Button } from "../../../ui/buttons/button";
import { CodeBlock } from "../../../ui/data/code-block";
import { TextField } from "../../../ui/forms/text-field";
import { useTranslation } from "../../translation/use-translation";

const snippet = `const credits = await serverApp.getItem({
  customCustomerId: "workspace-7",
  itemId: "credits",
});`;

/** Opens a customer of whom the project's backend alone has a record. */
export function CustomCustomer({ onOpen }: { onOpen: (id: string) => void }) {
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

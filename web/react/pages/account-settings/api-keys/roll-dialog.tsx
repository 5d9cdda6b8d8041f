import { Controller, useForm } from "react-hook-form";
import { Button } from "../../../../ui/buttons/button";
import { Select } from "../../../../ui/forms/select";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { FormDialog } from "../../../forms/form-dialog";

/** Opens the dialog in which a key is rolled. */
export function RollButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useTranslation();
  return (
    <Button variant="ghost" size="small" aria-label={t("Roll {name}", { name })} className="-my-1" onClick={onClick}>
      {t("Roll")}
    </Button>
  );
}

const hourMillis = 3_600_000;

/** Makes a key in place of another one, which works until a time that is chosen, or is revoked at once. */
export function RollDialog({
  name,
  onRoll,
  onClose,
}: {
  name: string;
  /** Rolls the key, and shows the new one. */
  onRoll: (worksUntil: Date | undefined) => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useTranslation();
  const form = useForm<{ graceHours: string }>({ defaultValues: { graceHours: "24" } });
  return (
    <FormDialog
      form={form}
      title={t("Roll {name}", { name })}
      description={t("A new one takes its place and works at once. Put it where the old one is used before that ends.")}
      submitLabel={t("Roll")}
      onSubmit={({ graceHours }) =>
        onRoll(graceHours === "0" ? undefined : new Date(Date.now() + Number(graceHours) * hourMillis))
      }
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="graceHours"
        render={({ field }) => (
          <Select
            label={t("The old one works for")}
            options={[
              { value: "0", label: t("Not any more: it is revoked now") },
              { value: "1", label: t("1 more hour") },
              { value: "24", label: t("24 more hours") },
              { value: "168", label: t("7 more days") },
            ]}
            value={field.value}
            onValueChange={field.onChange}
          />
        )}
      />
    </FormDialog>
  );
}

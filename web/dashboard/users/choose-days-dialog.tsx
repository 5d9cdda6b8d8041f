import { useForm } from "react-hook-form";
import { TextField } from "../../ui/forms/text-field";
import { useTranslation } from "../translation/use-translation";
import { FormDialog } from "../unsaved/form-dialog";

/** The first and the last day of a range, each of which may be left open. */
export default function ChooseDaysDialog({
  since = "",
  until = "",
  onChoose,
  onClose,
}: {
  since?: string | undefined;
  until?: string | undefined;
  onChoose: (range: { since: string | undefined; until: string | undefined }) => void;
  onClose: () => void;
}) {
  const t = useTranslation();
  const form = useForm({ defaultValues: { since, until } });
  const { register, getValues, formState } = form;
  return (
    <FormDialog
      form={form}
      title={t("Signed up")}
      description={t("Both days are included. Leave one empty for a range that is open on that side.")}
      submitLabel={t("Show users")}
      onClose={onClose}
      onSubmit={async ({ since, until }) => {
        onChoose({ since: since || undefined, until: until || undefined });
        onClose();
      }}
    >
      <TextField label={t("First day")} type="date" {...register("since")} />
      <TextField
        label={t("Last day")}
        type="date"
        error={formState.errors.until?.message}
        {...register("until", {
          validate: (until) =>
            until === "" || until >= getValues("since") || t("Choose a day that is not before the first one."),
        })}
      />
    </FormDialog>
  );
}

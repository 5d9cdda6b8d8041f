import type { FieldValues, UseFormReturn } from "react-hook-form";
import { TextField } from "../../../ui/forms/text-field";
import { fieldsOf, idForName } from "../../dialogs/fields";
import { useTranslation } from "../../translation/use-translation";
import { checkNewId } from "./catalogue-rules";

/** The name of what is sold, and the ID of what is new. It goes with the name until another one is typed. */
export function NamedFields<Values extends FieldValues>({
  form,
  nameField,
  hint,
  placeholder,
  taken,
}: {
  form: UseFormReturn<Values>;
  nameField: "name" | "displayName";
  hint?: string;
  placeholder: string;
  /** The IDs that others have. Undefined for what has its ID. */
  taken: readonly string[] | undefined;
}) {
  const t = useTranslation();
  // All these forms have the two fields, which their type cannot say.
  const named = form as unknown as UseFormReturn<Record<string, string>>;
  const field = fieldsOf(named);
  const { dirtyFields } = named.formState;
  return (
    <>
      <TextField
        label={t("Name")}
        hint={hint}
        placeholder={placeholder}
        {...field(nameField, {
          onChange: ({ target }) => {
            if (taken && !dirtyFields.id) named.setValue("id", idForName(target.value));
          },
        })}
      />
      {taken && (
        <TextField
          label={t("ID")}
          hint={t("How your code names it. It cannot be changed later.")}
          spellCheck={false}
          autoCapitalize="none"
          placeholder={placeholder.toLowerCase()}
          {...field("id", { validate: (text) => checkNewId(text, taken, t) })}
        />
      )}
    </>
  );
}

import PlusIcon from "lucide-react/icons/plus";
import Trash2Icon from "lucide-react/icons/trash-2";
import { useEffect, useRef, useState } from "react";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import { Button } from "../../ui/buttons/button";
import { TextField } from "../../ui/forms/text-field";
import { lazyDialog } from "../shell/lazy";
import { type Translate, useTranslation } from "../translation/use-translation";
import { type AppearanceForm, checkOwnText, namesIn } from "./appearance-form";

// With the list of all texts, which only this dialog needs.
const ChooseTextDialog = lazyDialog(() => import("./choose-text-dialog"), "ChooseTextDialog");

/** As many as a project can have. */
const maxTexts = 200;

/** The texts of the pages that the project replaces by its own. */
export function OwnTextsField({ form }: { form: UseFormReturn<AppearanceForm> }) {
  const t = useTranslation();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "texts" });
  const [isChoosing, setIsChoosing] = useState(false);
  const added = useRef(false);
  const errors = form.formState.errors.texts;

  function add(original: string) {
    setIsChoosing(false);
    append({ original, text: original }, { shouldFocus: false });
    added.current = true;
  }

  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    // After the dialog, which returns the focus in a microtask.
    const field = fields.length - 1;
    queueMicrotask(() => queueMicrotask(() => form.setFocus(`texts.${field}.text`, { shouldSelect: true })));
  }, [fields.length, form]);

  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="float-start text-sm font-medium text-ink">{t("Texts")}</legend>
      <p className="clear-both -mt-3 text-sm text-ink-soft">
        {t("Your own words in place of those of the pages, in every language.")}
      </p>
      {fields.length > 0 && (
        <ul className="flex flex-col gap-4">
          {fields.map(({ id, original }, index) => (
            <li key={id} className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <TextField
                  label={original}
                  hint={placeholdersHint(original, t)}
                  error={errors?.[index]?.text?.message}
                  {...form.register(`texts.${index}.text`, { validate: (text) => checkOwnText(original, text, t) })}
                />
              </div>
              <Button
                variant="ghost"
                size="icon"
                className="mt-6.5"
                aria-label={t("Remove {name}", { name: original })}
                onClick={() => remove(index)}
              >
                <Trash2Icon aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          variant="secondary"
          size="small"
          disabled={fields.length >= maxTexts}
          onClick={() => setIsChoosing(true)}
        >
          <PlusIcon aria-hidden="true" />
          {t("Add a text")}
        </Button>
      </div>
      {isChoosing && (
        <ChooseTextDialog
          taken={fields.map(({ original }) => original)}
          onChoose={add}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </fieldset>
  );
}

function placeholdersHint(original: string, t: Translate): string | undefined {
  const names = namesIn(original);
  return names.length > 0 ? t("Filled in where the text is shown: {names}", { names: names.join(", ") }) : undefined;
}

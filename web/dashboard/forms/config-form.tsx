import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { Form } from "../../react/forms/form";
import { useFormMutation } from "../../react/forms/use-form-mutation";
import { Select } from "../../ui/forms/select";
import { TextField } from "../../ui/forms/text-field";
import { Card } from "../../ui/layout/card";
import { useToast } from "../../ui/overlays/toast";
import { useTranslation } from "../translation/use-translation";
import { type ConfigField, type ConfigValues, inLongerUnit, overrideOf, problemOf, valuesOf } from "./config-fields";
import { refusedSetting } from "./config-queries";
import { SaveBar } from "./save-bar";
import { useConfig, useSaveConfig } from "./use-config";

/** A card with settings that are saved together. What the server refuses is shown at its field. */
export function ConfigForm({
  title,
  description,
  fields,
  also,
  children,
}: {
  title: string;
  description?: ReactNode;
  fields: readonly ConfigField[];
  /** Settings that are saved with every change of the fields. */
  also?: Readonly<Record<string, string | number | boolean>>;
  /** Above the fields. */
  children?: ReactNode;
}) {
  const t = useTranslation();
  const toast = useToast();
  const save = useSaveConfig();
  const saved = valuesOf(useConfig(), fields);
  const units = { minutes: t("minutes"), days: t("days") };
  const form = useForm<ConfigValues>({ values: saved, resetOptions: { keepDirtyValues: true } });
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationFn: async (typed) => {
      await save({ ...overrideOf(fields, saved, typed), ...also });
      form.reset(typed);
      toast({ tone: "success", message: t("Your changes are saved.") });
    },
    explain: (error) => {
      const refused = refusedSetting(error);
      const index = fields.findIndex(({ path }) => path === refused?.path);
      return refused && index >= 0 ? { field: `fields.${index}` as const, message: refused.message } : undefined;
    },
  });

  return (
    <Card title={title} description={description}>
      <Form autoComplete="off" onSubmit={onSubmit} failure={failure}>
        {children}
        {fields.map((field, index) => {
          const name = `fields.${index}` as const;
          const error = form.formState.errors.fields?.[index]?.message;
          if (field.kind === "choice") {
            return (
              <Select
                key={field.path}
                label={field.label}
                hint={field.hint}
                error={error}
                options={field.options}
                value={form.watch(name) ?? ""}
                onValueChange={(value) => form.setValue(name, value, { shouldDirty: true })}
              />
            );
          }
          return (
            <TextField
              key={field.path}
              label={field.kind === "number" && field.unit ? `${field.label} (${units[field.unit]})` : field.label}
              hint={hintOf(field, form.watch(name) ?? "", t.language)}
              placeholder={field.placeholder}
              autoComplete={field.autoComplete ?? "off"}
              type={field.kind === "secret" ? "password" : "text"}
              inputMode={field.kind === "number" ? "numeric" : undefined}
              spellCheck={false}
              error={error}
              onFocus={(event) => field.kind === "secret" && event.target.select()}
              {...form.register(name, {
                validate: (text) => {
                  const problem = problemOf(field, text);
                  return problem ? t("Enter a whole number from {min} to {max}.", problem) : true;
                },
              })}
            />
          );
        })}
        <SaveBar isDirty={form.formState.isDirty} isPending={isPending} onDiscard={() => form.reset(saved)} />
      </Form>
    </Card>
  );
}

/** Returns what a field says of itself, with minutes in a longer unit. */
function hintOf(field: ConfigField, text: string, language: string): string | undefined {
  const longer = field.kind === "number" && field.unit === "minutes" ? inLongerUnit(text, language) : undefined;
  return longer === undefined ? field.hint : [`= ${longer}`, field.hint].filter(Boolean).join(" · ");
}

import { useMutation } from "@tanstack/react-query";
import { Controller, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import type { AdminOwnedProject } from "../../kit";
import { FormCard } from "../../react/forms/form-card";
import { Select } from "../../ui/forms/select";
import { TextField } from "../../ui/forms/text-field";
import {
  type AppearanceForm,
  checkAddress,
  checkColour,
  checkLogo,
  checkSupport,
  formOf,
  overrideOf,
  refusedField,
} from "./appearance-form";
import { AppearancePreview } from "./appearance-preview";
import { ColourField } from "./colour-field";
import { LogoField } from "./logo-field";
import { OwnTextsField } from "./own-texts-field";
import { saveAppearanceOptions } from "./queries";

const radii = [
  { value: "none", label: "Square" },
  { value: "small", label: "Slightly rounded" },
  { value: "medium", label: "Rounded" },
  { value: "large", label: "Very rounded" },
] as const;

const fonts = [
  { value: "system", label: "Sans serif" },
  { value: "serif", label: "Serif" },
  { value: "rounded", label: "Rounded" },
  { value: "mono", label: "Monospace" },
] as const;

/** How the project's pages and mails look, and what they link to, with a preview of what is not saved yet. */
export function AppearanceCard({ project }: { project: AdminOwnedProject }) {
  const saved = formOf(project.config.appearance);
  const form = useForm<AppearanceForm>({ values: saved });
  const { mutateAsync: save } = useMutation(saveAppearanceOptions(project));
  const { register, formState, control } = form;
  const { errors } = formState;
  return (
    <FormCard
      form={form}
      title="Appearance"
      description="How hosted pages and emails of this project look, what they say, and what they link to."
      savedMessage="The appearance is saved."
      onSave={(values) => save(overrideOf(values, saved))}
      explain={refusedField}
    >
      <Preview form={form} name={project.displayName} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Controller
          control={control}
          name="logoUrl"
          rules={{ validate: checkLogo }}
          render={({ field }) => (
            <LogoField label="Logo" hint="In place of the project's name." error={errors.logoUrl?.message} {...field} />
          )}
        />
        <Controller
          control={control}
          name="logoDarkUrl"
          rules={{ validate: checkLogo }}
          render={({ field }) => (
            <LogoField
              label="Logo on dark pages"
              hint="Where the first one would be hard to see."
              error={errors.logoDarkUrl?.message}
              {...field}
            />
          )}
        />
        <Controller
          control={control}
          name="accentColor"
          rules={{ validate: checkColour }}
          render={({ field }) => (
            <ColourField
              label="Accent colour"
              hint="Made darker or lighter where text could not be read."
              error={errors.accentColor?.message}
              {...field}
            />
          )}
        />
        <Controller
          control={control}
          name="radius"
          render={({ field }) => (
            <Select label="Corners" options={radii} value={field.value} onValueChange={field.onChange} />
          )}
        />
        <Controller
          control={control}
          name="font"
          render={({ field }) => (
            <Select label="Font" options={fonts} value={field.value} onValueChange={field.onChange} />
          )}
        />
        <TextField
          label="Website"
          type="url"
          hint="Where “Go home” leads."
          placeholder="https://example.com"
          error={errors.homeUrl?.message}
          {...register("homeUrl", { validate: checkAddress })}
        />
        <TextField
          label="Terms of service"
          type="url"
          placeholder="https://example.com/terms"
          error={errors.termsUrl?.message}
          {...register("termsUrl", { validate: checkAddress })}
        />
        <TextField
          label="Privacy policy"
          type="url"
          placeholder="https://example.com/privacy"
          error={errors.privacyUrl?.message}
          {...register("privacyUrl", { validate: checkAddress })}
        />
        <TextField
          label="Support"
          hint="A web address, or mailto: and an email address."
          placeholder="mailto:help@example.com"
          error={errors.supportUrl?.message}
          {...register("supportUrl", { validate: checkSupport })}
        />
      </div>
      <OwnTextsField form={form} />
    </FormCard>
  );
}

/** Apart, so that a key press renders the preview and not the whole form. */
function Preview({ form, name }: { form: UseFormReturn<AppearanceForm>; name: string }) {
  const { texts = [], ...values } = useWatch({ control: form.control });
  const image = (text = "") => (checkLogo(text) === true && text.trim()) || null;
  const address = (text = "") => (checkAddress(text) === true && text.trim()) || null;
  return (
    <AppearancePreview
      name={name}
      look={{
        accentColor: values.accentColor || null,
        radius: values.radius ?? null,
        font: values.font ?? null,
        logoUrl: image(values.logoUrl),
        logoDarkUrl: image(values.logoDarkUrl),
        termsUrl: address(values.termsUrl),
        privacyUrl: address(values.privacyUrl),
        supportUrl: (checkSupport(values.supportUrl ?? "") === true && values.supportUrl?.trim()) || null,
      }}
      texts={Object.fromEntries(texts.flatMap(({ original, text }) => (original && text ? [[original, text]] : [])))}
    />
  );
}

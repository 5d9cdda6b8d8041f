import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Controller, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import type { AdminOwnedProject } from "../../kit/index";
import { Form } from "../../react/forms/form";
import { useFormMutation } from "../../react/forms/use-form-mutation";
import { CopyField } from "../../ui/data/copy-field";
import { controlClasses, Field } from "../../ui/forms/field";
import { Select } from "../../ui/forms/select";
import { TextField } from "../../ui/forms/text-field";
import { Card } from "../../ui/layout/card";
import { useToast } from "../../ui/overlays/toast";
import { classNames, linkClasses } from "../../ui/theme/class-names";
import { useShownCode } from "../code/shown-code";
import { configCode } from "../code/written-code";
import { configOptions } from "../forms/config";
import { SettingsCard } from "../forms/config-form";
import { type ControlledFieldProps, ImageField, logo } from "../forms/image-field";
import { SaveBar } from "../forms/save-bar";
import { SegmentedControl } from "../forms/segmented-control";
import { useOwnedProject } from "../projects/use-owned-projects";
import { SectionHeader } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { msg } from "../translation/message";
import { useTranslation } from "../translation/use-translation";
import {
  type AppearanceForm,
  type AppearanceOverride,
  checkAddress,
  checkColour,
  checkLogo,
  checkSupport,
  formOf,
  overrideOf,
  refusedField,
} from "./appearance-form";
import { AppearancePreview } from "./appearance-preview";
import { OwnTextsField } from "./own-texts-field";

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [configOptions(app)];

/** The hosted pages of the project, and how its pages and emails look. */
export function AppearancePage() {
  const t = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Pages and appearance")}
        description={t("The pages on which your users sign in, and how they and your emails look.")}
        reference="Hosted pages"
      />
      <HostedPagesCard />
      <AppearanceCard project={useOwnedProject()} />
    </div>
  );
}

/** Shows whether users sign in on pages of this site, and where these pages are. */
function HostedPagesCard() {
  const t = useTranslation();
  const { id } = useOwnedProject();
  return (
    <SettingsCard
      title={t("Hosted pages")}
      description={t.rich(
        "Your users can sign in here, with nothing on your website but a link. They return to <link>trusted domains</link> only.",
        {
          link: (text) => (
            <Link to="/projects/$projectId/domains" params={{ projectId: id }} className={linkClasses}>
              {text}
            </Link>
          ),
        },
      )}
      settings={[
        {
          kind: "switch",
          path: "hostedPages.enabled",
          label: t("Hosted pages for this project"),
          hint: t("While they are off, links to them show that the project has none."),
        },
        <CopyField
          key="address"
          label={t("Address of the sign-in page")}
          value={`${window.location.origin}/handler/sign-in?project_id=${id}`}
        />,
      ]}
    />
  );
}

const logos = [
  { name: "logoUrl", label: msg("Logo"), hint: msg("In place of the project's name.") },
  { name: "logoDarkUrl", label: msg("Logo on dark pages"), hint: msg("Where the first one would be hard to see.") },
] as const;

const choices = [
  {
    name: "radius",
    label: msg("Corners"),
    options: [
      { value: "none", label: msg("Square") },
      { value: "small", label: msg("Slightly rounded") },
      { value: "medium", label: msg("Rounded") },
      { value: "large", label: msg("Very rounded") },
    ],
  },
  {
    name: "font",
    label: msg("Font"),
    options: [
      { value: "system", label: msg("Sans serif") },
      { value: "serif", label: msg("Serif") },
      { value: "rounded", label: msg("Rounded") },
      { value: "mono", label: msg("Monospace") },
    ],
  },
] as const;

const addresses = [
  {
    name: "homeUrl",
    label: msg("Website"),
    hint: msg("Where “Go home” leads."),
    placeholder: "https://example.com",
    check: checkAddress,
  },
  {
    name: "termsUrl",
    label: msg("Terms of service"),
    hint: undefined,
    placeholder: "https://example.com/terms",
    check: checkAddress,
  },
  {
    name: "privacyUrl",
    label: msg("Privacy policy"),
    hint: undefined,
    placeholder: "https://example.com/privacy",
    check: checkAddress,
  },
  {
    name: "supportUrl",
    label: msg("Support"),
    hint: msg("A web address, or mailto: and an email address."),
    placeholder: "mailto:help@example.com",
    check: checkSupport,
  },
] as const;

/** Shows how the project's pages and emails look, and what they link to, with a preview of what is not saved yet. */
export function AppearanceCard({ project }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  const toast = useToast();
  const { show } = useShownCode();
  const saved = formOf(project.config.appearance);
  const form = useForm<AppearanceForm>({ values: saved, resetOptions: { keepDirtyValues: true } });
  const { register, formState, control } = form;
  const { errors } = formState;
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationFn: async (values) => {
      const override = overrideOf(values, saved);
      await project.updateConfig(override);
      form.reset(values);
      toast({ tone: "success", message: t("The appearance is saved.") });
      show({ title: t("Change settings"), code: configCode(shortened(override)) });
    },
    explain: refusedField,
  });
  return (
    <Card
      title={t("Appearance")}
      description={t("How hosted pages and emails of this project look, what they say, and what they link to.")}
    >
      <Form autoComplete="off" onSubmit={onSubmit} failure={failure}>
        <Preview form={form} name={project.displayName} />
        <div className="grid gap-5 sm:grid-cols-2">
          {logos.map(({ name, label, hint }) => (
            <Controller
              key={name}
              control={control}
              name={name}
              rules={{ validate: (text) => checkLogo(text, t) }}
              render={({ field }) => (
                <ImageField {...logo} label={t(label)} hint={t(hint)} error={errors[name]?.message} {...field} />
              )}
            />
          ))}
          <Controller
            control={control}
            name="accentColor"
            rules={{ validate: (text) => checkColour(text, t) }}
            render={({ field }) => (
              <ColourField
                label={t("Accent colour")}
                hint={t("Made darker or lighter where text could not be read.")}
                error={errors.accentColor?.message}
                {...field}
              />
            )}
          />
          {choices.map(({ name, label, options }) => (
            <Controller
              key={name}
              control={control}
              name={name}
              render={({ field }) => (
                <Select
                  label={t(label)}
                  options={options.map(({ value, label }) => ({ value, label: t(label) }))}
                  value={field.value}
                  onValueChange={field.onChange}
                />
              )}
            />
          ))}
          {addresses.map(({ name, label, hint, placeholder, check }) => (
            <TextField
              key={name}
              label={t(label)}
              type={check === checkAddress ? "url" : "text"}
              hint={hint && t(hint)}
              placeholder={placeholder}
              error={errors[name]?.message}
              {...register(name, { validate: (text) => check(text, t) })}
            />
          ))}
        </div>
        <OwnTextsField form={form} />
        <SaveBar isDirty={formState.isDirty} isPending={isPending} onDiscard={() => form.reset(saved)} />
      </Form>
    </Card>
  );
}

/** The settings for a reader: an uploaded image stands as its beginning. */
function shortened(override: AppearanceOverride): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(override).map(([path, value]) => [
      path,
      typeof value === "string" && value.startsWith("data:") ? `${value.slice(0, 40)}…` : value,
    ]),
  );
}

const devices = [
  { value: "phone", label: msg("Phone") },
  { value: "desktop", label: msg("Desktop") },
] as const;

/** Apart, so that a key press renders the preview and not the whole form. */
function Preview({ form, name }: { form: UseFormReturn<AppearanceForm>; name: string }) {
  const t = useTranslation();
  const [device, setDevice] = useState<"phone" | "desktop">("phone");
  const { texts = [], ...values } = useWatch({ control: form.control });
  const image = (text = "") => (checkLogo(text, t) === true && text.trim()) || null;
  const address = (text = "") => (checkAddress(text, t) === true && text.trim()) || null;
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label={t("Size of the preview")}
        options={devices.map(({ value, label }) => ({ value, label: t(label) }))}
        value={device}
        onValueChange={setDevice}
      />
      <AppearancePreview
        name={name}
        device={device}
        look={{
          accentColor: values.accentColor || null,
          radius: values.radius ?? null,
          font: values.font ?? null,
          logoUrl: image(values.logoUrl),
          logoDarkUrl: image(values.logoDarkUrl),
          termsUrl: address(values.termsUrl),
          privacyUrl: address(values.privacyUrl),
          supportUrl: (checkSupport(values.supportUrl ?? "", t) === true && values.supportUrl?.trim()) || null,
        }}
        texts={Object.fromEntries(texts.flatMap(({ original, text }) => (original && text ? [[original, text]] : [])))}
      />
    </div>
  );
}

/** A colour as `#rrggbb`, typed or chosen; empty for none. */
export function ColourField({ value, onChange, onBlur, name, ref, ...wording }: ControlledFieldProps) {
  const t = useTranslation();
  return (
    <Field {...wording}>
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={t("Choose: {label}", { label: wording.label })}
            value={/^#[0-9a-f]{6}$/i.test(value) ? value : "#1c5d4e"}
            onChange={(event) => onChange(event.target.value)}
            className="h-11 w-12 shrink-0 cursor-pointer rounded-control border border-line-strong bg-surface p-1 sm:h-10"
          />
          <input
            {...control}
            ref={ref}
            name={name}
            type="text"
            spellCheck={false}
            placeholder="#1c5d4e"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            className={classNames(controlClasses, "font-mono")}
          />
        </div>
      )}
    </Field>
  );
}

import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import type { AdminOwnedProject } from "../../kit/index";
import { Form } from "../../react/forms/form";
import { useFormMutation } from "../../react/forms/use-form-mutation";
import { CopyField } from "../../ui/data/copy-field";
import { controlClasses, Field } from "../../ui/forms/field";
import { Card } from "../../ui/layout/card";
import { useToast } from "../../ui/overlays/toast";
import { classNames, linkClasses } from "../../ui/theme/class-names";
import { useShownCode } from "../code/shown-code";
import { configCode } from "../code/written-code";
import { type FieldRows, Fields } from "../dialogs/fields";
import { type ControlledFieldProps, logo } from "../dialogs/image-field";
import { configOptions } from "../forms/config";
import { SettingsCard } from "../forms/config-form";
import { SaveBar } from "../forms/save-bar";
import { SegmentedControl } from "../forms/segmented-control";
import { SeenLink } from "../forms/setting-place";
import { useOwnedProject } from "../projects/use-owned-projects";
import { SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { msg } from "../translation/message";
import { type Translate, useTranslation } from "../translation/use-translation";
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
    <SectionPage
      title={t("Pages and appearance")}
      description={t("The pages on which your users sign in, and how they and your emails look.")}
      reference="Hosted pages"
    >
      <HostedPagesCard />
      <AppearanceCard project={useOwnedProject()} />
    </SectionPage>
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
          seen: "sign-in",
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

function fieldRows(t: Translate): FieldRows<AppearanceForm> {
  const image = { kind: "image", validate: (text: string) => checkLogo(text, t), ...logo } as const;
  const address = { type: "url", validate: (text: string) => checkAddress(text, t) } as const;
  return [
    { ...image, name: "logoUrl", label: t("Logo"), hint: t("In place of the project's name.") },
    {
      ...image,
      name: "logoDarkUrl",
      label: t("Logo on dark pages"),
      hint: t("Where the first one would be hard to see."),
    },
    {
      kind: "own",
      name: "accentColor",
      label: t("Accent colour"),
      hint: t("Made darker or lighter where text could not be read."),
      field: ColourField,
      validate: (text) => checkColour(text, t),
    },
    {
      kind: "choice",
      name: "radius",
      label: t("Corners"),
      options: [
        { value: "none", label: t("Square") },
        { value: "small", label: t("Slightly rounded") },
        { value: "medium", label: t("Rounded") },
        { value: "large", label: t("Very rounded") },
      ],
    },
    {
      kind: "choice",
      name: "font",
      label: t("Font"),
      options: [
        { value: "system", label: t("Sans serif") },
        { value: "serif", label: t("Serif") },
        { value: "rounded", label: t("Rounded") },
        { value: "mono", label: t("Monospace") },
      ],
    },
    {
      ...address,
      name: "homeUrl",
      label: t("Website"),
      hint: t("Where “Go home” leads."),
      placeholder: "https://example.com",
    },
    { ...address, name: "termsUrl", label: t("Terms of service"), placeholder: "https://example.com/terms" },
    { ...address, name: "privacyUrl", label: t("Privacy policy"), placeholder: "https://example.com/privacy" },
    {
      name: "supportUrl",
      label: t("Support"),
      hint: t("A web address, or mailto: and an email address."),
      placeholder: "mailto:help@example.com",
      validate: (text) => checkSupport(text, t),
    },
  ];
}

/** Shows how the project's pages and emails look, and what they link to, with a preview of what is not saved yet. */
export function AppearanceCard({ project }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  const toast = useToast();
  const { show } = useShownCode();
  const saved = formOf(project.config.appearance);
  const form = useForm<AppearanceForm>({ values: saved, resetOptions: { keepDirtyValues: true } });
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
          <Fields form={form} rows={fieldRows(t)} />
        </div>
        <OwnTextsField form={form} />
        <SaveBar isDirty={form.formState.isDirty} isPending={isPending} onDiscard={() => form.reset(saved)} />
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

/** The template of emails with a code to sign in. */
const codeEmail = "822687fe-8d0a-4467-a0d1-416b6e639478";

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
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
        <SegmentedControl
          label={t("Size of the preview")}
          options={devices.map(({ value, label }) => ({ value, label: t(label) }))}
          value={device}
          onValueChange={setDevice}
        />
        <span className="flex flex-wrap gap-x-4">
          <SeenLink seen="sign-in" />
          <SeenLink seen={{ template: codeEmail }} />
        </span>
      </div>
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

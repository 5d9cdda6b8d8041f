import { useSuspenseQuery } from "@tanstack/react-query";
import { Select } from "../../../ui/forms/select";
import { TextAreaField, TextField } from "../../../ui/forms/text-field";
import { SegmentedControl } from "../../forms/segmented-control";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { draftsOptions, templatesOptions, themesOptions } from "../content/queries";
import { categories, type problemsOf, type WrittenEmail } from "./written-email";

/** Edits what an email says: HTML, a template with its variables, or a draft; with its subject, theme and category. */
export function ContentFields({
  email,
  onChange,
  problems,
}: {
  email: WrittenEmail;
  onChange: (changes: Partial<WrittenEmail>) => void;
  problems: ReturnType<typeof problemsOf>;
}) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: drafts } = useSuspenseQuery(draftsOptions(app));
  const { data: templates } = useSuspenseQuery(templatesOptions(app));
  const kinds = [
    { value: "html", label: t("HTML") },
    { value: "template", label: t("Template") },
    { value: "draft", label: t("Draft") },
  ] as const;
  const ofModule = email.kind !== "html";
  return (
    <div className="flex flex-col gap-5">
      <SegmentedControl
        label={t("What the email is made of")}
        options={kinds}
        value={email.kind}
        onValueChange={(kind) => onChange({ kind, themeId: undefined })}
      />
      {email.kind === "template" && (
        <>
          <Select
            label={t("Template")}
            error={problems.templateId}
            options={[
              { value: "", label: t("Choose a template") },
              ...templates.map(({ id, displayName }) => ({ value: id, label: displayName })),
            ]}
            value={email.templateId}
            onValueChange={(templateId) =>
              onChange({ templateId, themeId: templates.find(({ id }) => id === templateId)?.themeId })
            }
          />
          <TextAreaField
            label={t("Variables as JSON")}
            hint={t("The same for every user. They begin with the values of the template’s preview.")}
            error={problems.variables}
            rows={5}
            spellCheck={false}
            className="font-mono"
            value={email.variables}
            onChange={({ target }) => onChange({ variables: target.value })}
          />
        </>
      )}
      {email.kind === "draft" && (
        <Select
          label={t("Draft")}
          hint={drafts.length === 0 ? t("There are none yet. Write one among the drafts.") : undefined}
          error={problems.draftId}
          options={[
            { value: "", label: t("Choose a draft") },
            ...drafts.map(({ id, displayName }) => ({ value: id, label: displayName })),
          ]}
          value={email.draftId}
          onValueChange={(draftId) => onChange({ draftId })}
        />
      )}
      <TextField
        label={t("Subject")}
        hint={ofModule ? t("Left empty, it is the subject that the template or draft has.") : undefined}
        error={problems.subject}
        value={email.subject}
        autoComplete="off"
        onChange={({ target }) => onChange({ subject: target.value })}
      />
      {email.kind === "html" && (
        <TextAreaField
          label={t("Email as HTML")}
          hint={t("It stands within the theme.")}
          error={problems.html}
          rows={10}
          spellCheck={false}
          className="font-mono"
          placeholder="<p>…</p>"
          value={email.html}
          onChange={({ target }) => onChange({ html: target.value })}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <ThemeOfEmail email={email} onChange={onChange} />
        <Select
          label={t("Category")}
          hint={
            ofModule
              ? t("Where the template or draft names none itself.")
              : t("Users can unsubscribe from marketing. Those who have are skipped.")
          }
          options={categories.map((value) => ({
            value,
            label: value === "Marketing" ? t("Marketing") : t("Transactional"),
          }))}
          value={email.category}
          onValueChange={(category) => onChange({ category })}
        />
      </div>
    </div>
  );
}

function ThemeOfEmail({
  email,
  onChange,
}: {
  email: WrittenEmail;
  onChange: (changes: Partial<WrittenEmail>) => void;
}) {
  const t = useTranslation();
  const { data: themes } = useSuspenseQuery(themesOptions(useOwnedProject().app));
  const byDefault = email.kind === "draft" ? t("The draft’s own theme") : t("The active theme");
  return (
    <Select
      label={t("Theme")}
      options={[
        { value: "default", label: byDefault },
        { value: "none", label: t("No theme") },
        ...themes.map(({ id, displayName }) => ({ value: id, label: displayName })),
      ]}
      value={email.themeId === false ? "none" : (email.themeId ?? "default")}
      onValueChange={(chosen) =>
        onChange({ themeId: chosen === "none" ? false : chosen === "default" ? undefined : chosen })
      }
    />
  );
}

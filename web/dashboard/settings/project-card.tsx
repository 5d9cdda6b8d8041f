import { useMutation } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import type { AdminOwnedProject, AdminProjectUpdateOptions } from "../../kit";
import { RequestError } from "../../kit/errors/request-error";
import { FormCard } from "../../react/forms/form-card";
import { CopyField } from "../../ui/data/copy-field";
import { TextField } from "../../ui/forms/text-field";
import { checkLogo } from "../appearance/appearance-form";
import { useShownCode } from "../code/shown-code";
import { kitCode } from "../code/written-code";
import { ImageField, logo } from "../forms/image-field";
import { useTranslation } from "../translation/use-translation";
import { UnsavedChanges } from "../unsaved/unsaved-changes";
import { updateProjectOptions } from "./queries";

type ProjectForm = { displayName: string; description: string; logoUrl: string; fullLogoUrl: string };

/** Shows what the project is called, and its logos for websites that show them. */
export function ProjectCard({ project }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  const { show } = useShownCode();
  const { mutateAsync: update } = useMutation(updateProjectOptions(project));
  const saved: ProjectForm = {
    displayName: project.displayName,
    description: project.description ?? "",
    logoUrl: project.logoUrl ?? "",
    fullLogoUrl: project.fullLogoUrl ?? "",
  };
  const form = useForm<ProjectForm>({ values: saved, resetOptions: { keepDirtyValues: true } });
  const { errors, isDirty, isSubmitting } = form.formState;

  return (
    <FormCard
      form={form}
      title={t("Project")}
      description={t("What users see in emails and on hosted pages, and what your team sees in this dashboard.")}
      savedMessage={t("The project is saved.")}
      onSave={async (typed) => {
        const changes = changesOf(saved, typed);
        await update(changes);
        form.reset(typed);
        const code = kitCode(["const project = await adminApp.getProject();"], "project.update", changes);
        show({ title: t("Change the project"), code });
      }}
      explain={(error) => {
        const isAboutImage = error instanceof RequestError && error.status === 400 && /image/i.test(error.text);
        const field = form.formState.dirtyFields.fullLogoUrl ? "fullLogoUrl" : "logoUrl";
        return isAboutImage ? { field, message: error.text } : undefined;
      }}
    >
      <UnsavedChanges isDirty={isDirty && !isSubmitting} />
      <CopyField label={t("Project ID")} value={project.id} />
      <TextField
        label={t("Name")}
        autoComplete="off"
        error={errors.displayName?.message}
        {...form.register("displayName", {
          validate: (name) => name.trim() !== "" || t("Enter a name for the project."),
        })}
      />
      <TextField
        label={t("Description")}
        hint={t("For your team. Users do not see it.")}
        autoComplete="off"
        error={errors.description?.message}
        {...form.register("description")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="logoUrl"
          rules={{ validate: (text) => checkLogo(text, t) }}
          render={({ field }) => (
            <ImageField
              {...logo}
              label={t("Square logo")}
              hint={t("Your own pages read it as project.logoUrl.")}
              error={errors.logoUrl?.message}
              {...field}
            />
          )}
        />
        <Controller
          control={form.control}
          name="fullLogoUrl"
          rules={{ validate: (text) => checkLogo(text, t) }}
          render={({ field }) => (
            <ImageField
              {...logo}
              label={t("Logo with name")}
              hint={t("Your own pages read it as project.fullLogoUrl.")}
              error={errors.fullLogoUrl?.message}
              {...field}
            />
          )}
        />
      </div>
    </FormCard>
  );
}

/** Returns what was changed. Empty texts take away what may be absent. */
function changesOf(saved: ProjectForm, typed: ProjectForm): AdminProjectUpdateOptions {
  const changed = (name: keyof ProjectForm) => typed[name].trim() !== saved[name];
  const optional = (name: "description" | "logoUrl" | "fullLogoUrl") =>
    changed(name) && { [name]: typed[name].trim() || null };
  return {
    ...(changed("displayName") && { displayName: typed.displayName.trim() }),
    ...optional("description"),
    ...optional("logoUrl"),
    ...optional("fullLogoUrl"),
  };
}

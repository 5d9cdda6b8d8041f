import { useForm } from "react-hook-form";
import type { PermissionDefinition } from "../../kit";
import { Form } from "../../react/forms/form";
import { useFormMutation } from "../../react/forms/use-form-mutation";
import { Card } from "../../ui/layout/card";
import { useToast } from "../../ui/overlays/toast";
import { SaveBar } from "../forms/save-bar";
import { useConfig, useSaveConfig } from "../forms/use-config";
import type { PlainMessage } from "../translation/areas";
import { msg } from "../translation/msg";
import { useTranslation } from "../translation/use-translation";
import { changedSets, type DefaultSet, defaultSets } from "./default-sets";
import { PermissionChoices } from "./permission-choices";
import type { PermissionScope } from "./permission-search";

const sets: Record<PermissionScope, readonly { name: DefaultSet; legend: PlainMessage; hint: PlainMessage }[]> = {
  team: [
    {
      name: "teamCreator",
      legend: msg("Creators of teams"),
      hint: msg("What a user is granted in a team that they create."),
    },
    {
      name: "teamMember",
      legend: msg("Members of teams"),
      hint: msg("What a user is granted in a team that they join, or are added to."),
    },
  ],
  project: [{ name: "signUp", legend: msg("New users"), hint: msg("What a user is granted when they sign up.") }],
};

/** What is granted by itself: to creators and members of teams, and to new users. */
export function DefaultsForm({
  scope,
  definitions,
}: {
  scope: PermissionScope;
  definitions: readonly PermissionDefinition[];
}) {
  const t = useTranslation();
  const toast = useToast();
  const save = useSaveConfig();
  const saved = defaultSets(useConfig());
  const form = useForm({ values: saved, resetOptions: { keepDirtyValues: true } });
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationFn: async (chosen) => {
      await save(changedSets(saved, chosen));
      form.reset(chosen);
      toast({ tone: "success", message: t("Your changes are saved.") });
    },
  });
  return (
    <Card title={t("Granted by default")} description={t("From now on: users keep what they were granted before.")}>
      <Form autoComplete="off" onSubmit={onSubmit} failure={failure}>
        {sets[scope].map(({ name, legend, hint }) => (
          <PermissionChoices
            key={name}
            legend={t(legend)}
            hint={t(hint)}
            empty={t("Define a permission first, then choose here whether it is granted by default.")}
            definitions={definitions}
            chosen={form.watch(name)}
            onChange={(chosen) => form.setValue(name, chosen.sort(), { shouldDirty: true })}
          />
        ))}
        <SaveBar isDirty={form.formState.isDirty} isPending={isPending} onDiscard={() => form.reset(saved)} />
      </Form>
    </Card>
  );
}

import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useForm } from "react-hook-form";
import type { PermissionDefinition } from "../../kit/index";
import { Form } from "../../react/forms/form";
import { useFormMutation } from "../../react/forms/use-form-mutation";
import { Button } from "../../ui/buttons/button";
import { Card } from "../../ui/layout/card";
import { useToast } from "../../ui/overlays/toast";
import { type ConfigDocument, type Setting, settingAt } from "../forms/config-document";
import { configOptions } from "../forms/config-queries";
import { SaveBar } from "../forms/save-bar";
import { useConfig, useSaveConfig } from "../forms/use-config";
import { useOwnedProject } from "../projects/use-owned-projects";
import { Parts } from "../shell/part-links";
import { SectionHeader } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { msg, type PlainMessage } from "../translation/message";
import { useTranslation } from "../translation/use-translation";
import { isSystemPermission } from "./containment";
import { DefinitionsCard } from "./definitions-card";
import { GraphCard } from "./graph-card";
import { PermissionChoices } from "./permission-choices";
import { type PermissionScope, type PermissionSearch, permissionScopes } from "./permission-search";
import { definitionsOptions } from "./queries";

const DefinitionDialog = lazy(() => import("./definition-dialog"));

const from = "/projects/$projectId/permissions";

/** Lists what the page reads first. */
export const reads: PageReads<object, PermissionSearch> = ({ app, search: { scope } }) => [
  definitionsOptions(app, scope ?? "team"),
  configOptions(app),
];

/** The permissions that can be granted to users, in teams and in the whole project. */
export function PermissionsPage() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { scope = "team", edit, create } = useSearch({ from });
  const navigate = useNavigate({ from });
  const { data: definitions } = useSuspenseQuery(definitionsOptions(app, scope));
  const edited = definitions.find(({ id }) => id === edit && !isSystemPermission(id));

  function open(dialog: Pick<PermissionSearch, "edit" | "create">) {
    void navigate({
      search: ({ edit: _edit, create: _create, ...search }) => ({ ...search, ...dialog }),
      replace: dialog.edit === undefined && dialog.create === undefined,
    });
  }

  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Permissions")}
        description={t("What your users may do. Your app asks for a permission; you decide who has it.")}
        reference="Permission definitions"
        actions={<Button onClick={() => open({ create: true })}>{t("Define a permission")}</Button>}
      />
      <Parts
        label={t("Where permissions are granted")}
        parts={permissionScopes}
        open={scope}
        searchOf={(scope) => (scope ? { scope } : {})}
      />
      <DefinitionsCard scope={scope} definitions={definitions} onEdit={(id) => open({ edit: id })} />
      <GraphCard definitions={definitions} />
      {/* A form of its own for each scope: what was chosen in one is not kept for the other. */}
      <DefaultsForm key={scope} scope={scope} definitions={definitions} />
      {(create || edited) && (
        <Suspense>
          <DefinitionDialog scope={scope} definitions={definitions} edited={edited} onClose={() => open({})} />
        </Suspense>
      )}
    </div>
  );
}

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

/** Sets what is granted by itself: to creators and members of teams, and to new users. */
function DefaultsForm({
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

const names = ["teamCreator", "teamMember", "signUp"] as const;

/** The permissions that are granted by default, by the occasion. */
type DefaultSet = (typeof names)[number];
type DefaultSets = Record<DefaultSet, string[]>;

/** The sets of a configuration, each in the order of its ids. */
export function defaultSets(config: ConfigDocument): DefaultSets {
  const idsOf = (name: DefaultSet) => Object.keys(settingAt(config, `rbac.defaultPermissions.${name}`) ?? {}).sort();
  return { teamCreator: idsOf("teamCreator"), teamMember: idsOf("teamMember"), signUp: idsOf("signUp") };
}

/** The changes of the configuration that lead from the saved sets to the chosen ones, by path. */
export function changedSets(saved: DefaultSets, chosen: DefaultSets): Record<string, Setting> {
  const changed = names.filter((name) => [...saved[name]].sort().join() !== [...chosen[name]].sort().join());
  return Object.fromEntries(
    changed.map((name) => [
      `rbac.defaultPermissions.${name}`,
      Object.fromEntries(chosen[name].map((id) => [id, true])),
    ]),
  );
}

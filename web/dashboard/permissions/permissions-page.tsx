import { useNavigate, useSearch } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import type { PermissionDefinition } from "../../kit/index";
import { Form } from "../../react/forms/form";
import { useFormMutation } from "../../react/forms/use-form-mutation";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { Badge } from "../../ui/feedback/badge";
import { Card } from "../../ui/layout/card";
import { useToast } from "../../ui/overlays/toast";
import { useDone } from "../code/shown-code";
import { kitCode } from "../code/written-code";
import { useAsk } from "../dialogs/modal";
import { configOptions, useConfig, useSaveConfig } from "../forms/config";
import { type ConfigDocument, type Setting, settingAt } from "../forms/config-document";
import { SaveBar } from "../forms/save-bar";
import { EmptyRows, Row, RowList } from "../lists/list-end";
import { useOwnedProject, useRead } from "../projects/use-owned-projects";
import { Parts } from "../shell/detail-page";
import { lazyDialog } from "../shell/lazy";
import { SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { msg, type PlainMessage } from "../translation/message";
import { useTranslation } from "../translation/use-translation";
import { PermissionChoices } from "./definition-dialog";
import { allContained, definitionMethod, definitionsOptions, isSystemPermission } from "./definitions";
import { GraphCard } from "./graph-card";
import { type PermissionScope, type PermissionSearch, permissionScopes } from "./permission-search";

const DefinitionDialog = lazyDialog(() => import("./definition-dialog"), "DefinitionDialog");

const from = "/projects/$projectId/permissions";

/** Lists what the page reads first. */
export const reads: PageReads<object, PermissionSearch> = ({ app, search: { scope } }) => [
  definitionsOptions(app, scope ?? "team"),
  configOptions(app),
];

/** The permissions that can be granted to users, in teams and in the whole project. */
export function PermissionsPage() {
  const t = useTranslation();
  const { scope = "team", edit, create } = useSearch({ from });
  const navigate = useNavigate({ from });
  const definitions = useRead(definitionsOptions, scope);
  const edited = definitions.find(({ id }) => id === edit && !isSystemPermission(id));

  function open(dialog: Pick<PermissionSearch, "edit" | "create">) {
    void navigate({
      search: ({ edit: _edit, create: _create, ...search }) => ({ ...search, ...dialog }),
      replace: dialog.edit === undefined && dialog.create === undefined,
    });
  }

  return (
    <SectionPage
      title={t("Permissions")}
      description={t("What your users may do. Your app asks for a permission; you decide who has it.")}
      reference="Permission definitions"
      actions={<Button onClick={() => open({ create: true })}>{t("Define a permission")}</Button>}
    >
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
        <DefinitionDialog scope={scope} definitions={definitions} edited={edited} onClose={() => open({})} />
      )}
    </SectionPage>
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

interface DefaultsFormProps {
  scope: PermissionScope;
  definitions: readonly PermissionDefinition[];
}

/** Sets what is granted by itself: to creators and members of teams, and to new users. */
function DefaultsForm({ scope, definitions }: DefaultsFormProps) {
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

interface DefinitionsCardProps {
  scope: PermissionScope;
  definitions: readonly PermissionDefinition[];
  onEdit: (id: string) => void;
}

/** The permissions of a scope: the project's own, which can be changed, and the system's. */
export function DefinitionsCard({ scope, definitions, onEdit }: DefinitionsCardProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const done = useDone();
  const ask = useAsk();
  function askToDelete({ id }: PermissionDefinition) {
    const containing = definitions.filter((each) => each.id !== id && each.containedPermissionIds.includes(id));
    ask({
      title: t("Delete {name}?", { name: id }),
      description: t(
        "It is revoked from all users who were granted it, and no longer granted by default. A permission that you define later under the same name is granted to no one.",
      ),
      confirmLabel: t("Delete permission"),
      mutationFn: async () => {
        const method = definitionMethod("delete", scope);
        await app[method](id);
        done({
          message: t("{name} is deleted.", { name: id }),
          title: t("Delete a permission"),
          code: kitCode([], `adminApp.${method}`, id),
        });
      },
      children: containing.length > 0 && (
        <p className="text-sm text-ink-soft">
          {t.rich("It is also taken out of {permissions}, which contain it.", {
            permissions: <Ids ids={containing.map((each) => each.id)} />,
          })}
        </p>
      ),
    });
  }
  const hasOwn = definitions.some(({ id }) => !isSystemPermission(id));
  return (
    <Card
      title={scope === "team" ? t("Permissions in teams") : t("Permissions in the project")}
      description={
        scope === "team"
          ? t(
              "Granted to a member of a team, for that team. Those that begin with $ are built in, and allow what they say.",
            )
          : t("Granted to a user, wherever they are in your app.")
      }
    >
      <div className="flex flex-col gap-5">
        {!hasOwn && (
          <EmptyRows>
            <p>
              {t("The project defines no permission here yet. Define one, and your code asks whether a user has it:")}
            </p>
            <CodeBlock
              title="server.ts"
              code={
                scope === "team"
                  ? 'const mayEdit = await user.hasPermission(team, "edit_articles");'
                  : 'const mayRead = await user.hasPermission("read_reports");'
              }
            />
          </EmptyRows>
        )}
        {definitions.length > 0 && (
          <RowList label={t("Permissions")}>
            {definitions.map((definition) => (
              <DefinitionRow
                key={definition.id}
                definition={definition}
                definitions={definitions}
                onEdit={() => onEdit(definition.id)}
                onDelete={() => askToDelete(definition)}
              />
            ))}
          </RowList>
        )}
      </div>
    </Card>
  );
}

function DefinitionRow({
  definition: { id, description, containedPermissionIds },
  definitions,
  onEdit,
  onDelete,
}: {
  definition: PermissionDefinition;
  definitions: readonly PermissionDefinition[];
  onEdit: () => void;
  onDelete: () => void;
}) {
  const t = useTranslation();
  const isSystem = isSystemPermission(id);
  const through = allContained(definitions, id).filter((each) => !containedPermissionIds.includes(each));
  return (
    <Row
      title={<span className="font-mono">{id}</span>}
      badges={isSystem && <Badge>{t("Built in")}</Badge>}
      detail={
        <>
          {description && <span className="block">{description}</span>}
          {containedPermissionIds.length > 0 && (
            <span className="block text-2xs">
              {t.rich("Contains {permissions}", { permissions: <Ids ids={containedPermissionIds} /> })}
            </span>
          )}
          {through.length > 0 && (
            <span className="block text-2xs">
              {t.rich("Through these also {permissions}", { permissions: <Ids ids={through} /> })}
            </span>
          )}
        </>
      }
      buttons={[
        !isSystem && { text: t("Edit"), label: t("Edit {name}", { name: id }), onClick: onEdit },
        !isSystem && {
          text: t("Delete"),
          label: t("Delete {name}", { name: id }),
          variant: "ghost",
          onClick: onDelete,
        },
      ]}
    />
  );
}

function Ids({ ids }: { ids: readonly string[] }) {
  return <span className="font-mono">{ids.join(", ")}</span>;
}

import { useState } from "react";
import { useForm } from "react-hook-form";
import { isKnownError } from "../../kit/errors/known-error";
import type { PermissionDefinition } from "../../kit/index";
import { Alert } from "../../ui/feedback/alert";
import { Checkbox } from "../../ui/forms/checkbox";
import { SearchField } from "../../ui/forms/search-field";
import { TextField } from "../../ui/forms/text-field";
import { useDone } from "../code/shown-code";
import { kitCode } from "../code/written-code";
import { fieldsOf } from "../dialogs/fields";
import { FormDialog } from "../dialogs/form-dialog";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { allContained, circleOf, definitionMethod } from "./definitions";
import type { PermissionScope } from "./permission-search";

type Definition = { id: string; description: string; contained: string[] };

interface DefinitionDialogProps {
  scope: PermissionScope;
  definitions: readonly PermissionDefinition[];
  edited: PermissionDefinition | undefined;
  onClose: () => void;
}

/** Defines a permission, or changes one. */
export function DefinitionDialog({ scope, definitions, edited, onClose }: DefinitionDialogProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const done = useDone();
  const form = useForm<Definition>({
    defaultValues: {
      id: edited?.id ?? "",
      description: edited?.description ?? "",
      contained: [...(edited?.containedPermissionIds ?? [])],
    },
  });
  const field = fieldsOf(form);
  const { watch, setValue, formState } = form;
  const others = definitions.filter(({ id }) => id !== edited?.id);

  async function save({ id, description, contained }: Definition) {
    if (!edited) {
      const definition = { id, description: description.trim(), containedPermissionIds: contained };
      const create = definitionMethod("create", scope);
      await app[create](definition);
      done({
        message: t("{name} is defined.", { name: id }),
        title: t("Define a permission"),
        code: kitCode([], `adminApp.${create}`, definition),
      });
    } else {
      const { dirtyFields } = formState;
      const changes = {
        ...(id !== edited.id && { id }),
        ...(dirtyFields.description && { description: description.trim() }),
        ...(dirtyFields.contained && { containedPermissionIds: contained }),
      };
      const update = definitionMethod("update", scope);
      await app[update](edited.id, changes);
      done({
        message: t("{name} is changed.", { name: id }),
        title: t("Change a permission"),
        code: kitCode([], `adminApp.${update}`, edited.id, changes),
      });
    }
    onClose();
  }

  return (
    <FormDialog
      form={form}
      title={edited ? t("Edit {name}", { name: edited.id }) : t("Define a permission")}
      description={
        scope === "team"
          ? t("It can be granted to the members of a team, for that team.")
          : t("It can be granted to any user of the project.")
      }
      submitLabel={edited ? t("Save changes") : t("Define permission")}
      onClose={onClose}
      explain={(error) =>
        isKnownError(error, "PERMISSION_ID_ALREADY_EXISTS")
          ? {
              field: "id",
              message: t("There is a permission with this ID already, in teams or in the project. Choose another."),
            }
          : undefined
      }
      onSubmit={save}
    >
      <TextField
        label={t("ID")}
        hint={
          edited
            ? t("Users who hold it keep it under a new ID. Change the ID in your code as well.")
            : t("Your code asks for it by this name, such as edit_articles.")
        }
        spellCheck={false}
        autoCapitalize="off"
        {...field("id", {
          setValueAs: (id: string) => id.trim(),
          validate: (id) =>
            /^[a-z0-9_:]{1,256}$/.test(id) ||
            t("Use lowercase letters, digits, underscores and colons, such as articles:edit."),
        })}
      />
      <TextField
        label={t("Description")}
        hint={t("What its holder may do, for the people who grant it. Optional.")}
        {...field("description")}
      />
      <PermissionChoices
        legend={t("Contains")}
        hint={t("Users who hold this permission hold these as well.")}
        empty={t("There is no other permission that it could contain yet.")}
        definitions={others}
        chosen={watch("contained")}
        onChange={(contained) => setValue("contained", contained, { shouldDirty: true })}
      />
      <Consequences
        definitions={others}
        id={watch("id").trim() || "…"}
        contained={watch("contained")}
        edited={edited}
      />
    </FormDialog>
  );
}

interface ConsequencesProps {
  definitions: readonly PermissionDefinition[];
  id: string;
  contained: readonly string[];
  edited: PermissionDefinition | undefined;
}

/** Shows what follows from what is chosen: what is contained through it, and whether it closes a circle. */
function Consequences({ definitions, id, contained, edited }: ConsequencesProps) {
  const t = useTranslation();
  const own = edited?.id ?? "";
  const all = [...definitions, { id: own, containedPermissionIds: contained }];
  const through = allContained(all, own).filter((each) => !contained.includes(each));
  const circle = circleOf(all, own);
  return (
    <div role="status" className="flex flex-col gap-3">
      {through.length > 0 && (
        <p className="text-sm text-ink-soft">
          {t.rich("Through these also {permissions}", {
            permissions: <span className="font-mono wrap-anywhere">{through.join(", ")}</span>,
          })}
        </p>
      )}
      {circle.length > 0 && (
        <Alert tone="warning">
          {t(
            "This closes a circle: {permission} and {others} contain each other, so that users who hold one of them hold all. Take one out if that is not meant.",
            { permission: id, others: circle.join(", ") },
          )}
        </Alert>
      )}
    </div>
  );
}

/** Sets from how many permissions on one searches among them. */
const many = 12;

interface PermissionChoicesProps {
  legend: string;
  hint: string;
  /** Said where there is nothing to choose. */
  empty: string;
  definitions: readonly PermissionDefinition[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Permissions to choose any of. */
export function PermissionChoices({ legend, hint, empty, definitions, chosen, onChange }: PermissionChoicesProps) {
  const t = useTranslation();
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const found = definitions.filter(
    ({ id, description = "" }) => id.includes(wanted) || description.toLowerCase().includes(wanted),
  );
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="text-sm font-medium text-ink">{legend}</legend>
      <p className="text-sm text-ink-soft">{definitions.length === 0 ? empty : hint}</p>
      {definitions.length > many && <SearchField label={t("Search permissions")} value={query} onSearch={setQuery} />}
      {definitions.length > 0 && (
        <div className="grid gap-x-6 sm:grid-cols-2">
          {found.map(({ id, description }) => (
            <Checkbox
              key={id}
              label={<span className="font-mono wrap-anywhere">{id}</span>}
              hint={description}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
          ))}
          {found.length === 0 && <p className="text-sm text-ink-soft">{t("No permission contains this text.")}</p>}
        </div>
      )}
    </fieldset>
  );
}

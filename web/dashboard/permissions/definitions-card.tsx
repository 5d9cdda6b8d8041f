import { useState } from "react";
import type { PermissionDefinition } from "../../kit";
import { ConfirmMutation } from "../../react/components/confirm-mutation";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { Badge } from "../../ui/feedback/badge";
import { Card } from "../../ui/layout/card";
import { useShownCode } from "../code/shown-code";
import { kitCode } from "../code/written-code";
import { EmptyRows, Row, RowList } from "../lists/row-list";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { allContained, isSystemPermission } from "./containment";
import type { PermissionScope } from "./permission-search";
import { deleteDefinition, methodName } from "./queries";

/** The permissions of a scope: the project's own, which can be changed, and the system's. */
export function DefinitionsCard({
  scope,
  definitions,
  onEdit,
}: {
  scope: PermissionScope;
  definitions: readonly PermissionDefinition[];
  onEdit: (id: string) => void;
}) {
  const t = useTranslation();
  const [toDelete, setToDelete] = useState<PermissionDefinition>();
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
                onDelete={() => setToDelete(definition)}
              />
            ))}
          </RowList>
        )}
      </div>
      {toDelete && (
        <DeleteDialog
          scope={scope}
          definition={toDelete}
          definitions={definitions}
          onClose={() => setToDelete(undefined)}
        />
      )}
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
      actions={
        !isSystem && (
          <>
            <Button variant="secondary" size="small" aria-label={t("Edit {name}", { name: id })} onClick={onEdit}>
              {t("Edit")}
            </Button>
            <Button variant="ghost" size="small" aria-label={t("Delete {name}", { name: id })} onClick={onDelete}>
              {t("Delete")}
            </Button>
          </>
        )
      }
    />
  );
}

function Ids({ ids }: { ids: readonly string[] }) {
  return <span className="font-mono">{ids.join(", ")}</span>;
}

function DeleteDialog({
  scope,
  definition: { id },
  definitions,
  onClose,
}: {
  scope: PermissionScope;
  definition: PermissionDefinition;
  definitions: readonly PermissionDefinition[];
  onClose: () => void;
}) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { show } = useShownCode();
  const containing = definitions.filter((each) => each.id !== id && each.containedPermissionIds.includes(id));
  return (
    <ConfirmMutation
      isOpen
      onOpenChange={onClose}
      title={t("Delete {name}?", { name: id })}
      description={t(
        "It is revoked from all users who were granted it, and no longer granted by default. A permission that you define later under the same name is granted to no one.",
      )}
      confirmLabel={t("Delete permission")}
      successMessage={t("{name} is deleted.", { name: id })}
      mutationFn={async () => {
        await deleteDefinition(app, scope, id);
        show({ title: t("Delete a permission"), code: kitCode([], methodName("delete", scope), id) });
      }}
    >
      {containing.length > 0 && (
        <p className="text-sm text-ink-soft">
          {t.rich("It is also taken out of {permissions}, which contain it.", {
            permissions: <Ids ids={containing.map((each) => each.id)} />,
          })}
        </p>
      )}
    </ConfirmMutation>
  );
}

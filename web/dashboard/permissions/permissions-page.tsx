import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Button } from "../../ui/buttons/button";
import { useOwnedProject } from "../projects/use-owned-projects";
import { PartLinks, partLinkClasses } from "../shell/part-links";
import { SectionHeader } from "../shell/section-header";
import { useTranslation } from "../translation/use-translation";
import { isSystemPermission } from "./containment";
import { DefaultsForm } from "./defaults-form";
import { DefinitionsCard } from "./definitions-card";
import { GraphCard } from "./graph-card";
import { type PermissionScope, type PermissionSearch, permissionScopes } from "./permission-search";
import { definitionsOptions } from "./queries";

const DefinitionDialog = lazy(() => import("./definition-dialog"));

const from = "/projects/$projectId/permissions";

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
      <PartLinks label={t("Where permissions are granted")}>
        {(Object.keys(permissionScopes) as PermissionScope[]).map((each) => (
          <Link
            key={each}
            from={from}
            to="."
            search={each === "project" ? { scope: each } : {}}
            aria-current={each === scope ? "page" : undefined}
            activeOptions={{ exact: true }}
            className={partLinkClasses(each === scope)}
          >
            {t(permissionScopes[each])}
          </Link>
        ))}
      </PartLinks>
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

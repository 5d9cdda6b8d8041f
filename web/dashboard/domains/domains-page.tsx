import { useMutation } from "@tanstack/react-query";
import Trash2Icon from "lucide-react/icons/trash-2";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { isKnownError } from "../../kit/errors/known-error";
import { RequestError } from "../../kit/errors/request-error";
import type { AdminOwnedProject, AdminProjectConfigUpdate } from "../../kit/index";
import { describeFailure } from "../../react/errors/describe-failure";
import { Form } from "../../react/forms/form";
import { useFormMutation } from "../../react/forms/use-form-mutation";
import { Button } from "../../ui/buttons/button";
import { Switch } from "../../ui/forms/switch";
import { Card } from "../../ui/layout/card";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog";
import { useToast } from "../../ui/overlays/toast";
import { configCode } from "../code/written-code";
import { type FieldRow, Fields } from "../dialogs/fields";
import { FormDialog } from "../dialogs/form-dialog";
import { configOptions, refusedSetting } from "../forms/config";
import { RowAction } from "../lists/list-end";
import { useOwnedProject } from "../projects/use-owned-projects";
import { SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { type Translate, useTranslation } from "../translation/use-translation";
import { allowLocalhostId, checkDomain, checkHandlerPath, domainRowId, newDomainId, withScheme } from "./domain-texts";
import { ProductionModeCard } from "./production-mode-card";
import { productionErrorsOptions, removeDomain, type TrustedDomain, trustDomain } from "./queries";

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [productionErrorsOptions(app), configOptions(app)];

/** The websites that the project trusts, and whether it is ready for production. */
export function DomainsPage() {
  const t = useTranslation();
  const project = useOwnedProject();
  return (
    <SectionPage
      title={t("Domains")}
      description={t(
        "Where your users come from and return to, and what has to be right before the first real ones do.",
      )}
      reference="Project settings"
    >
      <TrustedDomainsCard project={project} />
      <ProductionModeCard project={project} />
    </SectionPage>
  );
}

/** The websites to which the project's users may return from a sign-in, an email or a hosted page. */
function TrustedDomainsCard({ project }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  const toast = useToast();
  const { domains, allowLocalhost } = project.config;
  const onError = (error: Error) => toast({ tone: "danger", message: describeFailure(error, t) });
  const update = useMutation({ mutationFn: (config: AdminProjectConfigUpdate) => project.update({ config }), onError });
  const [edited, setEdited] = useState<TrustedDomain>();
  const [removed, setRemoved] = useState<string>();
  return (
    <Card
      title={t("Trusted domains")}
      description={t(
        "The websites of this project. Users are sent back to these only, after they sign in or open a link of an email.",
      )}
    >
      <div className="flex flex-col gap-5">
        {domains.length > 0 && (
          <ul aria-label={t("Trusted domains")} className="flex flex-col divide-y divide-line">
            {domains.map(({ domain, handlerPath }) => (
              <li key={domain} id={domainRowId(domain)} className="flex items-center gap-1 py-1.5">
                <span className="flex min-w-0 flex-1 flex-col gap-0.5">
                  <span className="font-mono text-sm wrap-anywhere text-ink">{domain}</span>
                  <span className="text-xs wrap-anywhere text-ink-soft">
                    {t("Handler: {path}", { path: handlerPath })}
                  </span>
                </span>
                <RowAction
                  variant="ghost"
                  label={t("Edit {name}", { name: domain })}
                  onClick={() => setEdited({ domain, handlerPath })}
                >
                  {t("Edit")}
                </RowAction>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t("Remove {name}", { name: domain })}
                  onClick={() => setRemoved(domain)}
                >
                  <Trash2Icon aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
        )}
        <NewDomain project={project} />
        <div id={allowLocalhostId}>
          <Switch
            label={t("Allow localhost")}
            hint={t("For development: every port of localhost is trusted.")}
            isOn={update.isPending ? (update.variables.allowLocalhost ?? allowLocalhost) : allowLocalhost}
            aria-busy={update.isPending}
            onSwitch={(isOn) => update.isPending || update.mutate({ allowLocalhost: isOn })}
          />
        </div>
      </div>
      {removed !== undefined && (
        <ConfirmDialog
          isOpen
          onOpenChange={() => setRemoved(undefined)}
          title={t("Remove {name}?", { name: removed })}
          description={t(
            "Users who sign in on this website, or open a link of an email to it, are no longer sent back to it.",
          )}
          confirmLabel={t("Remove")}
          onConfirm={() => removeDomain(project, removed)}
        />
      )}
      {edited && <HandlerDialog project={project} trusted={edited} onClose={() => setEdited(undefined)} />}
    </Card>
  );
}

/** Changes the path below which a website has its handler pages. */
function HandlerDialog({
  project,
  trusted: { domain, handlerPath },
  onClose,
}: {
  project: AdminOwnedProject;
  trusted: TrustedDomain;
  onClose: () => void;
}) {
  const t = useTranslation();
  return (
    <FormDialog
      initial={{ handlerPath }}
      title={t("Handler of {domain}", { domain })}
      description={t("The pages of sign-in and account settings of this website are below this path.")}
      submitLabel={t("Save changes")}
      fields={[{ ...handlerPathRow(t), placeholder: "/handler" }]}
      write={async (typed) => ({
        code: configCode(await trustDomain(project, { domain, handlerPath: typed.handlerPath.trim() })),
        message: t("Your changes are saved."),
        title: t("Change a handler path"),
      })}
      onClose={onClose}
    />
  );
}

function handlerPathRow(t: Translate): FieldRow<{ handlerPath: string }> & { kind?: "text" } {
  return {
    name: "handlerPath",
    label: t("Handler path"),
    hint: t("The website’s own sign-in pages are below it, if it has any. A website with only the tag has none."),
    spellCheck: false,
    validate: (path) => checkHandlerPath(path, t),
  };
}

function NewDomain({ project }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  const domains = project.config.domains.map(({ domain }) => domain);
  const form = useForm({ defaultValues: { domain: "", handlerPath: "/handler" } });
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationFn: async ({ domain, handlerPath }) => {
      await trustDomain(project, { domain: withScheme(domain), handlerPath: handlerPath.trim() });
      // What was typed while the domain was on its way stays.
      if (form.getValues("domain") === domain) form.reset();
    },
    explain: (error) => {
      const message = isKnownError(error, "SCHEMA_ERROR")
        ? t("This is no domain that can be trusted.")
        : (refusedSetting(error)?.message ?? (isRefused(error) ? describeFailure(error, t) : undefined));
      return message === undefined ? undefined : { field: "domain" as const, message };
    },
  });
  return (
    <Form autoComplete="off" onSubmit={onSubmit} failure={failure}>
      <div className="flex flex-col gap-5 sm:flex-row sm:items-start sm:gap-3">
        <div id={newDomainId} className="min-w-0 flex-1">
          <Fields
            form={form}
            rows={[
              {
                name: "domain",
                label: t("New domain"),
                inputMode: "url",
                spellCheck: false,
                placeholder: "https://example.com",
                hint: t(
                  "Such as https://example.com, https://*.example.com for its subdomains, or myapp://callback for a native app.",
                ),
                validate: (text) => checkDomain(text, domains, t),
              },
            ]}
          />
        </div>
        <div className="sm:w-56">
          <Fields form={form} rows={[handlerPathRow(t)]} />
        </div>
        <Button type="submit" variant="secondary" className="sm:mt-6.5" isPending={isPending}>
          {t("Add domain")}
        </Button>
      </div>
    </Form>
  );
}

function isRefused(error: unknown): boolean {
  return error instanceof RequestError && error.status === 400;
}

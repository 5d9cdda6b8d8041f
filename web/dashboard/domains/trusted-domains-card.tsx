import { useMutation } from "@tanstack/react-query";
import Trash2Icon from "lucide-react/icons/trash-2";
import { useForm } from "react-hook-form";
import type { AdminOwnedProject } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { RequestError } from "../../kit/errors/request-error";
import { describeFailure } from "../../react/errors/describe-failure";
import { Form } from "../../react/forms/form";
import { useFormMutation } from "../../react/forms/use-form-mutation";
import { Button } from "../../ui/buttons/button";
import { Switch } from "../../ui/forms/switch";
import { TextField } from "../../ui/forms/text-field";
import { Card } from "../../ui/layout/card";
import { useToast } from "../../ui/overlays/toast";
import { refusedSetting } from "../forms/refused-setting";
import { useTranslation } from "../translation/use-translation";
import { removeDomainOptions, trustDomainOptions, updateConfigOptions } from "./queries";
import { checkDomain } from "./trusted-domain";

/** The websites to which the project's users may return from a sign-in, a mail or a hosted page. */
export function TrustedDomainsCard({ project }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  const toast = useToast();
  const { domains, allowLocalhost } = project.config;
  const onError = (error: Error) => toast({ tone: "danger", message: describeFailure(error, t) });
  const update = useMutation({ ...updateConfigOptions(project), onError });
  const removal = useMutation({ ...removeDomainOptions(project), onError });
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
            {domains.map(({ domain }) => (
              <li key={domain} className="flex items-center justify-between gap-3 py-1.5">
                <span className="min-w-0 font-mono text-sm wrap-anywhere text-ink">{domain}</span>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t("Remove {name}", { name: domain })}
                  onClick={() => removal.isPending || removal.mutate(domain)}
                >
                  <Trash2Icon aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
        )}
        <NewDomain project={project} />
        <Switch
          label={t("Requests from localhost")}
          hint={t("For development: every port of localhost is trusted.")}
          isOn={update.isPending ? (update.variables.allowLocalhost ?? allowLocalhost) : allowLocalhost}
          aria-busy={update.isPending}
          onSwitch={(isOn) => update.isPending || update.mutate({ allowLocalhost: isOn })}
        />
      </div>
    </Card>
  );
}

function NewDomain({ project }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  const { domains } = project.config;
  const { mutateAsync: trust } = useMutation(trustDomainOptions(project));
  const form = useForm({ defaultValues: { domain: "" } });
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationFn: async ({ domain }) => {
      await trust(domain.trim());
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
  const { register, formState } = form;
  return (
    <Form autoComplete="off" onSubmit={onSubmit} failure={failure}>
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
        <div className="min-w-0 flex-1">
          <TextField
            label={t("New domain")}
            inputMode="url"
            spellCheck={false}
            placeholder="https://example.com"
            hint={t("Such as https://example.com, or https://*.example.com for its subdomains.")}
            error={formState.errors.domain?.message}
            {...register("domain", {
              validate: (text) =>
                checkDomain(
                  text,
                  domains.map(({ domain }) => domain),
                  t,
                ),
            })}
          />
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

import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import CircleAlertIcon from "lucide-react/icons/circle-alert";
import CircleCheckIcon from "lucide-react/icons/circle-check";
import type { AdminOwnedProject } from "../../kit";
import { describeFailure } from "../../react/errors/describe-failure";
import { Switch } from "../../ui/forms/switch";
import { Card } from "../../ui/layout/card";
import { useToast } from "../../ui/overlays/toast";
import { linkClasses } from "../../ui/theme/link-classes";
import { useShownCode } from "../code/shown-code";
import { kitCode } from "../code/written-code";
import { useTranslation } from "../translation/use-translation";
import { productionErrorsOptions, switchProductionModeOptions } from "./queries";

/** Whether the project is in production mode, and what is in the way of it. */
export function ProductionModeCard({ project }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  const toast = useToast();
  const { show } = useShownCode();
  const { data: errors } = useSuspenseQuery(productionErrorsOptions(project.app));
  const { mutate, variables, isPending } = useMutation({
    ...switchProductionModeOptions(project),
    onSuccess: (_, isProductionMode) =>
      show({
        title: t("Production mode"),
        code: kitCode(["const project = await adminApp.getProject();"], "project.update", { isProductionMode }),
      }),
    onError: (error) => toast({ tone: "danger", message: describeFailure(error, t) }),
  });
  const isReady = errors.length === 0;
  return (
    <Card
      title={t("Production mode")}
      description={t("Refuses settings that are for development only. Switch it on before real users sign up.")}
    >
      <div className="flex flex-col gap-5">
        {isReady ? (
          <p className="flex items-center gap-2 text-sm text-ink">
            <CircleCheckIcon className="size-4 shrink-0 text-success" aria-hidden="true" />
            {t("Everything is ready for production.")}
          </p>
        ) : (
          <ul aria-label={t("To mend before production")} className="flex flex-col gap-2.5">
            {errors.map(({ message, relativeFixUrl }) => (
              <li key={message} className="flex items-start gap-2 text-sm text-ink">
                <CircleAlertIcon className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden="true" />
                <span className="min-w-0 wrap-anywhere">
                  {message}.{" "}
                  <Link to={relativeFixUrl} className={linkClasses}>
                    {t("Mend it")}
                  </Link>
                </span>
              </li>
            ))}
          </ul>
        )}
        <Switch
          label={t("Production mode for this project")}
          hint={isReady || project.isProductionMode ? undefined : t("Can be switched on once nothing is left above.")}
          isOn={isPending ? variables : project.isProductionMode}
          disabled={!isReady && !project.isProductionMode}
          aria-busy={isPending}
          onSwitch={(isOn) => isPending || mutate(isOn)}
        />
      </div>
    </Card>
  );
}

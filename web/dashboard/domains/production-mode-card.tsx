import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import CircleAlertIcon from "lucide-react/icons/circle-alert";
import CircleCheckIcon from "lucide-react/icons/circle-check";
import { type ReactNode, useId } from "react";
import type { AdminOwnedProject } from "../../kit";
import { providerName } from "../../react/components/provider-icon";
import { describeFailure } from "../../react/errors/describe-failure";
import { Switch } from "../../ui/forms/switch";
import { Card } from "../../ui/layout/card";
import { useToast } from "../../ui/overlays/toast";
import { linkClasses } from "../../ui/theme/class-names";
import { useShownCode } from "../code/shown-code";
import { kitCode } from "../code/written-code";
import { useConfig } from "../forms/config";
import { settingAt, settingsIn } from "../forms/config-document";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { fixedIn, newDomainId, productionErrorText } from "./domain-texts";
import { ProductionAlert } from "./production-notice";
import { productionErrorsOptions } from "./queries";

/** Shows whether the project is in production mode, and what is in the way of it. */
export function ProductionModeCard({ project }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  const toast = useToast();
  const { show } = useShownCode();
  const { data: errors } = useSuspenseQuery(productionErrorsOptions(project.app));
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (isProductionMode: boolean) => project.update({ isProductionMode }),
    onSuccess: (_, isProductionMode) =>
      show({
        title: t("Production mode"),
        code: kitCode(["const project = await adminApp.getProject();"], "project.update", { isProductionMode }),
      }),
    onError: (error) => toast({ tone: "danger", message: describeFailure(error, t) }),
  });
  const isReady = errors.length === 0;
  const advice = useAdvice();
  const toFix = t("To fix before production");
  const knownPasswords = settingAt(useConfig(), "auth.password.knownPasswords");
  const description = [
    ...(project.isProductionMode ? [] : [t("Mend what is listed before real users sign up, and switch it on then.")]),
    t("It ends test payments and refuses domains that cover those of others."),
    ...(knownPasswords === "refuse_in_production"
      ? [t("It also refuses known passwords: the sign-in methods of the project are set to that.")]
      : []),
  ];
  return (
    <Card title={t("Production mode")} description={description.join(" ")}>
      <div className="flex flex-col gap-5">
        {isReady && advice.length === 0 && (
          <p className="flex items-center gap-2 text-sm text-ink">
            <CircleCheckIcon className="size-4 shrink-0 text-success" aria-hidden="true" />
            {t("Everything is ready for production.")}
          </p>
        )}
        {!isReady && project.isProductionMode && <ProductionAlert />}
        {!isReady && (
          <Findings title={toFix}>
            {errors.map(({ message, relativeFixUrl }) => {
              const id = fixedIn(message);
              return (
                <Finding key={message} tone="text-warning">
                  {productionErrorText(message, t)}{" "}
                  {id ? (
                    <button type="button" className={linkClasses} onClick={() => focusIn(id)}>
                      {t("Fix")}
                    </button>
                  ) : (
                    <Link to={relativeFixUrl} className={linkClasses}>
                      {t("Fix")}
                    </Link>
                  )}
                </Finding>
              );
            })}
          </Findings>
        )}
        {advice.length > 0 && (
          <Findings title={t("Recommended before production")}>
            {advice.map(({ message, link }) => (
              <Finding key={message} tone="text-ink-soft">
                {message} {link}
              </Finding>
            ))}
          </Findings>
        )}
        <Switch
          label={t("Production mode for this project")}
          hint={
            isReady || project.isProductionMode
              ? undefined
              : t("Can be switched on here once nothing is left under “{heading}”.", { heading: toFix })
          }
          isOn={isPending ? variables : project.isProductionMode}
          disabled={!isReady && !project.isProductionMode}
          aria-busy={isPending}
          onSwitch={(isOn) => isPending || mutate(isOn)}
        />
      </div>
    </Card>
  );
}

function Findings({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-2.5">
      <h3 id={id} className="text-sm font-medium text-ink">
        {title}
      </h3>
      <ul aria-labelledby={id} className="flex flex-col gap-2.5">
        {children}
      </ul>
    </div>
  );
}

function Finding({ tone, children }: { tone: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2 text-sm text-ink">
      <CircleAlertIcon className={`mt-0.5 size-4 shrink-0 ${tone}`} aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}

const ring = ["outline-2", "outline-offset-2", "outline-accent"];

/** Focuses what is on the same page, above, with a ring: browsers draw none when the focus leaves a clicked button. */
function focusIn(id: string) {
  // Of a domain it is the last button, which removes it: nothing else mends one.
  const control = document
    .getElementById(id)
    ?.querySelector<HTMLElement>(":is([role=switch], input, button:last-child)");
  control?.focus();
  control?.classList.add(...ring);
  control?.addEventListener("blur", () => control.classList.remove(...ring), { once: true });
}

/** Lists what production mode allows, and users of a product should not meet: no website, keys and emails of this instance. */
function useAdvice() {
  const t = useTranslation();
  const { id: projectId, config: settings } = useOwnedProject();
  const config = useConfig();
  const shared = settingsIn(config, "auth.oauth.providers")
    .filter(([, { isShared, allowSignIn }]) => isShared === true && allowSignIn === true)
    .map(([id]) => providerName(id));
  const [website, ...others] = settings.domains.filter(({ domain }) => domain.startsWith("https://"));
  const isOnlyWebsite = website !== undefined && others.length === 0 && !website.domain.includes("*");
  const isWebsiteKnown =
    isOnlyWebsite ||
    settingAt(config, "appearance.homeUrl") !== undefined ||
    settingAt(config, "hostedPages.enabled") !== true;
  const names = new Intl.ListFormat(t.language).format(shared);
  const to = (page: "appearance" | "sign-in-methods" | "emails/server", text: string) => (
    <Link to={`/projects/$projectId/${page}`} params={{ projectId }} className={linkClasses}>
      {text}
    </Link>
  );
  const advice = [
    settings.domains.length === 0 && {
      message: t(
        "No domain of a website is trusted: links of emails, providers and hosted pages lead back to localhost at best, and passkeys work nowhere else.",
      ),
      link: (
        <button type="button" className={linkClasses} onClick={() => focusIn(newDomainId)}>
          {t("Add domain")}
        </button>
      ),
    },
    settings.domains.length > 0 &&
      !isWebsiteKnown && {
        message: t(
          "It is not known which website is yours: hosted pages that no website led to, such as those of emailed links, lead back to none.",
        ),
        link: to("appearance", t("Name the website")),
      },
    shared.length > 0 && {
      message: t("Users who sign in with {names} do so by shared keys.", { names }),
      link: to("sign-in-methods", t("Use keys of your own")),
    },
    settingAt(config, "emails.server.isShared") === true && {
      message: t("Emails go out by the shared server."),
      link: to("emails/server", t("Set up a mail server")),
    },
  ];
  return advice.filter((each) => each !== false);
}

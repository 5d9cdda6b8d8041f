import { useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import ExternalLinkIcon from "lucide-react/icons/external-link";
import { Fragment, useState } from "react";
import { appInternals } from "../../kit/app/internals";
import { Button, buttonClasses } from "../../ui/buttons/button";
import { CopyField } from "../../ui/data/copy-field";
import { Alert } from "../../ui/feedback/alert";
import { Switch } from "../../ui/forms/switch";
import { Dialog } from "../../ui/overlays/dialog";
import { useAsk } from "../dialogs/modal";
import { configOptions, useConfig } from "../forms/config";
import { settingAt, settingsIn } from "../forms/config-document";
import { SettingsCard, useConfigSwitch } from "../forms/config-form";
import { SeenHint, SettingPlace } from "../forms/setting-place";
import { useOwnedProject } from "../projects/use-owned-projects";
import { Parts } from "../shell/detail-page";
import { SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useTranslation } from "../translation/use-translation";
import { methodCounts, metricsOptions } from "../usage/queries";
import { type MethodSetting, methodCards } from "./method-cards";
import { type MethodSearch, methodParts } from "./method-search";
import { ProvidersCard } from "./providers-card";

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [configOptions(app)];

/** Shows how users sign in, what protects their accounts, and how long they stay signed in, in parts. */
export function SignInMethodsPage() {
  const t = useTranslation();
  const { part = "methods" } = useSearch({ from: "/projects/$projectId/sign-in-methods" });
  return (
    <SectionPage
      title={t("Sign-in methods")}
      description={t(
        "How people sign up and sign in. What you switch takes effect at once, on every page and in every app.",
      )}
      reference="Project settings"
      actions={<TestSignIn />}
    >
      <NoMethodWarning />
      <Parts
        label={t("Parts of the settings")}
        parts={methodParts}
        open={part}
        searchOf={(part): MethodSearch => (part ? { part } : {})}
      />
      {methodCards[part](t).map(({ settings, ...card }, index) => (
        <Fragment key={card.title}>
          <SettingsCard {...card} settings={settings.map(withQuestion)} />
          {part === "methods" && index === 0 && <ProvidersCard />}
        </Fragment>
      ))}
    </SectionPage>
  );
}

/** The switch of a method asks before it goes off, and that of a rule which keeps users back before it goes on. */
function withQuestion(setting: MethodSetting) {
  const { method, path, label, hint } = setting;
  if (path === "onboarding.requireEmailVerification")
    return <VerificationSwitch key={path} {...{ path, label, hint }} />;
  if (!method) return setting;
  return <MethodSwitch key={path} method={method} path={path} label={label} hint={hint} />;
}

/** The switch by which users need a verified email. It says before whom that would keep back. */
function VerificationSwitch({ path, label, hint }: Pick<MethodSetting, "path" | "label" | "hint">) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { isOn, isBusy, change } = useConfigSwitch(path);
  const ask = useAsk();

  async function switchOn() {
    const preview = await app[appInternals]
      .caller("admin")
      .write("POST /internal/onboarding/preview-affected-users", {
        body: { onboarding: { require_email_verification: true } },
      })
      .catch(() => undefined);
    const count = preview?.total_affected_count;
    if (count === 0) return change(true);
    const names = preview?.affected_users.map(
      ({ display_name, primary_email, id }) => display_name ?? primary_email ?? id,
    );
    ask({
      title: t("Switch on “{name}”?", { name: label }),
      description: (
        <>
          {count !== undefined &&
            `${t("{count, plural, one {# user has} other {# users have}} no verified email.", { count })} `}
          {t("Nobody is signed out.")}
          {names && (
            <span className="mt-2 block wrap-anywhere">
              {names.join(", ")}
              {count && count > names.length ? " …" : ""}
            </span>
          )}
        </>
      ),
      confirmLabel: t("Continue"),
      mutationFn: () => change(true),
    });
  }

  return (
    <SettingPlace path={path}>
      <Switch
        label={label}
        hint={<SeenHint hint={hint} seen={{ reference: "Users" }} />}
        isOn={isOn}
        aria-busy={isBusy}
        onSwitch={(isOn) => void (isOn ? switchOn() : change(false))}
      />
    </SettingPlace>
  );
}

function NoMethodWarning() {
  const t = useTranslation();
  const config = useConfig();
  const isOn = ["password", "otp", "passkey"].some((name) => settingAt(config, `auth.${name}.allowSignIn`) === true);
  const hasProvider = settingsIn(config, "auth.oauth.providers").some(([, { allowSignIn }]) => allowSignIn === true);
  if (isOn || hasProvider) return null;
  return <Alert tone="warning">{t("No method is switched on: users cannot sign in or sign up.")}</Alert>;
}

/** The switch of a sign-in method. Where users have the method, it asks before it goes off: they may have no other. */
function MethodSwitch({
  method,
  path,
  label,
  hint,
}: Pick<MethodSetting, "path" | "label" | "hint"> & { method: NonNullable<MethodSetting["method"]> }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const queryClient = useQueryClient();
  const { isOn, isBusy, change } = useConfigSwitch(path);
  const ask = useAsk();

  async function switchOff() {
    const metrics = await queryClient.fetchQuery(metricsOptions(app)).catch(() => undefined);
    const users = metrics && (methodCounts(metrics).find((each) => each.method === method)?.count ?? 0);
    if (users === 0) return change(false);
    ask({
      title: t("Switch off “{name}”?", { name: label }),
      description: (
        <>
          {users !== undefined &&
            `${t("{count, plural, one {# user has} other {# users have}} this method.", { count: users })} `}
          {t("Users who have no other method cannot sign in while it is off. Those who are signed in stay so.")}
        </>
      ),
      confirmLabel: t("Switch off"),
      mutationFn: () => change(false),
    });
  }

  return (
    <SettingPlace path={path}>
      <Switch
        label={label}
        hint={<SeenHint hint={hint} seen="sign-in" />}
        isOn={isOn}
        aria-busy={isBusy}
        onSwitch={(isOn) => void (isOn ? change(true) : switchOff())}
      />
    </SettingPlace>
  );
}

/** Leads to the hosted sign-in page of the project, as its users see it. Not there while hosted pages are off. */
function TestSignIn() {
  const t = useTranslation();
  const { id } = useOwnedProject();
  const [isOpen, setIsOpen] = useState(false);
  if (settingAt(useConfig(), "hostedPages.enabled") !== true) return null;
  const address = `${window.location.origin}/handler/sign-in?project_id=${id}`;
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {t("Try the sign-in")}
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t("Try the sign-in")}
        description={t(
          "Open the sign-in page in a private window to see what a new user sees. In this window it shows the account instead if you are signed in to the project already.",
        )}
        actions={
          <a href={address} target="_blank" rel="noreferrer" className={buttonClasses("primary")}>
            <ExternalLinkIcon aria-hidden="true" />
            {t("Open in a new tab")}
          </a>
        }
      >
        <CopyField label={t("Address of the sign-in page")} value={address} />
      </Dialog>
    </>
  );
}

import { Link } from "@tanstack/react-router";
import type { AdminOwnedProject } from "../../kit";
import { providerName } from "../../react/components/provider-icon";
import { Badge } from "../../ui/feedback/badge";
import { Card } from "../../ui/layout/card";
import { linkClasses } from "../../ui/theme/link-classes";
import { useTranslation } from "../translation/use-translation";

/** What is switched on in the project, each with the section that switches it. */
export function SettingsCard({ project: { id, config, isProductionMode } }: { project: AdminOwnedProject }) {
  const t = useTranslation();
  const providers = config.oauthProviders.filter(({ enabled }) => enabled !== false).map(({ id }) => providerName(id));
  const methods = "/projects/$projectId/sign-in-methods";
  const domains = "/projects/$projectId/domains";
  const settings = [
    { name: t("Sign-up"), isOn: config.signUpEnabled, to: methods },
    { name: t("Email and password"), isOn: config.credentialEnabled, to: methods },
    { name: t("One-time code or link"), isOn: config.magicLinkEnabled, to: methods },
    { name: t("Passkey"), isOn: config.passkeyEnabled, to: methods },
    {
      name: providers.length > 0 ? `OAuth: ${providers.join(", ")}` : "OAuth",
      isOn: providers.length > 0,
      to: methods,
    },
    { name: t("Allow localhost"), isOn: config.allowLocalhost, to: domains },
    { name: t("Production mode"), isOn: isProductionMode, to: domains },
  ] as const;
  return (
    <Card title={t("Settings")}>
      <dl className="flex flex-col gap-2.5 text-sm">
        {settings.map(({ name, isOn, to }) => (
          <div key={name} className="flex items-center justify-between gap-4">
            <dt>
              <Link to={to} params={{ projectId: id }} className={linkClasses}>
                {name}
              </Link>
            </dt>
            <dd>
              <Badge tone={isOn ? "success" : "neutral"}>{isOn ? t("On") : t("Off")}</Badge>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

import { useNavigate, useSearch } from "@tanstack/react-router";
import { ProviderIcon, providerName } from "../../react/components/provider-icon";
import { Badge } from "../../ui/feedback/badge";
import { Card } from "../../ui/layout/card";
import { useConfig } from "../forms/config";
import { settingsIn } from "../forms/config-document";
import { RowAction } from "../lists/list-end";
import { lazyDialog } from "../shell/lazy";
import { useTranslation } from "../translation/use-translation";
import { providerIds } from "./provider-choices";

const ProviderDialog = lazyDialog(() => import("./provider-dialog"), "ProviderDialog");

/** The vendors at which users sign in. */
export function ProvidersCard() {
  const t = useTranslation();
  const saved = new Map(settingsIn(useConfig(), "auth.oauth.providers"));
  const { provider: open } = useSearch({ from: "/projects/$projectId/sign-in-methods" });
  const navigate = useNavigate({ from: "/projects/$projectId/sign-in-methods" });
  return (
    <>
      <Card
        title={t("OAuth providers")}
        description={t("Accounts that people have elsewhere, to sign in with or to connect.")}
      >
        <ul aria-label={t("OAuth providers")} className="grid grid-cols-1 gap-2 sm:grid-cols-2">
          {providerIds.map((id) => {
            const settings = saved.get(id);
            const isOn = settings?.allowSignIn === true || settings?.allowConnectedAccounts === true;
            return (
              <li key={id} className="flex items-center gap-3 rounded-control border border-line px-3.5 py-2">
                <ProviderIcon id={id} />
                <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
                  <span className="truncate text-sm font-medium text-ink">{providerName(id)}</span>
                  {isOn && (
                    <Badge tone="success">{settings?.isShared === false ? t("Own keys") : t("Shared keys")}</Badge>
                  )}
                </span>
                <RowAction
                  variant="ghost"
                  label={
                    isOn ? t("Edit {name}", { name: providerName(id) }) : t("Add {name}", { name: providerName(id) })
                  }
                  onClick={() => void navigate({ search: { provider: id } })}
                >
                  {isOn ? t("Edit") : t("Add")}
                </RowAction>
              </li>
            );
          })}
        </ul>
      </Card>
      {open && (
        <ProviderDialog
          id={open}
          saved={saved.get(open)}
          onClose={() => void navigate({ search: {}, replace: true })}
        />
      )}
    </>
  );
}

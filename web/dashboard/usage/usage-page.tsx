import { useSuspenseQuery } from "@tanstack/react-query";
import { Alert } from "../../ui/feedback/alert";
import { Card } from "../../ui/layout/card";
import { BarList } from "../charts/bar-list";
import { useOwnedProject } from "../projects/use-owned-projects";
import { SectionHeader } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useTranslation } from "../translation/use-translation";
import { LimitsCard, ShareMeter } from "./limits-card";
import { usageOptions } from "./queries";

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** From here on, owners have been emailed. */
const nearlyFullPercent = 80;

/** Lists what the page reads first. */
export const reads: PageReads = ({ app }) => [usageOptions(app)];

/** Shows what the project stores and uses, of what it may. */
export function UsagePage() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data } = useSuspenseQuery(usageOptions(app));
  const { used_bytes, max_bytes, used_rows, max_rows, used_percent, bytes_by_kind: kinds } = data.storage;
  const { images } = data;

  const whole = (number: number) => number.toLocaleString(t.language);
  const sizeOf = (bytes: number) =>
    bytes < mebibyte
      ? t("{size} KiB", { size: whole(Math.ceil(bytes / kibibyte)) })
      : t("{size} MiB", { size: whole(Math.ceil(bytes / mebibyte)) });
  return (
    <div className="flex flex-col gap-6">
      <SectionHeader
        title={t("Usage")}
        description={t("What the project stores and uses, and how much it may.")}
        reference="Usage"
      />
      {used_percent >= 100 ? (
        <Alert tone="danger">
          {t(
            "The storage is full: new users, teams and other data are refused. Sign-ins, reads, exports and deletions go on. Delete what you no longer need, or ask the operator of this instance for more.",
          )}
        </Alert>
      ) : (
        used_percent >= nearlyFullPercent && (
          <Alert tone="warning">
            {t(
              "The storage is nearly full. Once it is, new users, teams and other data are refused, while sign-ins, reads, exports and deletions go on.",
            )}
          </Alert>
        )
      )}
      {images.used_percent >= 100 ? (
        <Alert tone="danger">
          {t("The images are full: new ones are refused. Ask the operator of this instance for more.")}
        </Alert>
      ) : (
        images.used_percent >= nearlyFullPercent && (
          <Alert tone="warning">{t("The images are nearly full. Once they are, new ones are refused.")}</Alert>
        )
      )}
      <Card
        title={t("Storage")}
        description={t("The texts of all records and values of the data vault, and 400 bytes for each record.")}
      >
        <div className="grid gap-6 sm:grid-cols-2">
          <ShareMeter
            name={t("Data")}
            share={used_bytes / max_bytes}
            text={t("{used} of {max}", { used: sizeOf(used_bytes), max: sizeOf(max_bytes) })}
          />
          <ShareMeter
            name={t("Records")}
            share={used_rows / max_rows}
            text={t("{used} of {max}", { used: whole(used_rows), max: whole(max_rows) })}
          />
          <ShareMeter
            name={t("Images")}
            share={images.used_bytes / images.max_bytes}
            text={t("{used} of {max}", { used: sizeOf(images.used_bytes), max: sizeOf(images.max_bytes) })}
          />
        </div>
      </Card>
      <LimitsCard shares={data.shares} areCounted={data.are_shares_counted} />
      <Card title={t("What takes the storage")}>
        <BarList
          label={t("What takes the storage")}
          rows={[
            { id: "users", name: t("Users"), value: kinds.users },
            { id: "sign_ins", name: t("Sessions and codes"), value: kinds.sign_ins },
            { id: "teams", name: t("Teams"), value: kinds.teams },
            { id: "emails", name: t("Emails"), value: kinds.emails },
            { id: "webhooks", name: t("Webhooks"), value: kinds.webhooks },
            { id: "payments", name: t("Payments"), value: kinds.payments },
            { id: "audit_log", name: t("Audit log"), value: kinds.audit_log },
            { id: "data_vault", name: t("Data vault"), value: kinds.data_vault },
            { id: "settings", name: t("Settings"), value: kinds.settings },
          ].filter(({ value }) => value > 0)}
          valueText={sizeOf}
          empty={t("Nothing is stored.")}
        />
      </Card>
    </div>
  );
}

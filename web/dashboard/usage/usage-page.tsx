import { useId } from "react";
import type { UsageShare } from "../../kit/operations/project";
import { Alert } from "../../ui/feedback/alert";
import { Card } from "../../ui/layout/card";
import { classNames } from "../../ui/theme/class-names";
import { BarList } from "../charts/bar-list";
import { useRead } from "../projects/use-owned-projects";
import { SectionPage } from "../shell/section-header";
import type { PageReads } from "../shell/start-reads";
import { useTranslation } from "../translation/use-translation";
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
  const data = useRead(usageOptions);
  const { used_bytes, max_bytes, used_rows, max_rows, used_percent, bytes_by_kind: kinds } = data.storage;
  const { images } = data;

  const whole = (number: number) => number.toLocaleString(t.language);
  const sizeOf = (bytes: number) =>
    bytes < mebibyte
      ? t("{size} KiB", { size: whole(Math.ceil(bytes / kibibyte)) })
      : t("{size} MiB", { size: whole(Math.ceil(bytes / mebibyte)) });
  return (
    <SectionPage
      title={t("Usage")}
      description={t("What the project stores and uses, and how much it may.")}
      reference="Usage"
    >
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
    </SectionPage>
  );
}

/** From here on, little is left of a share. */
const nearlyUsedUp = 0.8;

/** Shows what the project uses of what it may in a minute or an hour. */
export function LimitsCard({ shares, areCounted }: { shares: readonly UsageShare[]; areCounted: boolean }) {
  const t = useTranslation();
  const names = {
    hash_seconds: t("Imported password hashes"),
    renderings: t("Previews of emails"),
    emails: t("Emails by the shared server"),
  };
  const number = (value: number) => value.toLocaleString(t.language, { maximumFractionDigits: 1 });
  const textOf = ({ id, used, limit }: UsageShare) => {
    const of = { used: number(used), max: number(limit) };
    return id === "hash_seconds" ? t("{used} of {max} seconds", of) : t("{used} of {max}", of);
  };
  const noteOf = ({ refused, window_seconds, resets_at_millis }: UsageShare) => {
    if (resets_at_millis === null) return window_seconds > 60 ? t("Each hour.") : t("Each minute.");
    const time = new Date(resets_at_millis).toLocaleTimeString(t.language);
    const begins = t("Begins anew at {time}.", { time });
    return refused > 0 ? `${begins} ${t("Refused: {count}.", { count: number(refused) })}` : begins;
  };
  const isUsedUp = ({ used, limit }: UsageShare) => used >= limit;
  const listed = (some: readonly UsageShare[]) =>
    new Intl.ListFormat(t.language).format(some.map(({ id }) => names[id]));
  const usedUp = shares.filter(isUsedUp);
  const partly = shares.filter((share) => !isUsedUp(share) && share.refused > 0);
  const nearly = shares.filter((share) => !isUsedUp(share) && share.used >= nearlyUsedUp * share.limit);
  return (
    <>
      {usedUp.length > 0 && (
        <Alert tone="danger">
          {t("Used up: {names}. Further requests are refused until the time is over.", { names: listed(usedUp) })}
        </Alert>
      )}
      {partly.length > 0 && (
        <Alert tone="warning">
          {t(
            "Some requests were refused: {names}. They were more than was left, or than one network or people whom the project does not know may use.",
            { names: listed(partly) },
          )}
        </Alert>
      )}
      {nearly.length > 0 && (
        <Alert tone="warning">
          {t("Nearly used up: {names}. Beyond that, requests are refused until the time is over.", {
            names: listed(nearly),
          })}
        </Alert>
      )}
      <Card
        title={t("Limits per minute and hour")}
        description={t(
          "How much the project may use within a minute or an hour, counted from its first use. Once that is used up, requests are refused until the minute or hour is over.",
        )}
      >
        {!areCounted && (
          <p className="mb-6 text-sm text-ink-soft">
            {t(
              "Nothing is counted or refused here: the limits of this instance are off (RATE_LIMITS), as in development.",
            )}
          </p>
        )}
        <div className="grid gap-6 sm:grid-cols-2">
          {shares.map((share) => (
            <ShareMeter
              key={share.id}
              name={names[share.id]}
              share={share.used / share.limit}
              text={textOf(share)}
              note={noteOf(share)}
            />
          ))}
        </div>
      </Card>
    </>
  );
}

interface ShareMeterProps {
  name: string;
  share: number;
  text: string;
  note?: string | undefined;
}

/** A bar that says how much of a quota is used, with the numbers beside it, and a note below. */
export function ShareMeter({ name, share, text, note }: ShareMeterProps) {
  const t = useTranslation();
  const id = useId();
  // Rounded down, so that it says 100 only of what is full.
  const percent = (Math.floor(share * 100) / 100).toLocaleString(t.language, { style: "percent" });
  return (
    <div className="flex min-w-0 flex-col gap-2 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span id={id} className="font-medium text-ink">
          {name}
        </span>
        <span aria-hidden="true" className="text-ink-soft tabular-nums">
          {text} · {percent}
        </span>
      </div>
      <meter aria-labelledby={id} aria-valuetext={`${text}, ${percent}`} value={share} className="sr-only" />
      <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line-strong/40">
        <span
          className={classNames(
            "block h-full rounded-full",
            share >= 1 ? "bg-danger" : share >= 0.8 ? "bg-warning" : "bg-accent",
          )}
          style={{ width: `${Math.min(share, 1) * 100}%` }}
        />
      </span>
      {note && <span className="text-ink-soft">{note}</span>}
    </div>
  );
}

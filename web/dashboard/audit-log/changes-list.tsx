import { useTranslation } from "../translation/use-translation";
import { type Change, valueText } from "./changes";

/** Each setting that was changed, before and after. */
export function ChangesList({ changes }: { changes: readonly Change[] }) {
  const t = useTranslation();
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h3 className="text-sm font-medium text-ink">{t("Changes")}</h3>
      <ul className="flex flex-col divide-y divide-line rounded-control border border-line">
        {changes.map((change) => (
          <li key={change.key} className="flex flex-col gap-2 p-3">
            <code className="font-mono text-xs wrap-anywhere text-ink">{change.key}</code>
            {"secret" in change ? (
              <p className="text-sm text-ink-soft">{t("A secret, whose values are not recorded.")}</p>
            ) : (
              <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
                <Value name={t("Before")} text={valueText(change.before)} />
                <Value name={t("After")} text={valueText(change.after)} />
              </dl>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Value({ name, text }: { name: string; text: string }) {
  const t = useTranslation();
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-mono text-xs/5 whitespace-pre-wrap wrap-anywhere text-ink">
        {text || <span className="font-sans text-ink-soft">{t("Nothing")}</span>}
      </dd>
    </>
  );
}

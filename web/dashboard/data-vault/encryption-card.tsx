import { Card } from "../../ui/layout/card";
import { useTranslation } from "../translation/use-translation";

/** What the vault promises, and what it does not. */
export function EncryptionCard() {
  const t = useTranslation();
  const facts = [
    {
      name: t("Encrypted on your server"),
      text: t(
        "The kit encrypts each value with AES-256-GCM, and hashes its key, with a secret of yours that is never sent. Gatehouse sees neither.",
      ),
    },
    {
      name: t("Encrypted once more here"),
      text: t("What arrives is encrypted again with a random key of its store, which is itself stored encrypted."),
    },
    {
      name: t("No recovery"),
      text: t(
        "Who loses the secret loses the values. To replace it, read each value with the old one and set it with the new one.",
      ),
    },
    {
      name: t("Read often, changed seldom"),
      text: t(
        "A value that was set or deleted can be seen as before for 60 seconds, the last of two writes at once wins, and a key takes one write in a second. Build no counters or queues on it.",
      ),
    },
  ];
  return (
    <Card title={t("How values are kept")}>
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {facts.map(({ name, text }) => (
          <div key={name} className="flex flex-col gap-1 text-sm">
            <dt className="font-medium text-ink">{name}</dt>
            <dd className="text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

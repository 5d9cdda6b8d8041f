import { type ReactNode, useState } from "react";
import { Button } from "../buttons/button";
import { ColumnHeader, Table, TableBody, TableCell, TableHead, TableRow } from "../data/table";
import { Badge } from "../feedback/badge";
import { ConfirmDialog } from "../overlays/confirm-dialog";
import { RelativeTime } from "../text/relative-time";
import { useTranslation } from "../translation/use-translation";
import { isNever } from "./lifetime-field";

/** Holds what the table shows of a key, or of a set of keys that are created and revoked together. */
export type ListedKey = {
  readonly id: string;
  readonly description: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
  readonly manuallyRevokedAt: Date | null;
  /** A public key cannot be revoked. */
  readonly isPublic?: boolean;
  isValid(): boolean;
  whyInvalid(): "expired" | "manually-revoked" | null;
};

/** On a narrow screen the hidden columns appear below the description. */
const onWideScreens = "hidden sm:table-cell";

/** API keys with their status, and a button that revokes each valid one after a confirmation. */
export function ApiKeyTable<Key extends ListedKey>({
  caption,
  keys,
  isInCard,
  valueHeader,
  renderValue,
  renderNote,
  renderActions,
  revokeLabel,
  describeRevocation,
  onRevoke,
}: {
  caption: string;
  keys: readonly Key[];
  isInCard?: boolean;
  valueHeader: string;
  /** The masked value or values. */
  renderValue: (key: Key) => ReactNode;
  /** What else there is to say of a key, below its description. */
  renderNote?: (key: Key) => ReactNode;
  /** What else can be done with a key that can be revoked. */
  renderActions?: (key: Key) => ReactNode;
  /** Confirms the revocation: "Revoke key". */
  revokeLabel: string;
  /** Returns what the revocation of a key causes. */
  describeRevocation: (key: Key) => string;
  /** The message of its rejection is shown. */
  onRevoke: (key: Key) => Promise<unknown>;
}) {
  const t = useTranslation();
  const [keyToRevoke, setKeyToRevoke] = useState<Key>();
  return (
    <>
      <Table caption={caption} isInCard={isInCard}>
        <TableHead>
          <ColumnHeader>{t("Description")}</ColumnHeader>
          <ColumnHeader>{valueHeader}</ColumnHeader>
          <ColumnHeader className={onWideScreens}>{t("Status")}</ColumnHeader>
          <ColumnHeader className="hidden xl:table-cell">{t("Created")}</ColumnHeader>
          <ColumnHeader className={onWideScreens}>{t("Expires")}</ColumnHeader>
          <ColumnHeader>
            <span className="sr-only">{t("Actions")}</span>
          </ColumnHeader>
        </TableHead>
        <TableBody>
          {keys.map((key) => (
            <TableRow key={key.id}>
              <TableCell className="min-w-24 font-medium wrap-anywhere text-ink sm:min-w-32">
                {key.description}
                {renderNote && (
                  <span className="mt-0.5 flex flex-col items-start gap-1 text-2xs font-normal text-ink-soft">
                    {renderNote(key)}
                  </span>
                )}
                <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-2xs font-normal text-ink-soft sm:hidden">
                  <KeyStatus whyInvalid={key.whyInvalid()} />
                  {!key.manuallyRevokedAt && (
                    <span>{t.rich("Expires: {time}", { time: <Expiry listedKey={key} /> })}</span>
                  )}
                </span>
              </TableCell>
              <TableCell>{renderValue(key)}</TableCell>
              <TableCell className={onWideScreens}>
                <KeyStatus whyInvalid={key.whyInvalid()} />
              </TableCell>
              <TableCell className="hidden whitespace-nowrap text-ink-soft xl:table-cell">
                <RelativeTime at={key.createdAt} />
              </TableCell>
              <TableCell className={`${onWideScreens} whitespace-nowrap text-ink-soft`}>
                <Expiry listedKey={key} />
              </TableCell>
              <TableCell className="text-end">
                {key.isValid() && !key.isPublic && (
                  <span className="flex flex-wrap justify-end gap-x-1">
                    {renderActions?.(key)}
                    <Button
                      variant="ghost"
                      size="small"
                      aria-label={t("Revoke {name}", { name: key.description })}
                      className="-my-1"
                      onClick={() => setKeyToRevoke(key)}
                    >
                      {t("Revoke")}
                    </Button>
                  </span>
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {keyToRevoke && (
        <ConfirmDialog
          isOpen
          onOpenChange={() => setKeyToRevoke(undefined)}
          title={t("Revoke “{name}”?", { name: keyToRevoke.description })}
          description={describeRevocation(keyToRevoke)}
          confirmLabel={revokeLabel}
          onConfirm={() => onRevoke(keyToRevoke)}
        />
      )}
    </>
  );
}

/** A revoked key has no expiry that still matters. */
function Expiry({ listedKey: { manuallyRevokedAt, expiresAt } }: { listedKey: ListedKey }) {
  const t = useTranslation();
  if (manuallyRevokedAt) return "-";
  return expiresAt === undefined || isNever(expiresAt, new Date()) ? t("Never") : <RelativeTime at={expiresAt} />;
}

/** Shows whether a key is valid; `whyInvalid` as the kit returns it. */
function KeyStatus({ whyInvalid }: { whyInvalid: "expired" | "manually-revoked" | null }) {
  const t = useTranslation();
  switch (whyInvalid) {
    case "expired":
      return <Badge tone="warning">{t("Expired")}</Badge>;
    case "manually-revoked":
      return <Badge tone="danger">{t("Revoked")}</Badge>;
    case null:
      return <Badge tone="success">{t("Valid")}</Badge>;
  }
}

/** The last characters of a key, which are shown after its creation. */
export function MaskedKey({ lastFour }: { lastFour: string }) {
  const t = useTranslation();
  return (
    <span dir="ltr" className="font-mono text-xs whitespace-nowrap text-ink">
      <span aria-hidden="true">••••</span>
      <span className="sr-only">{t("ends in")} </span>
      {lastFour}
    </span>
  );
}

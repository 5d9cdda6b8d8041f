import type { ReactNode } from "react";
import { Button } from "./button";
import { isNever } from "./key-lifetime";
import { KeyStatus } from "./key-status";
import { Moment } from "./moment";
import { ColumnHeader, Table, TableBody, TableCell, TableHead, TableRow } from "./table";

/** What the table shows of a key, or of a set of keys that are created and revoked together. */
export type ListedKey = {
  readonly id: string;
  readonly description: string;
  readonly createdAt: Date;
  /** Undefined for a key that never expires. */
  readonly expiresAt: Date | undefined;
  readonly manuallyRevokedAt: Date | null;
  /** A public key cannot be revoked. */
  readonly isPublic?: boolean;
  whyInvalid(): "expired" | "manually-revoked" | null;
};

/** On a narrow screen these columns are shown below the description. */
const onWideScreens = "hidden sm:table-cell";

export function KeyTable<Key extends ListedKey>({
  caption,
  keys,
  valueHeader = "Key",
  renderValue,
  onRevoke,
  isInCard,
}: {
  caption: string;
  keys: readonly Key[];
  valueHeader?: string;
  renderValue: (key: Key) => ReactNode;
  onRevoke: (key: Key) => void;
  isInCard?: boolean;
}) {
  return (
    <Table caption={caption} isInCard={isInCard}>
      <TableHead>
        <ColumnHeader>Description</ColumnHeader>
        <ColumnHeader className={onWideScreens}>Status</ColumnHeader>
        <ColumnHeader>{valueHeader}</ColumnHeader>
        <ColumnHeader className={onWideScreens}>Expires</ColumnHeader>
        <ColumnHeader className="hidden xl:table-cell">Created</ColumnHeader>
        <ColumnHeader>
          <span className="sr-only">Actions</span>
        </ColumnHeader>
      </TableHead>
      <TableBody>
        {keys.map((key) => (
          <TableRow key={key.id}>
            <TableCell className="min-w-32 font-medium wrap-anywhere text-ink">
              {key.description}
              <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-2xs font-normal text-ink-soft sm:hidden">
                <KeyStatus whyInvalid={key.whyInvalid()} />
                {!key.manuallyRevokedAt && (
                  <span>
                    Expires: <Expiry of={key} />
                  </span>
                )}
              </span>
            </TableCell>
            <TableCell className={onWideScreens}>
              <KeyStatus whyInvalid={key.whyInvalid()} />
            </TableCell>
            <TableCell>{renderValue(key)}</TableCell>
            <TableCell className={`${onWideScreens} whitespace-nowrap text-ink-soft`}>
              <Expiry of={key} />
            </TableCell>
            <TableCell className="hidden whitespace-nowrap text-ink-soft xl:table-cell">
              <Moment at={key.createdAt} />
            </TableCell>
            <TableCell className="text-right">
              {key.whyInvalid() === null && !key.isPublic && (
                <Button
                  variant="ghost"
                  size="small"
                  aria-label={`Revoke ${key.description}`}
                  className="-my-1"
                  onClick={() => onRevoke(key)}
                >
                  Revoke
                </Button>
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** A revoked key's expiry does not matter any more. */
function Expiry({ of: { manuallyRevokedAt, expiresAt } }: { of: ListedKey }) {
  if (manuallyRevokedAt) return "-";
  return expiresAt === undefined || isNever(expiresAt, new Date()) ? "Never" : <Moment at={expiresAt} />;
}

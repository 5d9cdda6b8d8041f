import type { ApiKey } from "../../../../kit";
import { Button } from "../../../../ui/button";
import { isNever } from "../../../../ui/key-lifetime";
import { KeyStatus } from "../../../../ui/key-status";
import { MaskedKey } from "../../../../ui/masked-key";
import { Moment } from "../../../../ui/moment";
import { ColumnHeader, Table, TableBody, TableCell, TableHead, TableRow } from "../../../../ui/table";

/** What has no column of its own on a narrow screen stands under the description. */
const onWideScreens = "hidden sm:table-cell";

export function ApiKeyTable({
  caption,
  keys,
  onRevoke,
}: {
  caption: string;
  keys: readonly ApiKey[];
  onRevoke: (key: ApiKey) => void;
}) {
  return (
    <Table caption={caption} isInCard>
      <TableHead>
        <ColumnHeader>Description</ColumnHeader>
        <ColumnHeader className={onWideScreens}>Status</ColumnHeader>
        <ColumnHeader>Key</ColumnHeader>
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
                    Expires: <Expiry apiKey={key} />
                  </span>
                )}
              </span>
            </TableCell>
            <TableCell className={onWideScreens}>
              <KeyStatus whyInvalid={key.whyInvalid()} />
            </TableCell>
            <TableCell>
              <MaskedKey {...key.value} />
            </TableCell>
            <TableCell className={`${onWideScreens} whitespace-nowrap text-ink-soft`}>
              <Expiry apiKey={key} />
            </TableCell>
            <TableCell className="hidden whitespace-nowrap text-ink-soft xl:table-cell">
              <Moment at={key.createdAt} />
            </TableCell>
            <TableCell className="text-right">
              {key.isValid() && !key.isPublic && (
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

/** When a key ends by itself, where that still matters. */
function Expiry({ apiKey: { manuallyRevokedAt, expiresAt } }: { apiKey: ApiKey }) {
  if (manuallyRevokedAt) return "-";
  return expiresAt === undefined || isNever(expiresAt, new Date()) ? "Never" : <Moment at={expiresAt} />;
}

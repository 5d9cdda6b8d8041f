import { createColumnHelper } from "@tanstack/react-table";
import type { InternalApiKey, MaskedKey } from "../../kit";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Moment } from "../../ui/moment";
import type { DataTableColumns, dataTableFeatures } from "../data-table";
import { isNever } from "./key-expiry";

const column = createColumnHelper<typeof dataTableFeatures, InternalApiKey>();

export function keyColumns({
  onRevoke,
}: {
  onRevoke: (key: InternalApiKey) => void;
}): DataTableColumns<InternalApiKey> {
  return column.columns([
    column.display({
      id: "description",
      header: "Description",
      cell: ({ row: { original: key } }) => (
        <span className="flex flex-col items-start gap-1">
          <span className="font-medium wrap-anywhere text-ink">{key.description}</span>
          <span className="sm:hidden">
            <Status apiKey={key} />
          </span>
        </span>
      ),
    }),
    column.display({ id: "keys", header: "Keys", cell: ({ row }) => <Kinds apiKey={row.original} /> }),
    column.display({
      id: "status",
      header: "Status",
      cell: ({ row }) => <Status apiKey={row.original} />,
      meta: { className: "hidden sm:table-cell" },
    }),
    column.display({
      id: "created",
      header: "Created",
      cell: ({ row: { original: key } }) => <Moment at={key.createdAt} className="whitespace-nowrap text-ink-soft" />,
      meta: { className: "hidden lg:table-cell" },
    }),
    column.display({
      id: "expires",
      header: "Expires",
      cell: ({ row: { original: key } }) => (
        <span className="whitespace-nowrap text-ink-soft">
          {isNever(key.expiresAt, new Date()) ? "Never" : <Moment at={key.expiresAt} />}
        </span>
      ),
      meta: { className: "hidden md:table-cell" },
    }),
    column.display({
      id: "actions",
      header: () => <span className="sr-only">Actions</span>,
      cell: ({ row: { original: key } }) =>
        key.isValid() && (
          <Button
            variant="ghost"
            size="small"
            aria-label={`Revoke ${key.description}`}
            className="-my-1"
            onClick={() => onRevoke(key)}
          >
            Revoke
          </Button>
        ),
      meta: { className: "text-right" },
    }),
  ]);
}

function Kinds({ apiKey }: { apiKey: InternalApiKey }) {
  const kinds: [string, MaskedKey | null][] = [
    ["Client", apiKey.publishableClientKey],
    ["Server", apiKey.secretServerKey],
    ["Admin", apiKey.superSecretAdminKey],
  ];
  return (
    <ul className="flex flex-col gap-0.5">
      {kinds.map(
        ([kind, key]) =>
          key && (
            <li key={kind} className="flex items-baseline gap-2 whitespace-nowrap">
              <span className="w-12 text-2xs text-ink-soft">{kind}</span>
              <span className="font-mono text-xs text-ink">
                <span aria-hidden="true">••••</span>
                <span className="sr-only">ends in </span>
                {key.lastFour}
              </span>
            </li>
          ),
      )}
    </ul>
  );
}

function Status({ apiKey }: { apiKey: InternalApiKey }) {
  switch (apiKey.whyInvalid()) {
    case "expired":
      return <Badge tone="warning">Expired</Badge>;
    case "manually-revoked":
      return <Badge tone="danger">Revoked</Badge>;
    default:
      return <Badge tone="success">Valid</Badge>;
  }
}

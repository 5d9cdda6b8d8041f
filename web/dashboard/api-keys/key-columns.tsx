import { createColumnHelper } from "@tanstack/react-table";
import type { InternalApiKey } from "../../kit";
import { Button } from "../../ui/button";
import { isNever } from "../../ui/key-lifetime";
import { KeyStatus } from "../../ui/key-status";
import { MaskedKey } from "../../ui/masked-key";
import { Moment } from "../../ui/moment";
import type { DataTableColumns, dataTableFeatures } from "../data-table";

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
            <KeyStatus whyInvalid={key.whyInvalid()} />
          </span>
        </span>
      ),
    }),
    column.display({ id: "keys", header: "Keys", cell: ({ row }) => <Kinds apiKey={row.original} /> }),
    column.display({
      id: "status",
      header: "Status",
      cell: ({ row }) => <KeyStatus whyInvalid={row.original.whyInvalid()} />,
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
  const kinds: [string, { lastFour: string } | null][] = [
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
              <MaskedKey {...key} />
            </li>
          ),
      )}
    </ul>
  );
}

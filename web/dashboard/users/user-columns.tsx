import { Link } from "@tanstack/react-router";
import { createColumnHelper } from "@tanstack/react-table";
import BadgeCheckIcon from "lucide-react/icons/badge-check";
import CircleDashedIcon from "lucide-react/icons/circle-dashed";
import type { ServerUser } from "../../kit";
import { Avatar } from "../../ui/data/avatar";
import type { DataTableColumns, dataTableFeatures } from "../../ui/data/data-table";
import { RelativeTime } from "../../ui/text/relative-time";
import { classNames } from "../../ui/theme/class-names";
import { signInMethods } from "./sign-in-methods";
import { userName } from "./user-name";

const column = createColumnHelper<typeof dataTableFeatures, ServerUser>();

/** Narrow screens show the hidden columns on the page of the user. */
const onWideScreens = { className: "hidden lg:table-cell" };
const onMediumScreens = { className: "hidden md:table-cell" };

export const userColumns: DataTableColumns<ServerUser> = column.columns([
  column.display({ id: "user", header: "User", cell: ({ row }) => <Name user={row.original} /> }),
  column.display({
    id: "email",
    header: "Email",
    cell: ({ row }) => <Email user={row.original} />,
    meta: onMediumScreens,
  }),
  column.display({
    id: "methods",
    header: "Sign-in",
    cell: ({ row }) => {
      const methods = signInMethods(row.original).join(", ") || "None";
      return (
        <span title={methods} className="block max-w-28 truncate text-ink-soft 2xl:max-w-56">
          {methods}
        </span>
      );
    },
    meta: onWideScreens,
  }),
  column.display({
    id: "signed-up",
    header: "Signed up",
    cell: ({ row }) => <RelativeTime at={row.original.signedUpAt} className="whitespace-nowrap text-ink-soft" />,
  }),
  column.display({
    id: "last-active",
    header: "Last active",
    cell: ({ row }) => <RelativeTime at={row.original.lastActiveAt} className="whitespace-nowrap text-ink-soft" />,
    meta: onMediumScreens,
  }),
  column.display({
    id: "id",
    header: "ID",
    cell: ({ row: { original: user } }) => (
      <span title={user.id} className="font-mono text-xs text-ink-soft">
        {user.id.slice(0, 8)}
      </span>
    ),
    meta: onWideScreens,
  }),
]);

function Name({ user }: { user: ServerUser }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={user.displayName ?? user.primaryEmail} imageUrl={user.profileImageUrl} />
      <span className="flex min-w-0 flex-col">
        <Link
          from="/projects/$projectId/users"
          to="/projects/$projectId/users/$userId"
          params={{ userId: user.id }}
          search={(search) => search}
          className="max-w-36 truncate font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent sm:max-w-52 lg:max-w-36 2xl:max-w-52"
        >
          <bdi dir="auto">{userName(user)}</bdi>
        </Link>
        {user.displayName && (
          <span className="max-w-36 truncate text-2xs sm:max-w-52 text-ink-soft md:hidden">{user.primaryEmail}</span>
        )}
      </span>
    </span>
  );
}

function Email({ user }: { user: ServerUser }) {
  if (user.primaryEmail === null) return <span className="text-ink-soft">None</span>;
  const [Icon, word, tone] = user.primaryEmailVerified
    ? ([BadgeCheckIcon, "Verified", "text-success"] as const)
    : ([CircleDashedIcon, "Unverified", "text-warning"] as const);
  return (
    <span className="flex items-center gap-2">
      <span className="max-w-50 truncate text-ink 2xl:max-w-64" title={user.primaryEmail}>
        {user.primaryEmail}
      </span>
      <Icon role="img" aria-label={word} className={classNames("size-4 shrink-0", tone)}>
        <title>{word}</title>
      </Icon>
    </span>
  );
}

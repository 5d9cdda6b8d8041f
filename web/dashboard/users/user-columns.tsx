import { Link } from "@tanstack/react-router";
import BadgeCheckIcon from "lucide-react/icons/badge-check";
import CircleDashedIcon from "lucide-react/icons/circle-dashed";
import { useState } from "react";
import type { AdminOwnedProject, ServerUser } from "../../kit";
import type { SortDirection } from "../../ui/data/table";
import { Badge } from "../../ui/feedback/badge";
import { RelativeTime } from "../../ui/text/relative-time";
import { classNames } from "../../ui/theme/class-names";
import { PersonAvatar } from "../shell/avatars";
import type { VirtualColumn } from "../table/virtual-table";
import { msg } from "../translation/message";
import { type Translate, useTranslation } from "../translation/use-translation";
import { sortOf, type UserSearch } from "../user-filters/user-search";
import { type ListedUser, userName } from "./queries";

import { LastActive, listedSignIn } from "./user-texts";

/** The columns that can be hidden, in their order. */
export const optionalColumns = {
  email: msg("Email"),
  methods: msg("Sign-in"),
  state: msg("State"),
  team: msg("Selected team"),
  "signed-up": msg("Signed up"),
  "last-active": msg("Last active"),
  id: msg("ID"),
} as const;

export type OptionalColumn = keyof typeof optionalColumns;

const shownAtFirst: readonly OptionalColumn[] = ["email", "methods", "state", "signed-up", "last-active"];

/** The columns that were stored, or those that are shown at first. */
export function parseColumns(stored: string | null): readonly OptionalColumn[] {
  if (stored === null) return shownAtFirst;
  const names = stored.split(",");
  return (Object.keys(optionalColumns) as OptionalColumn[]).filter((column) => names.includes(column));
}

/** Returns which columns an owner sees in the list of a project, in this browser. */
export function useChosenColumns(projectId: string) {
  const name = `gatehouse-user-columns-${projectId}`;
  const [columns, setColumns] = useState(() => parseColumns(readStored(name)));
  function choose(chosen: readonly OptionalColumn[]) {
    setColumns(chosen);
    try {
      localStorage.setItem(name, chosen.join(","));
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }
  return [columns, choose] as const;
}

function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Narrow screens show the hidden columns on the page of the user. */
const onWideScreens = "hidden lg:table-cell";
const onMediumScreens = "hidden md:table-cell";
const notOnPhones = "hidden sm:table-cell";

/**
 * The columns of the list.
 *
 * @param onSort shows the list in another order
 */
export function userColumns(
  chosen: readonly OptionalColumn[],
  search: UserSearch,
  onSort: (order: Pick<UserSearch, "sort" | "order">) => void,
  config: AdminOwnedProject["config"],
  t: Translate,
): VirtualColumn<ListedUser>[] {
  const sort = sortOf(search);
  /** Sorts by a column, or the other way when the list is by it already. */
  const sortable = (by: UserSearch["sort"]) => {
    const [first, other]: SortDirection[] = by === "name" ? ["ascending", "descending"] : ["descending", "ascending"];
    const reversed = by === "name" ? "z-a" : "oldest";
    const isReversed = search.order === reversed;
    return {
      sort: by !== sort ? undefined : isReversed ? other : first,
      onSort: () => onSort({ sort: by, order: by === sort && !isReversed ? reversed : undefined }),
    };
  };
  /** The same where the list can be in the order at all. */
  const sortableBy = (by: UserSearch["sort"]) => (sortOf({ ...search, sort: by }) === by ? sortable(by) : {});
  const columns: Record<OptionalColumn, Omit<VirtualColumn<ListedUser>, "id" | "header">> = {
    email: { cell: ({ user }) => <Email user={user} />, className: classNames(onMediumScreens, "md:w-1/2") },
    methods: { cell: ({ read }) => <Methods methods={listedSignIn(read, config, t)} />, className: onWideScreens },
    state: {
      cell: ({ user, read }) => <State user={user} isSuspended={read.suspended_at_millis !== null} />,
      className: onWideScreens,
      isEmpty: ({ user, read }) =>
        read.suspended_at_millis === null && !user.isRestricted && !user.isMultiFactorRequired,
    },
    team: {
      cell: ({ user: { selectedTeam } }) => (
        <span className="block max-w-36 truncate text-ink-soft">{selectedTeam?.displayName}</span>
      ),
      className: onWideScreens,
    },
    "signed-up": {
      cell: ({ user }) => <RelativeTime at={user.signedUpAt} className="text-ink-soft" />,
      className: notOnPhones,
      ...sortable(undefined),
    },
    "last-active": {
      cell: ({ user }) => <LastActive user={user} className="text-ink-soft" />,
      className: onMediumScreens,
      ...sortableBy("active"),
    },
    id: {
      cell: ({ user: { id } }) => (
        <span title={id} className="font-mono text-xs text-ink-soft">
          {id.slice(0, 8)}
        </span>
      ),
      className: onWideScreens,
    },
  };
  return [
    {
      id: "user",
      header: t("User"),
      cell: ({ user }) => <Name user={user} />,
      className: "w-full md:w-1/2",
      ...sortableBy("name"),
    },
    ...(Object.keys(optionalColumns) as OptionalColumn[])
      .filter((id) => chosen.includes(id))
      .map((id) => ({ id, header: t(optionalColumns[id]), ...columns[id] })),
  ];
}

function Name({ user }: { user: ServerUser }) {
  const t = useTranslation();
  return (
    // It takes what the other columns leave, whatever the name is.
    <span className="flex min-w-40 items-center gap-3 contain-inline-size">
      <PersonAvatar name={user.displayName ?? user.primaryEmail} imageUrl={user.profileImageUrl} />
      <span className="flex min-w-0 flex-col">
        <Link
          from="/projects/$projectId/users"
          to="/projects/$projectId/users/$userId"
          params={{ userId: user.id }}
          search={({ open: _, ...search }) => search}
          className="truncate font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <bdi dir="auto">{userName(user, t)}</bdi>
        </Link>
        {user.displayName && <span className="truncate text-2xs text-ink-soft md:hidden">{user.primaryEmail}</span>}
      </span>
    </span>
  );
}

function Email({ user }: { user: ServerUser }) {
  const t = useTranslation();
  if (user.primaryEmail === null) return <span className="text-ink-soft">{t("None")}</span>;
  const [Icon, word, tone] = user.primaryEmailVerified
    ? ([BadgeCheckIcon, t("Verified"), "text-success"] as const)
    : ([CircleDashedIcon, t("Unverified"), "text-warning"] as const);
  return (
    <span className="flex min-w-44 items-center gap-2 contain-inline-size">
      <span className="truncate text-ink" title={user.primaryEmail}>
        {user.primaryEmail}
      </span>
      <Icon role="img" aria-label={word} className={classNames("size-4 shrink-0", tone)}>
        <title>{word}</title>
      </Icon>
    </span>
  );
}

function Methods({ methods }: { methods: string }) {
  return (
    <span title={methods} className="block max-w-28 truncate text-ink-soft 2xl:max-w-56">
      {methods}
    </span>
  );
}

function State({ user, isSuspended }: { user: ServerUser; isSuspended: boolean }) {
  const t = useTranslation();
  return (
    <span className="flex gap-1.5">
      {isSuspended && <Badge tone="danger">{t("Suspended")}</Badge>}
      {user.isAnonymous && <Badge>{t("Anonymous")}</Badge>}
      {user.isRestricted && !user.isAnonymous && <Badge tone="warning">{t("Restricted")}</Badge>}
      {user.isMultiFactorRequired && <Badge tone="success">{t("Second factor")}</Badge>}
    </span>
  );
}

import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import ArrowLeftIcon from "lucide-react/icons/arrow-left";
import UserXIcon from "lucide-react/icons/user-x";
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { Button, buttonClasses } from "../../../ui/buttons/button";
import { Avatar } from "../../../ui/data/avatar";
import { CopyField } from "../../../ui/data/copy-field";
import { Alert } from "../../../ui/feedback/alert";
import { Badge } from "../../../ui/feedback/badge";
import { EmptyState } from "../../../ui/layout/empty-state";
import { useTitle } from "../../../ui/layout/use-title";
import { RelativeTime } from "../../../ui/text/relative-time";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { LoadingPart, PartLinks, partLinkClasses } from "../../shell/part-links";
import { SectionHeader } from "../../shell/section-header";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { LastActive } from "../last-active";
import { userOptions } from "../queries";
import { signInMethods } from "../sign-in-methods";
import { userName } from "../user-name";
import { type PartProps, type UserPart, userParts } from "./parts";
import { UserActions } from "./user-actions";

const parts: Record<UserPart, ComponentType<PartProps>> = {
  profile: lazy(() => import("./profile-part")),
  "sign-in": lazy(() => import("./sign-in-part")),
  "sign-in-help": lazy(() => import("./sign-in-help-part")),
  sessions: lazy(() => import("./sessions-part")),
  teams: lazy(() => import("./teams-part")),
  permissions: lazy(() => import("./permissions-part")),
  metadata: lazy(() => import("./metadata-part")),
  keys: lazy(() => import("./keys-part")),
  items: lazy(() => import("./items-part")),
  activity: lazy(() => import("./activity-part")),
  mails: lazy(() => import("./emails-part")),
};

/** What the page reads first. */
export const reads: PageReads<{ userId: string }> = ({ app, params: { userId } }) => [userOptions(app, userId)];

/** One user, with all that an owner can see of them and do. */
export function UserPage() {
  const { app } = useOwnedProject();
  const { userId } = useParams({ from: "/projects/$projectId/users/$userId" });
  const { part = "profile" } = useSearch({ from: "/projects/$projectId/users/$userId" });
  const { data: found } = useSuspenseQuery(userOptions(app, userId));
  if (!found) return <UnknownUser />;

  const Part = parts[part];
  return (
    <div className="flex flex-col gap-6">
      <UserHeader {...found} />
      <UserPartLinks />
      {/* A part of its own for each user: what was typed for one is not kept for another. */}
      <Suspense key={`${userId} ${part}`} fallback={<LoadingPart />}>
        <Part {...found} />
      </Suspense>
    </div>
  );
}

function UserHeader(props: PartProps) {
  const { user, channels, restriction } = props;
  const t = useTranslation();
  const isVerified = channels.some(({ isPrimary, isVerified }) => isPrimary && isVerified);
  const facts = [
    { name: t("Signed up"), value: <RelativeTime at={user.signedUpAt} /> },
    { name: t("Last active"), value: <LastActive user={user} /> },
    { name: t("Sign-in"), value: signInMethods(user, t).join(", ") || t("None") },
  ];
  return (
    <div className="flex flex-col gap-4">
      <SectionHeader
        above={
          <BackToList className="inline-flex min-h-11 items-center gap-1.5 self-start rounded-control text-sm font-medium text-ink-soft hover:text-ink sm:min-h-0">
            <ArrowLeftIcon className="size-4 rtl:rotate-180" aria-hidden="true" />
            {t("Users")}
          </BackToList>
        }
        title={userName(user, t)}
        description={user.displayName ? user.primaryEmail : undefined}
        reference="Users"
        actions={<UserActions {...props} />}
      />
      <RestrictionNotice {...props} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line bg-surface p-5 shadow-xs">
        <Avatar
          name={user.displayName ?? user.primaryEmail}
          imageUrl={user.profileImageUrl}
          className="size-14 text-lg"
        />
        <dl className="flex min-w-0 flex-1 basis-64 flex-wrap gap-x-8 gap-y-3 text-sm">
          {facts.map(({ name, value }) => (
            <div key={name} className="flex flex-col gap-0.5">
              <dt className="text-2xs text-ink-soft">{name}</dt>
              <dd className="text-ink">{value}</dd>
            </div>
          ))}
          <div className="flex flex-col gap-1">
            <dt className="text-2xs text-ink-soft">{t("State")}</dt>
            <dd className="flex flex-wrap gap-1.5">
              {restriction.restrictedAt && <Badge tone="danger">{t("Restricted")}</Badge>}
              {user.isAnonymous && <Badge>{t("Anonymous")}</Badge>}
              {user.primaryEmail !== null && (
                <Badge tone={isVerified ? "success" : "warning"}>
                  {isVerified ? t("Email verified") : t("Email not verified")}
                </Badge>
              )}
              {user.isMultiFactorRequired && <Badge tone="success">{t("Second factor")}</Badge>}
              {!user.isAnonymous && user.primaryEmail === null && <Badge>{t("No email address")}</Badge>}
            </dd>
          </div>
        </dl>
        <div className="w-full min-w-0 lg:w-96">
          <CopyField label={t("User ID")} value={user.id} />
        </div>
      </div>
    </div>
  );
}

function UserPartLinks() {
  const t = useTranslation();
  return (
    <PartLinks label={t("Parts of the user")}>
      {(Object.keys(userParts) as UserPart[]).map((part) => (
        <PartLink key={part} part={part}>
          {t(userParts[part])}
        </PartLink>
      ))}
    </PartLinks>
  );
}

function PartLink({ part, children }: { part: UserPart; children: ReactNode }) {
  const { part: open = "profile" } = useSearch({ from: "/projects/$projectId/users/$userId" });
  return (
    <Link
      from="/projects/$projectId/users/$userId"
      to="."
      search={({ team: _team, action: _action, ...search }) => ({
        ...search,
        part: part === "profile" ? undefined : part,
      })}
      aria-current={part === open ? "page" : undefined}
      // Otherwise the first one is the current page for all parts.
      activeOptions={{ exact: true }}
      className={partLinkClasses(part === open)}
    >
      {children}
    </Link>
  );
}

/** A link to the page of the list that contained the user. */
function BackToList({ className, children }: { className: string; children: ReactNode }) {
  return (
    <Link
      from="/projects/$projectId/users/$userId"
      to="/projects/$projectId/users"
      search={({ part: _part, team: _team, action: _action, ...list }) => list}
      className={className}
    >
      {children}
    </Link>
  );
}

function UnknownUser() {
  const t = useTranslation();
  const { displayName } = useOwnedProject();
  useTitle(`${t("User not found")} · ${displayName} · Gatehouse`);
  return (
    <EmptyState
      icon={<UserXIcon />}
      title={t("User not found")}
      action={<BackToList className={buttonClasses("secondary")}>{t("All users")}</BackToList>}
    >
      {t("This project has no user with this ID. The user may have been deleted.")}
    </EmptyState>
  );
}

const LiftRestrictionDialog = lazy(() => import("./lift-restriction-dialog"));

/** Says that the user is restricted, since when and why, and lifts it. */
function RestrictionNotice(props: PartProps) {
  const t = useTranslation();
  const { restrictedAt, reason } = props.restriction;
  const [isLifting, setIsLifting] = useState(false);
  if (restrictedAt === null) return null;
  return (
    <Alert tone="danger">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
          <p className="font-medium">
            {t.rich("This user cannot sign in: restricted {since}.", { since: <RelativeTime at={restrictedAt} /> })}
          </p>
          {reason !== null && <p className="whitespace-pre-wrap">{reason}</p>}
        </div>
        <Button variant="secondary" size="small" onClick={() => setIsLifting(true)}>
          {t("Lift restriction")}
        </Button>
      </div>
      <Suspense>{isLifting && <LiftRestrictionDialog {...props} onClose={() => setIsLifting(false)} />}</Suspense>
    </Alert>
  );
}

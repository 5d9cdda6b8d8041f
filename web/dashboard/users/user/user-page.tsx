import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import UserXIcon from "lucide-react/icons/user-x";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { Button, buttonClasses } from "../../../ui/buttons/button";
import { Alert } from "../../../ui/feedback/alert";
import { Badge } from "../../../ui/feedback/badge";
import { EmptyState } from "../../../ui/layout/empty-state";
import { useTitle } from "../../../ui/layout/use-title";
import { RelativeTime } from "../../../ui/text/relative-time";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { DetailPage } from "../../shell/detail-page";
import { BackLink } from "../../shell/section-header";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { userOptions } from "../queries";
import { userName } from "../user-name";
import type { UserSearch } from "../user-search";
import { LastActive, signInMethods } from "../user-texts";
import { type PartProps, type UserPageSearch, type UserPart, userParts } from "./parts";
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

/** Lists what the page reads first. */
export const reads: PageReads<{ userId: string }> = ({ app, params: { userId } }) => [userOptions(app, userId)];

const from = "/projects/$projectId/users/$userId";

/** One user, with all that an owner can see of them and do. */
export function UserPage() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { userId } = useParams({ from });
  const { part = "profile" } = useSearch({ from });
  const { data: found } = useSuspenseQuery(userOptions(app, userId));
  if (!found) return <UnknownUser />;

  const { user } = found;
  return (
    <DetailPage
      above={
        <BackLink from={from} to="/projects/$projectId/users" search={listOf}>
          {t("Users")}
        </BackLink>
      }
      title={userName(user, t)}
      description={user.displayName ? user.primaryEmail : undefined}
      reference="Users"
      actions={<UserActions {...found} />}
      notice={<RestrictionNotice {...found} />}
      name={user.displayName ?? user.primaryEmail}
      imageUrl={user.profileImageUrl}
      facts={[
        { name: t("Signed up"), value: <RelativeTime at={user.signedUpAt} /> },
        { name: t("Last active"), value: <LastActive user={user} /> },
        { name: t("Sign-in"), value: signInMethods(user, t).join(", ") || t("None") },
        { name: t("State"), value: <UserState {...found} /> },
      ]}
      id={user.id}
      idLabel={t("User ID")}
      parts={{
        label: t("Parts of the user"),
        parts: userParts,
        open: part,
        searchOf: (part, { team: _team, action: _action, ...search }: UserPageSearch) => ({ ...search, part }),
      }}
      components={parts}
      shown={found}
    />
  );
}

function UserState({ user, channels, restriction }: PartProps) {
  const t = useTranslation();
  const isVerified = channels.some(({ isPrimary, isVerified }) => isPrimary && isVerified);
  return (
    <span className="flex flex-wrap gap-1.5">
      {restriction.restrictedAt && <Badge tone="danger">{t("Restricted")}</Badge>}
      {user.isAnonymous && <Badge>{t("Anonymous")}</Badge>}
      {user.primaryEmail !== null && (
        <Badge tone={isVerified ? "success" : "warning"}>
          {isVerified ? t("Email verified") : t("Email not verified")}
        </Badge>
      )}
      {user.isMultiFactorRequired && <Badge tone="success">{t("Second factor")}</Badge>}
      {!user.isAnonymous && user.primaryEmail === null && <Badge>{t("No email address")}</Badge>}
    </span>
  );
}

/** The search of the list that contained the user. */
function listOf({ part: _part, team: _team, action: _action, ...list }: UserPageSearch): UserSearch {
  return list;
}

function UnknownUser() {
  const t = useTranslation();
  const { displayName } = useOwnedProject();
  useTitle(`${t("User not found")} · ${displayName} · Gatehouse`);
  return (
    <EmptyState
      isPage
      icon={<UserXIcon />}
      title={t("User not found")}
      action={
        <Link from={from} to="/projects/$projectId/users" search={listOf} className={buttonClasses("secondary")}>
          {t("All users")}
        </Link>
      }
    >
      {t("This project has no user with this ID. The user may have been deleted.")}
    </EmptyState>
  );
}

const LiftRestrictionDialog = lazy(async () => ({
  default: (await import("./restriction-dialogs")).LiftRestrictionDialog,
}));

/** Says that the user is restricted, since when and why, and lifts it. */
function RestrictionNotice(props: PartProps) {
  const t = useTranslation();
  const { restrictedAt, reason } = props.restriction;
  const [isLifting, setIsLifting] = useState(false);
  if (restrictedAt === null) return null;
  return (
    <Alert tone="danger">
      <div className="flex flex-wrap items-start justify-between gap-3">
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

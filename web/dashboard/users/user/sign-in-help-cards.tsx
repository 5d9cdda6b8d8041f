import { useSuspenseQueries } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { appInternals } from "../../../kit/app/internals";
import { Button } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { RelativeTime } from "../../../ui/text/relative-time";
import { linkClasses } from "../../../ui/theme/class-names";
import { ListCard } from "../../lists/list-end";
import { useOwnedProject, useRead } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { type MethodState, methodName, methodStates, stateTexts } from "../user-texts";
import { useSecondFactorOff } from "./credential-cards";
import { EventPlace, emailRow } from "./history-part";
import type { PartProps } from "./parts";
import { credentialsOptions, emailsOptions, failedSignInsOptions, signInStatusOptions, useUserWrites } from "./queries";
import { codesInVain, countSince, failureText, isBlocked, reasonsSince, signInLinkRefusal } from "./sign-in-help";

const from = "/projects/$projectId/users/$userId";

/** Says what stands in the way of the user, with the button that mends it. */
export function ObstaclesCard(props: PartProps) {
  const t = useTranslation();
  const { config } = useOwnedProject();
  const open = useOpenAction();
  const obstacles = useObstacles(props);
  return (
    <ListCard
      title={t("Why can this person not sign in?")}
      description={t("What stands in the way, and what mends it.")}
      empty={t("Nothing that is known keeps the user from signing in.")}
      // By their places: the rows have no state of their own.
      rows={obstacles.map(({ text, mend }, index) => ({ id: String(index), title: text, actions: mend }))}
    >
      {props.user.hasPassword && config.credentialEnabled && (
        <div className="mt-5">
          <Mend onClick={() => open("password-reset")}>{t("Send password reset link")}</Mend>
        </div>
      )}
    </ListCard>
  );
}

/** Opens a dialog of the user's page. */
function useOpenAction() {
  const navigate = useNavigate({ from });
  return (action: "lift" | "restrict" | "password-reset" | "sign-in-link") =>
    void navigate({ search: (search) => ({ ...search, action }), resetScroll: false });
}

/** What keeps a user who signs in from full use. */
function useRestriction({ user: { restrictedReason } }: Pick<PartProps, "user">): Obstacle[] {
  const t = useTranslation();
  const open = useOpenAction();
  switch (restrictedReason?.type) {
    case "restricted_by_administrator":
      return [
        {
          text: t("The user is restricted: they sign in, and your website does not get them as a user."),
          mend: <Mend onClick={() => open("restrict")}>{t("Change the restriction")}</Mend>,
        },
      ];
    case "email_not_verified":
      return [
        {
          text: t(
            "The user is restricted until they verify their email: they sign in, and are led to a page that asks for it.",
          ),
          mend: <ProfileLink>{t("Email addresses")}</ProfileLink>,
        },
      ];
    case "anonymous":
      return [{ text: t("The user is anonymous: once their session ends, nothing signs them in again.") }];
    default:
      return [];
  }
}

interface Obstacle {
  readonly text: ReactNode;
  readonly mend?: ReactNode;
}

/** What keeps a user from signing in, each with what mends it. */
function useObstacles({ user, channels, suspension }: PartProps): Obstacle[] {
  const t = useTranslation();
  const { app, config } = useOwnedProject();
  const addresses = channels.map(({ value }) => value);
  const [{ data: status }, { data: failures }, { data: received }, { data: credentials }] = useSuspenseQueries({
    queries: [
      signInStatusOptions(app, user),
      failedSignInsOptions(app, user),
      emailsOptions(app, addresses),
      credentialsOptions(app, user),
    ],
  });
  const switchOff = useSecondFactorOff(user);
  const { attempt } = useUserWrites(user);
  const open = useOpenAction();
  const lift = (what: "sign-in-locks" | "bounces", done: string) => () =>
    attempt({
      done,
      before: [`// DELETE /api/v1/internal/users/${user.id}/${what}`],
      run: () =>
        app[appInternals]
          .caller("admin")
          .write(`DELETE /internal/users/{user_id}/${what}`, { params: { user_id: user.id } }),
    });
  const unlock = <Mend onClick={lift("sign-in-locks", t("The lock is lifted."))}>{t("Lift lock")}</Mend>;
  const methods = methodStates({ user, channels }, config);
  const usable = methods.flatMap(({ method, state }) => (state === "usable" ? method : []));
  const isOff = methods.some(({ state }) => state === "off-here");
  const tried = reasonsSince(user, failures);
  const wrongPasswords = countSince(user, failures, "wrong_password");
  // Elsewhere nothing that signs a user in asks whether an address is verified.
  const needsVerified = config.magicLinkEnabled || config.oauthProviders.length > 0;
  // An owner's email is not counted with those that clients request.
  const sendCode = config.magicLinkEnabled && !signInLinkRefusal({ user, channels }, config) && (
    <Mend onClick={() => open("sign-in-link")}>{t("Send sign-in link")}</Mend>
  );
  const resetLink = <Mend onClick={() => open("password-reset")}>{t("Send password reset link")}</Mend>;
  const inVain = codesInVain(user, failures, received.emails);
  const obstacles: (Obstacle | false)[] = [
    suspension.suspendedAt !== null && {
      text: t("The user is suspended and cannot sign in."),
      mend: <Mend onClick={() => open("lift")}>{t("Lift suspension")}</Mend>,
    },
    ...useRestriction({ user }),
    !user.isAnonymous &&
      usable.length === 0 && {
        text: t("The user has no way to sign in that is on in the project."),
        mend: isOff ? <SettingsLink /> : config.credentialEnabled && resetLink,
      },
    methods.some(({ state }) => state === "no-address") && {
      text: t("No address of the user is used for sign-in, so that neither a password nor a code signs them in."),
      mend: <ProfileLink>{t("Email addresses")}</ProfileLink>,
    },
    status.refusedUntil !== null && {
      text: (
        <span>
          {t.rich("Networks from which too many sign-ins failed are locked. The last of them may try again {time}.", {
            time: <RelativeTime at={status.refusedUntil} />,
          })}
        </span>
      ),
      mend: unlock,
    },
    status.passwordLockedUntil !== null && {
      text: (
        <span>
          {t.rich(
            "After too many wrong passwords, a password works only where the user has signed in before. The lock ends by itself {time}.",
            { time: <RelativeTime at={status.passwordLockedUntil} /> },
          )}
        </span>
      ),
      mend: unlock,
    },
    status.secondFactorLockedUntil !== null && {
      text: (
        <span>
          {t.rich(
            "After too many wrong codes, a second factor works only where the user has signed in before. The lock ends by itself {time}.",
            { time: <RelativeTime at={status.secondFactorLockedUntil} /> },
          )}
        </span>
      ),
      mend: unlock,
    },
    wrongPasswords > 0 && {
      text: t("Wrong passwords since the user was last active: {count}", { count: wrongPasswords }),
      mend: config.credentialEnabled && resetLink,
    },
    user.isMultiFactorRequired && {
      text: t(
        "Signing in takes the second factor. If the user has lost it, a recovery code signs them in: {count} left.",
        {
          count: credentials.remainingRecoveryCodes,
        },
      ),
      mend: <Mend onClick={switchOff}>{t("Switch off")}</Mend>,
    },
    tried.has("no_password") &&
      !user.hasPassword && {
        text: t("A password was tried, and the user has none"),
        mend: config.credentialEnabled && resetLink,
      },
    tried.has("method_off") && {
      text: t("A method was tried that is off in the project."),
      mend: <SettingsLink />,
    },
    tried.has("address_taken") && {
      text: t("A provider’s account has the user’s address, and is not linked"),
    },
    usable.length === 1 &&
      usable[0] === "passkey" && {
        text: t("Nothing but a passkey signs the user in, on the devices that have it."),
        mend: config.credentialEnabled ? resetLink : sendCode,
      },
    ...channels
      .filter(({ usedForAuth, isVerified }) => needsVerified && usedForAuth && !isVerified)
      .map(({ value }) => ({
        text: t(
          "{email} is not verified, so that no code is sent there and no account at a provider is linked by it.",
          {
            email: value,
          },
        ),
        mend: <ProfileLink>{t("Verify")}</ProfileLink>,
      })),
    ...status.refusedEmails.map(({ email, until }) => ({
      text: (
        <span>
          {t.rich("{email} was sent as many emails as may be requested for now. The next can be requested {time}.", {
            email,
            time: <RelativeTime at={until} />,
          })}
        </span>
      ),
      mend: sendCode,
    })),
    inVain.limited > 0 && {
      text: t("Latest requests for codes that were refused, as too many were made: {count}", { count: inVain.limited }),
      mend: sendCode,
    },
    inVain.refused > 0 && {
      text: t("Codes that were asked for and not sent, because the user may not sign in by code: {count}", {
        count: inVain.refused,
      }),
      mend: !config.magicLinkEnabled && <SettingsLink />,
    },
    inVain.sent > 0 && {
      text: t("Latest codes that were sent and have not signed the user in: {count}", { count: inVain.sent }),
      mend: sendCode,
    },
    ...status.bounces.map(({ email, reply }) => ({
      text: t("{email} has refused an email: {reply}", { email, reply }),
      mend: <Mend onClick={lift("bounces", t("Emails are sent there again."))}>{t("Send there again")}</Mend>,
    })),
  ];
  return obstacles.filter((each) => each !== false);
}

function Mend({ onClick, children }: { onClick: () => unknown; children: string }) {
  return (
    <Button variant="secondary" size="small" onClick={() => void onClick()}>
      {children}
    </Button>
  );
}

/** Leads to the part with the user's addresses. */
function ProfileLink({ children }: { children: string }) {
  return (
    <Link from={from} to="." search={({ part: _, ...search }) => search} className={`${linkClasses} text-sm`}>
      {children}
    </Link>
  );
}

/** Leads to where the project switches methods on. */
function SettingsLink() {
  const t = useTranslation();
  return (
    <Link from={from} to="/projects/$projectId/sign-in-methods" className={`${linkClasses} text-sm`}>
      {t("Settings")}
    </Link>
  );
}

const tones = {
  usable: "success",
  "off-here": "warning",
  "no-address": "warning",
  unverified: "warning",
  none: "neutral",
} as const satisfies Record<MethodState, string>;

/** Says of each method whether it signs the user in. */
export function MethodsCard({ user, channels }: PartProps) {
  const t = useTranslation();
  const { config } = useOwnedProject();
  return (
    <ListCard
      title={t("Sign-in methods")}
      rows={methodStates({ user, channels }, config).map(({ method, state }) => ({
        id: method,
        title: methodName(method, t),
        badges: <Badge tone={tones[state]}>{t(stateTexts[state])}</Badge>,
        actions: state === "off-here" && <SettingsLink />,
      }))}
    />
  );
}

/** Shows the attempts to sign in that failed, and those that were refused whatever was typed. */
export function AttemptsCard({ user }: PartProps) {
  const t = useTranslation();
  const events = useRead(failedSignInsOptions, user);
  return (
    <ListCard
      title={t("Failed and blocked sign-ins")}
      description={t(
        "The latest ones. Anyone may have tried. Many in a short time are one line, with the network of the first.",
      )}
      empty={t("No sign-in failed, as far as the audit log reaches back.")}
      rows={events.map((event) => ({
        id: event.id,
        title: failureText(event.details.reason, t),
        badges: (
          <>
            {isBlocked(event.details.reason) && <Badge tone="danger">{t("Blocked")}</Badge>}
            {Number(event.details.count) > 1 && <Badge tone="warning">{`× ${event.details.count}`}</Badge>}
          </>
        ),
        detail: (
          <>
            <EventPlace event={event} />
            {event.userAgent && <span className="block truncate text-2xs">{event.userAgent}</span>}
          </>
        ),
      }))}
    />
  );
}

/** Enough to see whether they arrive. */
const shownEmails = 5;

/** The latest emails to the user: whether a code has reached them. */
export function ReceivedEmailsCard({ channels }: PartProps) {
  const t = useTranslation();
  const addresses = channels.map(({ value }) => value);
  const data = useRead(emailsOptions, addresses);
  return (
    <ListCard
      title={t("Emails received")}
      empty={t("No email was sent to the user’s addresses yet.")}
      rows={data.emails.slice(0, shownEmails).map((email) => emailRow(email, t))}
    />
  );
}

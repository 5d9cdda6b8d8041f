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
import { providerName } from "../user-texts";
import { EventPlace, emailRow } from "./history-parts";
import type { PartProps } from "./parts";
import { emailsOptions, failedSignInsOptions, signInStatusOptions, useUserWrites } from "./queries";
import { codesInVain, failureText, type MethodState, methodStates } from "./sign-in-help";

const from = "/projects/$projectId/users/$userId";

/** Shows why the user cannot sign in: what stands in the way, with the button that mends it, and what happened when they tried. */
export function SignInHelpPart(props: PartProps) {
  return (
    <div className="flex flex-col gap-6">
      <ObstaclesCard {...props} />
      <MethodsCard {...props} />
      <AttemptsCard {...props} />
      <EmailsCard {...props} />
    </div>
  );
}

function ObstaclesCard(props: PartProps) {
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
  return (action: "lift" | "password-reset" | "sign-in-link") =>
    void navigate({ search: (search) => ({ ...search, action }), resetScroll: false });
}

interface Obstacle {
  readonly text: ReactNode;
  readonly mend?: ReactNode;
}

/** What keeps a user from signing in, each with what mends it. */
function useObstacles({ user, channels, restriction }: PartProps): Obstacle[] {
  const t = useTranslation();
  const { app, config } = useOwnedProject();
  const addresses = channels.map(({ value }) => value);
  const [{ data: status }, { data: failures }, { data: received }] = useSuspenseQueries({
    queries: [signInStatusOptions(app, user), failedSignInsOptions(app, user), emailsOptions(app, addresses)],
  });
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
  const states = methodStates(user, config).map(({ state }) => state);
  const ofUser = <PartLink part="sign-in">{t("Sign-in")}</PartLink>;
  // An owner's email is not counted with those that clients request.
  const sendCode = config.magicLinkEnabled && user.otpAuthEnabled && (
    <Mend onClick={() => open("sign-in-link")}>{t("Send sign-in link")}</Mend>
  );
  const inVain = codesInVain(user, failures, received.emails);
  const obstacles: (Obstacle | false)[] = [
    restriction.restrictedAt !== null && {
      text: t("The user is restricted and cannot sign in."),
      mend: <Mend onClick={() => open("lift")}>{t("Lift restriction")}</Mend>,
    },
    !states.includes("usable") && {
      text: t("The user has no way to sign in that is on in the project."),
      mend: states.includes("off-here") ? <SettingsLink /> : ofUser,
    },
    status.isNetworkRefused && {
      text: t("Networks from which too many sign-ins failed are locked for some minutes."),
      mend: unlock,
    },
    status.isPasswordLocked && {
      text: t(
        "After too many wrong passwords, a password works only where the user has signed in before, until the lock ends.",
      ),
      mend: unlock,
    },
    status.isSecondFactorLocked && {
      text: t(
        "After too many wrong codes, a second factor works only where the user has signed in before, until the lock ends.",
      ),
      mend: unlock,
    },
    ...channels
      .filter(({ usedForAuth, isVerified }) => usedForAuth && !isVerified)
      .map(({ value }) => ({
        text: t(
          "{email} is not verified, so that no code is sent there and no account at a provider is linked by it.",
          {
            email: value,
          },
        ),
        mend: <PartLink part={undefined}>{t("Verify")}</PartLink>,
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
      mend: config.magicLinkEnabled ? ofUser : <SettingsLink />,
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

/** Leads to another part of the user's page: the first without a name. */
function PartLink({ part, children }: { part: "sign-in" | undefined; children: string }) {
  return (
    <Link from={from} to="." search={(search) => ({ ...search, part })} className={`${linkClasses} text-sm`}>
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

function MethodsCard({ user }: PartProps) {
  const t = useTranslation();
  const { config } = useOwnedProject();
  const names = { password: t("Password"), code: t("Email code"), passkey: t("Passkey") };
  const states: Record<MethodState, ReactNode> = {
    usable: <Badge tone="success">{t("On")}</Badge>,
    "off-here": <Badge tone="warning">{t("Off in the project")}</Badge>,
    none: <Badge>{t("Not set up")}</Badge>,
  };
  return (
    <ListCard
      title={t("Sign-in methods")}
      rows={methodStates(user, config).map(({ method, state }) => ({
        id: method,
        title: method in names ? names[method as keyof typeof names] : providerName(method),
        badges: states[state],
        actions: state === "off-here" && <SettingsLink />,
      }))}
    />
  );
}

function AttemptsCard({ user }: PartProps) {
  const t = useTranslation();
  const events = useRead(failedSignInsOptions, user);
  return (
    <ListCard
      title={t("Failed sign-ins")}
      description={t(
        "The latest ones. Anyone may have tried. Many in a short time are one line, with the network of the first.",
      )}
      empty={t("No sign-in failed, as far as the audit log reaches back.")}
      rows={events.map((event) => ({
        id: event.id,
        title: failureText(event.details.reason, t),
        badges: Number(event.details.count) > 1 && <Badge tone="warning">{`× ${event.details.count}`}</Badge>,
        detail: <EventPlace event={event} />,
      }))}
    />
  );
}

/** Enough to see whether they arrive. */
const shownEmails = 5;

function EmailsCard({ channels }: PartProps) {
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

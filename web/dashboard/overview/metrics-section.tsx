import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Metrics } from "../../kit/index";
import { ProviderIcon, providerName } from "../../react/components/provider-icon";
import { buttonClasses } from "../../ui/buttons/button";
import { Card } from "../../ui/layout/card";
import { Name } from "../../ui/text/name";
import { RelativeTime } from "../../ui/text/relative-time";
import { classNames } from "../../ui/theme/class-names";
import { BarList } from "../charts/bar-list";
import { changeOf, type DayValue, LineChart, sumOf } from "../charts/line-chart";
import { SegmentedControl } from "../forms/segmented-control";
import { useOwnedProject, useRead } from "../projects/use-owned-projects";
import { PersonAvatar } from "../shell/avatars";
import { type Translate, useTranslation } from "../translation/use-translation";
import { methodCounts, metricsOptions } from "../usage/queries";
import { defaultRange, type Range, ranges } from "./overview-search";

/** Shows how many users the project has, how active they are, from where, and how they sign in. */
export function MetricsSection() {
  const t = useTranslation();
  const metrics = useRead(metricsOptions);
  const { days: range = defaultRange } = useSearch({ from: "/projects/$projectId/overview" });
  const navigate = useNavigate({ from: "/projects/$projectId/overview" });
  const signUps = metrics.daily_users.map(({ date, activity }) => ({ date, value: activity }));
  const active = metrics.daily_active_users.map(({ date, activity }) => ({ date, value: activity }));
  const signUpText = (count: number) => t("{count, plural, one {# sign-up} other {# sign-ups}}", { count });
  const activeText = (count: number) => t("{count, plural, one {# active user} other {# active users}}", { count });

  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <p className="flex flex-col">
          <span className="text-sm text-ink-soft">{t("Total users")}</span>
          <strong className="text-3xl font-semibold tracking-tight text-ink tabular-nums">
            {metrics.total_users.toLocaleString(t.language)}
          </strong>
        </p>
        <RangeChoice
          value={range}
          onValueChange={(chosen) =>
            void navigate({
              search: (search) => ({ ...search, days: chosen === defaultRange ? undefined : chosen }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
        <Card title={t("Sign-ups")}>
          <Headline
            value={sumOf(signUps.slice(-range))}
            note={t("in the last {count} days", { count: range })}
            change={changeOf(signUps, range)}
            range={range}
          />
          <Chart
            label={t("Sign-ups")}
            days={signUps.slice(-range)}
            valueText={signUpText}
            empty={t("There were no sign-ups in these days.")}
          />
        </Card>
        <Card title={t("Daily active users")}>
          <Headline
            value={active.at(-1)?.value ?? 0}
            note={t("today so far")}
            change={changeOf(active, range)}
            range={range}
          />
          <Chart
            label={t("Daily active users")}
            days={active.slice(-range)}
            valueText={activeText}
            empty={t("No user was active in these days.")}
          />
        </Card>
        <Card title={t("Countries")} description={t("Of all users, by where they were active last.")}>
          <BarList
            label={t("Countries")}
            whole={metrics.total_users}
            rows={Object.entries(metrics.users_by_country).map(([code, value]) => ({
              id: code,
              name: countryName(code, t.language),
              icon: <span aria-hidden="true">{countryFlag(code)}</span>,
              value,
            }))}
            empty={t("The country of a user is set by the network, at the first sign-in from a website.")}
          />
        </Card>
        <Card
          title={t("Sign-in methods")}
          description={
            <>
              {t("{count, plural, one {Of # user.} other {Of # users.}} One user may have several methods.", {
                count: metrics.total_users,
              })}{" "}
              {metrics.users_without_method > 0 &&
                t("{count, plural, one {# user has no method.} other {# users have no method.}}", {
                  count: metrics.users_without_method,
                })}
            </>
          }
        >
          <BarList
            label={t("Sign-in methods")}
            whole={metrics.total_users}
            rows={methodCounts(metrics).map(({ method, count }) => ({
              id: method,
              name: methodName(method, t),
              icon: ownMethods.has(method) ? undefined : <ProviderIcon id={method} />,
              value: count,
              link:
                method === "other"
                  ? undefined
                  : (name, className) => (
                      <Link
                        from="/projects/$projectId/overview"
                        to="/projects/$projectId/users"
                        search={{ method }}
                        className={className}
                      >
                        {name}
                      </Link>
                    ),
            }))}
            empty={t("Methods are counted from the first sign-up.")}
          />
        </Card>
      </div>
      <RecentUsersCard registered={metrics.recently_registered} active={metrics.recently_active} />
    </div>
  );
}

interface HeadlineProps {
  value: number;
  note: string;
  change: number | null;
  range: Range;
}

/** The number of a chart, and how it has changed. */
function Headline({ value, note, change, range }: HeadlineProps) {
  const t = useTranslation();
  const percent = new Intl.NumberFormat(t.language, {
    style: "percent",
    maximumFractionDigits: 0,
    signDisplay: "exceptZero",
  });
  return (
    <p className="mb-7 flex flex-wrap items-baseline gap-x-2 text-sm text-ink-soft">
      <strong className="text-2xl font-semibold tracking-tight text-ink tabular-nums">
        {value.toLocaleString(t.language)}
      </strong>
      {note}
      {change !== null && (
        <span
          className={classNames("ms-auto tabular-nums", change < 0 ? "text-warning" : "text-success")}
          title={t("Compared with the {count} days before", { count: range })}
        >
          {percent.format(change)}
          <span className="sr-only"> {t("Compared with the {count} days before", { count: range })}</span>
        </span>
      )}
    </p>
  );
}

interface ChartProps {
  label: string;
  days: readonly DayValue[];
  valueText: (value: number) => string;
  empty: string;
}

function Chart({ empty, ...chart }: ChartProps) {
  return (
    <div className="relative">
      <LineChart {...chart} />
      {sumOf(chart.days) === 0 && (
        <p className="pointer-events-none absolute inset-x-10 top-16 text-center text-sm text-ink-soft">{empty}</p>
      )}
    </div>
  );
}

/** The methods that are no provider's. */
const ownMethods: ReadonlySet<string> = new Set(["password", "otp", "passkey", "other"]);

function methodName(method: string, t: Translate): string {
  if (method === "password") return t("Password");
  if (method === "otp") return t("One-time code or link");
  if (method === "passkey") return t("Passkey");
  if (method === "other") return t("Other");
  return providerName(method);
}

/** Chooses how many days the charts show. */
function RangeChoice({ value, onValueChange }: { value: Range; onValueChange: (range: Range) => void }) {
  const t = useTranslation();
  return (
    <SegmentedControl
      label={t("Days")}
      options={ranges.map((count) => ({ value: String(count), label: t("{count} days", { count }) }))}
      value={String(value)}
      onValueChange={(chosen) => onValueChange(ranges.find((range) => String(range) === chosen) ?? value)}
    />
  );
}

/** The name of a country in a language; its code where that has none. */
export function countryName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code;
  } catch {
    // The network has codes that are no country's, such as T1 for Tor.
    return code;
  }
}

/** The flag of a country as an emoji; empty for what is no country. */
export function countryFlag(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return "";
  return String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65));
}

type RecentUsers = Metrics["recently_active"];

/** The users who signed up last, or those who were active last. */
export function RecentUsersCard({ registered, active }: { registered: RecentUsers; active: RecentUsers }) {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const { recent = "new" } = useSearch({ from: "/projects/$projectId/overview" });
  const navigate = useNavigate({ from: "/projects/$projectId/overview" });
  const users = recent === "active" ? active : registered;
  return (
    <Card
      title={t("Recent users")}
      actions={
        <Link to="/projects/$projectId/users" params={{ projectId }} className={buttonClasses("secondary", "small")}>
          {t("All users")}
        </Link>
      }
    >
      <div className="flex flex-col gap-3">
        <SegmentedControl
          label={t("Recent users")}
          options={[
            { value: "new", label: t("Signed up") },
            { value: "active", label: t("Active") },
          ]}
          value={recent}
          onValueChange={(chosen) =>
            void navigate({
              search: (search) => ({ ...search, recent: chosen === "active" ? chosen : undefined }),
              replace: true,
              resetScroll: false,
            })
          }
        />
        {users.length === 0 ? (
          <p className="py-6 text-center text-sm text-ink-soft">
            {t("No user has signed up yet. Add Gatehouse to your app by the code on this page, and sign up there.")}
          </p>
        ) : (
          <ul aria-label={t("Recent users")} className="-mx-2 flex flex-col">
            {users.map((user) => (
              <li
                key={user.id}
                className="relative flex items-center gap-3 rounded-control px-2 py-2 text-sm focus-within:bg-sunken hover:bg-sunken"
              >
                <PersonAvatar name={user.display_name ?? user.primary_email} imageUrl={user.profile_image_url} />
                <span className="flex min-w-0 flex-1 flex-col">
                  <Link
                    to="/projects/$projectId/users/$userId"
                    params={{ projectId, userId: user.id }}
                    className="truncate font-medium text-ink outline-none after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-accent"
                  >
                    <Name>{user.display_name ?? user.primary_email ?? t("User without a name")}</Name>
                  </Link>
                  {user.display_name && user.primary_email && (
                    <span className="truncate text-2xs text-ink-soft">{user.primary_email}</span>
                  )}
                </span>
                <RelativeTime
                  at={new Date(recent === "active" ? user.last_active_at_millis : user.signed_up_at_millis)}
                  className="shrink-0 text-ink-soft"
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

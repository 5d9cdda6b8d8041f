import { expect, expectTypeOf, it } from "vitest";
import type { Metrics, MetricsOptions, SentEmail } from "../../kit";
import { adminMethods } from "../../kit/apps/admin-app";
import { adminHooks } from "./admin-hooks";
import type { View, ViewOptions } from "./use-view";

it("a table has a hook for each read that views show, which is named and typed by its method", () => {
  const reads = Object.keys(adminMethods).filter((method) => /^(get|list)/.test(method));
  const hooks = reads.map((method) => method.replace(/^(get|list)/, "use"));
  // The type of the hooks leaves these out.
  const withoutView = ["useUsage", "useChatMessages"];
  expect(Object.keys(adminHooks)).toEqual(hooks.filter((hook) => !withoutView.includes(hook)));

  const views = (metrics: MetricsOptions & ViewOptions) => ({
    metrics: adminHooks.useMetrics(metrics),
    emails: adminHooks.useSentEmails({ suspense: false }),
  });
  expectTypeOf(views).returns.toEqualTypeOf<{ metrics: Metrics; emails: View<SentEmail[]> }>();
});

import { resealStep } from "../../../db/sealed-rows";
import { replaceTotpSecret, resealTotpSecret, selectOutgoingTotpSecrets } from "../../../db/users/totp";
import { everyMinute, scheduledTask } from "../../../platform/jobs";

export const resealTotpSecrets = scheduledTask({
  name: "reseal-totp-secrets",
  cron: everyMinute,
  step: ({ db, settings }) =>
    resealStep(
      { db, settings },
      {
        select: (outgoing) => selectOutgoingTotpSecrets(db, outgoing),
        replace: async ({ sealedSecret: from, ...user }) => {
          const to = await resealTotpSecret(settings.serverSecrets, user, from);
          return to === undefined ? [] : [replaceTotpSecret(db, user, { from, to })];
        },
      },
    ),
});

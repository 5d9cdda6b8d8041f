import { resealStep } from "../../../db/sealed-rows";
import { selectOutgoingTokens } from "../../../db/users/provider-tokens/queries";
import { everyMinute, scheduledTask } from "../../../platform/jobs";
import { resealTokens } from "./index";

export const resealProviderTokens = scheduledTask({
  name: "reseal-provider-tokens",
  cron: everyMinute,
  step: ({ db, settings }) =>
    resealStep(
      { db, settings },
      {
        select: (outgoing) => selectOutgoingTokens(db, outgoing),
        replace: (row) => resealTokens({ db, settings }, { ...row, account: row }),
      },
    ),
});

import { Button } from "../../ui/buttons/button";
import type { Tone } from "../../ui/feedback/alert";
import { Badge } from "../../ui/feedback/badge";
import { useDone } from "../code/shown-code";
import { literal } from "../code/written-code";
import { useOwnedProject } from "../projects/use-owned-projects";
import { type Translate, useTranslation } from "../translation/use-translation";
import { attemptStatuses } from "./webhook-search";
import { type Attempt, callSvix, type Endpoint, type SvixArgs, type SvixMethod } from "./webhooks-api";

/** Shows whether events are sent to an endpoint. */
export function StateBadge({ disabled }: Pick<Endpoint, "disabled">) {
  const t = useTranslation();
  return <Badge tone={disabled ? "warning" : "success"}>{disabled ? t("Disabled") : t("Enabled")}</Badge>;
}

/** Disables an endpoint, or enables it. */
export function StateButton({
  endpoint: { id, url, disabled },
  isInList = false,
}: {
  endpoint: Endpoint;
  /** Among those of other endpoints: its name then says of which it is. */
  isInList?: boolean;
}) {
  const t = useTranslation();
  const call = useSvixCall();
  const name = disabled ? t("Enable {address}", { address: url }) : t("Disable {address}", { address: url });
  return (
    <Button
      variant="secondary"
      size={isInList ? "small" : "medium"}
      aria-label={isInList ? name : undefined}
      onClick={() =>
        call(
          disabled
            ? { message: t("The endpoint is enabled."), title: t("Enable an endpoint") }
            : { message: t("The endpoint is disabled."), title: t("Disable an endpoint") },
          "endpoint.patch",
          id,
          { disabled: !disabled },
        )
      }
    >
      {disabled ? t("Enable") : t("Disable")}
    </Button>
  );
}

const tones: readonly Tone[] = ["success", "neutral", "danger"];

/** Shows how an attempt ended, with the status of the response. */
export function AttemptBadge({ attempt }: { attempt: Attempt }) {
  const t = useTranslation();
  return (
    <>
      <Badge tone={tones[attempt.status] ?? "neutral"}>{statusText(attempt, t)}</Badge>
      <Badge>{attempt.responseStatusCode === 0 ? t("No response") : String(attempt.responseStatusCode)}</Badge>
    </>
  );
}

function statusText({ status }: Attempt, t: Translate): string {
  return t(attemptStatuses[(["accepted", "pending", "failed"] as const)[status]]);
}

/** The statements that lead to the svix library for this project. */
const svix = [
  'import { Svix } from "svix";',
  "",
  "const { id: projectId } = await adminApp.getProject();",
  "const svix = new Svix(await adminApp.getSvixToken(), { serverUrl: process.env.GATEHOUSE_API_URL });",
];

/** Returns a function that does what a method of the svix library does, confirms it, and shows the call as code. */
export function useSvixCall() {
  const { app } = useOwnedProject();
  const done = useDone();
  return async <Method extends SvixMethod>(
    said: { message: string; title: string },
    method: Method,
    ...args: SvixArgs<Method>
  ) => {
    const result = await callSvix(app, method, ...args);
    const given = args.map((value) => `, ${literal(value)}`).join("");
    done({ ...said, code: [...svix, `await svix.${method}(projectId${given});`].join("\n") });
    return result;
  };
}

/** Receives events in a backend: shown where there is no endpoint yet. */
export const receiverSnippet = `import { Webhook } from "svix";

const webhook = new Webhook(String(process.env.WEBHOOK_SECRET));

export async function POST(request: Request) {
  // The signature is of the body as it was sent.
  const body = await request.text();
  webhook.verify(body, Object.fromEntries(request.headers));
  const { type, data } = JSON.parse(body);
  console.log(type, data);
  return new Response(null, { status: 204 });
}`;

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "../../ui/buttons/button";
import { useDone } from "../forms/use-done";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { svixCode } from "./endpoint-code";
import { changeEndpointOptions } from "./queries";
import type { Endpoint } from "./webhooks-api";

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
  const { app } = useOwnedProject();
  const done = useDone();
  const { mutateAsync: change } = useMutation(changeEndpointOptions(app, useQueryClient(), id));
  const name = disabled ? t("Enable {address}", { address: url }) : t("Disable {address}", { address: url });
  return (
    <Button
      variant="secondary"
      size={isInList ? "small" : "medium"}
      aria-label={isInList ? name : undefined}
      onClick={async () => {
        await change({ disabled: !disabled });
        done({
          message: disabled ? t("The endpoint is enabled.") : t("The endpoint is disabled."),
          title: disabled ? t("Enable an endpoint") : t("Disable an endpoint"),
          code: svixCode("endpoint.patch", id, { disabled: !disabled }),
        });
      }}
    >
      {disabled ? t("Enable") : t("Disable")}
    </Button>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { Controller, useForm } from "react-hook-form";
import { Skeleton } from "../../ui/feedback/spinner";
import { TextField } from "../../ui/forms/text-field";
import { useDone } from "../forms/use-done";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { FormDialog } from "../unsaved/form-dialog";
import { svixCode } from "./endpoint-code";
import { checkAddress, checkTypes, type EndpointValues, refusedEndpointField, settingsOf } from "./endpoint-fields";
import { EventPicker } from "./event-picker";
import { createEndpointOptions } from "./queries";

/** Creates an endpoint. */
export function CreateEndpointDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (endpointId: string) => Promise<void>;
}) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const queryClient = useQueryClient();
  const done = useDone();
  const { mutateAsync: create } = useMutation(createEndpointOptions(app, queryClient));
  const form = useForm<EndpointValues>({ defaultValues: { url: "", description: "", eventTypes: null } });
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <FormDialog
      form={form}
      title={t("Add an endpoint")}
      submitLabel={t("Add endpoint")}
      onSubmit={async (values) => {
        const settings = settingsOf(values);
        const { id } = await create(settings);
        done({
          message: t("The endpoint has been added."),
          title: t("Add an endpoint"),
          code: svixCode("endpoint.create", settings),
        });
        await onCreated(id);
      }}
      explain={refusedEndpointField}
      onClose={onClose}
    >
      <TextField
        label={t("Address")}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.com/webhooks"
        hint={t("Each event is sent there by POST, as JSON with a signature.")}
        error={errors.url?.message}
        {...register("url", { validate: (url) => checkAddress(url, t) })}
      />
      <TextField
        label={t("Description (optional)")}
        autoComplete="off"
        maxLength={300}
        error={errors.description?.message}
        {...register("description")}
      />
      <Suspense fallback={<Skeleton className="h-40" />}>
        <Controller
          name="eventTypes"
          control={control}
          rules={{ validate: (types) => checkTypes(types, t) }}
          render={({ field }) => (
            <EventPicker types={field.value} onChange={field.onChange} error={errors.eventTypes?.message} />
          )}
        />
      </Suspense>
    </FormDialog>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { Form } from "../../react/forms/form";
import { useFormMutation } from "../../react/forms/use-form-mutation";
import { Skeleton } from "../../ui/feedback/spinner";
import { TextField } from "../../ui/forms/text-field";
import { Card } from "../../ui/layout/card";
import { SaveBar } from "../forms/save-bar";
import { useDone } from "../forms/use-done";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { svixCode } from "./endpoint-code";
import { checkAddress, checkTypes, type EndpointValues, refusedEndpointField, settingsOf } from "./endpoint-fields";
import { EventPicker } from "./event-picker";
import { changeEndpointOptions } from "./queries";
import type { Endpoint } from "./webhooks-api";

/** Asks where events are sent, and which. */
export function EndpointForm({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const done = useDone();
  const { mutateAsync: change } = useMutation(changeEndpointOptions(app, useQueryClient(), endpoint.id));
  const { url, description, eventTypes } = endpoint;
  const form = useForm<EndpointValues>({ values: { url, description, eventTypes } });
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationFn: async (values) => {
      const settings = settingsOf(values);
      await change(settings);
      done({
        message: t("The endpoint has been saved."),
        title: t("Change an endpoint"),
        code: svixCode("endpoint.patch", endpoint.id, settings),
      });
    },
    explain: refusedEndpointField,
  });
  return (
    <Card title={t("Settings of the endpoint")}>
      <Form autoComplete="off" onSubmit={onSubmit} failure={failure}>
        <EndpointFields form={form} />
        <SaveBar isDirty={form.formState.isDirty} isPending={isPending} onDiscard={() => form.reset()} />
      </Form>
    </Card>
  );
}

/** What an endpoint is asked for, to add it or to change it. */
export function EndpointFields({ form }: { form: UseFormReturn<EndpointValues> }) {
  const t = useTranslation();
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <>
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
    </>
  );
}

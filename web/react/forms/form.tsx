import type { ComponentProps, ReactNode } from "react";
import { Alert } from "../../ui/feedback/alert";

/** A column of fields, with why the form was refused above them. */
export function Form({
  failure,
  children,
  ...form
}: Omit<ComponentProps<"form">, "className" | "noValidate"> & { failure: ReactNode }) {
  return (
    <form {...form} noValidate className="flex flex-col gap-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      {children}
    </form>
  );
}

import { type FieldValues, type UseFormReturn, useFormState } from "react-hook-form";
import { Alert } from "../ui/feedback/alert";

/** Why a form was refused, where no field of it is to blame. */
export function FormFailure<Values extends FieldValues>({ form }: { form: UseFormReturn<Values> }) {
  const { errors } = useFormState({ control: form.control });
  const message = errors.root?.message;
  return message ? <Alert tone="danger">{message}</Alert> : null;
}

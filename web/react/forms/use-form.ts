import { type SubmitEvent, useRef, useState } from "react";

/** What is wrong with a field's value, or true; `values` are those of all fields. */
type Check<Name extends string> = (value: string, values: Record<Name, string>) => string | true;

/** What the form is told by its `send` when the server refuses: about one field, or about the whole. */
export type Refuse<Name extends string, Message> = {
  field: (name: NoInfer<Name>, error: string) => void;
  /** Shown as `failure`; the field `focus` takes the focus, with its text selected. */
  form: (failure: Message, focus?: NoInfer<Name>) => void;
};

/**
 * A form of a few text fields, for the pages that strangers wait for: a form library would be a tenth of their weight.
 * The fields stay the browser's own. Complaints wait for the first attempt to send; from then on they follow the typing.
 *
 * @param checks one for each field, in the order in which they are shown; a field that is not shown counts as empty
 * @param send called with values that passed every check; a rejection of it is the caller's to avoid
 */
export function useForm<Name extends string, Message = string>(
  checks: Record<Name, Check<NoInfer<Name>>>,
  send: (values: Record<Name, string>, refuse: Refuse<Name, Message>) => Promise<void>,
) {
  const element = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const [wasTried, setWasTried] = useState(false);
  const [failure, setFailure] = useState<Message>();
  const [isSending, setIsSending] = useState(false);

  const names = Object.keys(checks) as Name[];
  const input = (name: Name) => element.current?.elements.namedItem(name) as HTMLInputElement | null | undefined;

  function check() {
    const values = Object.fromEntries(names.map((name) => [name, input(name)?.value ?? ""])) as Record<Name, string>;
    const found: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const verdict = checks[name](values[name], values);
      if (verdict !== true) found[name] = verdict;
    }
    setErrors(found);
    return { values, firstWrong: names.find((name) => found[name] !== undefined) };
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    setFailure(undefined);
    setWasTried(true);
    const { values, firstWrong } = check();
    if (firstWrong !== undefined) return input(firstWrong)?.focus();
    setIsSending(true);
    try {
      await send(values, {
        field: (name, error) => {
          setErrors({ [name]: error } as Partial<Record<Name, string>>);
          input(name)?.focus();
        },
        form: (message, focus) => {
          setFailure(() => message);
          if (focus !== undefined) input(focus)?.select();
        },
      });
    } finally {
      setIsSending(false);
    }
  }

  return {
    failure,
    isSending,
    /** The attributes of the form element. */
    form: { ref: element, noValidate: true, onSubmit: submit, onInput: () => wasTried && check() },
    /** The attributes of a field, other than its wording. */
    field: (name: Name) => ({ name, error: errors[name] }),
  };
}

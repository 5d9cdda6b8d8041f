import { type ChangeEvent, createContext, useContext } from "react";
import { suggestedEmail } from "./suggested-email";

/** The address that was typed last in one of the forms of a page, so that the others begin with it. */
export const TypedEmailContext = createContext<{ current: string | undefined } | undefined>(undefined);

/** What a form begins with, and what keeps its address for the others: an option of `register`. */
export function useTypedEmail() {
  const typed = useContext(TypedEmailContext);
  return {
    initial: typed?.current ?? suggestedEmail(),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      if (typed) typed.current = target.value;
    },
  };
}

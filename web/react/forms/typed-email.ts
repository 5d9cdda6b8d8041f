import { createContext, useContext } from "react";
import { suggestedEmail } from "./suggested-email";

/** The address that was typed last in one of the forms of a page, so that the others begin with it. */
export const TypedEmailContext = createContext<{ current: string | undefined } | undefined>(undefined);

/** What a form begins with. Its `EmailField` keeps its address for the others. */
export function useTypedEmail(): string {
  return useContext(TypedEmailContext)?.current ?? suggestedEmail();
}

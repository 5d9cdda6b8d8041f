import { createContext, useContext } from "react";

/** Tells the page around a form that signing in has begun or ended. */
type Announce = (isUnderWay: boolean) => void;

const AuthenticationContext = createContext<Announce>(() => undefined);

/** Lets a page know that a form inside is signing somebody in: the new user must not turn the page over under the form. */
export const AuthenticationProvider = AuthenticationContext;

/** Runs a sign-in or sign-up to its end, the redirect included. */
export function useAuthentication(): <T>(work: () => Promise<T>) => Promise<T> {
  const announce = useContext(AuthenticationContext);
  return async (work) => {
    announce(true);
    try {
      return await work();
    } finally {
      announce(false);
    }
  };
}

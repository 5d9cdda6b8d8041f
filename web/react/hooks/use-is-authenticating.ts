import { keys } from "../queries/keys";
import { useIsMutating } from "../queries/query-hooks";

/** Tells whether a sign-in or sign-up is in progress, its redirect included. Its mutation has the key `keys.authentication`. */
export function useIsAuthenticating(): boolean {
  return useIsMutating({ mutationKey: keys.authentication }) > 0;
}

import { createContext, useContext } from "react";

/** The API's address, without a path. */
export const ApiUrlContext = createContext<string | undefined>(undefined);

export function useApiUrl(): string {
  const apiUrl = useContext(ApiUrlContext);
  if (apiUrl === undefined) throw new Error("useApiUrl must be used within the Dashboard.");
  return apiUrl;
}

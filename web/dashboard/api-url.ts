import { createContext, useContext } from "react";

/** The API's address, without a path. */
export const ApiUrlContext = createContext<string | undefined>(undefined);

export function useApiUrl(): string {
  const apiUrl = useContext(ApiUrlContext);
  if (apiUrl === undefined) throw new Error("useApiUrl must be used within the Dashboard.");
  return apiUrl;
}

/** The mailbox beside a local API, which takes emails by SMTP with any password, and shows them on a page. */
export interface LocalMailbox {
  readonly smtpPort: number;
  readonly url: string;
}

/** Has the mailbox on a developer's machine, and undefined elsewhere. */
export const LocalMailboxContext = createContext<LocalMailbox | undefined>(undefined);

export function useLocalMailbox(): LocalMailbox | undefined {
  return useContext(LocalMailboxContext);
}

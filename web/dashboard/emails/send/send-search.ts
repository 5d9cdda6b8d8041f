import { type RecipientStatus, recipientStatuses } from "./recipient-status";

/** Holds what a new email begins with, as it appears in the address. */
export interface SendSearch {
  /** The ids of a draft, of a template, and of a user. */
  draft?: string;
  template?: string;
  to?: string;
  /** The id of an earlier email to users, which goes once more to those whom it has failed. */
  again?: string;
}

/** Reads the search of an address; invalid values are left out. */
export function parseSendSearch(search: Record<string, unknown>): SendSearch {
  const ids = (["draft", "template", "to", "again"] as const).flatMap((name) => {
    const value = search[name];
    return typeof value === "string" && /^[\w-]+$/.test(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(ids);
}

/** Says which recipients of an email are shown. */
export interface SentSearch {
  /** Absent for all. */
  status?: RecipientStatus;
}

/** Reads the search of an address; an invalid value is left out. */
export function parseSentSearch({ status }: Record<string, unknown>): SentSearch {
  const isStatus = typeof status === "string" && Object.hasOwn(recipientStatuses, status);
  return isStatus ? { status: status as RecipientStatus } : {};
}

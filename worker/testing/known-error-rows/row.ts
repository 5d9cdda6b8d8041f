import type { ErrorDetails, KnownErrorCode } from "../../protocol/known-errors/index";

type Row<C extends KnownErrorCode> = readonly [
  code: C,
  status: number,
  message: string,
  ...details: ErrorDetails<C> extends undefined ? [] : [ErrorDetails<C>],
];
/** One response as the wire contract prints it; the details are those that make the sentence. */
export type ContractRow = { [C in KnownErrorCode]: Row<C> }[KnownErrorCode];

/** Ends the texts of two codes when the address exists but is not verified. */
export const signInMethodHint =
  "but the email is not verified. Please login to your existing account with the method you used to sign up, and then verify your email to sign in with this login method.";

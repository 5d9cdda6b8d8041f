import { keyOf, oneOf, searchBy } from "../lists/address-search";
import { msg } from "../translation/message";
import { providerIds } from "./provider-choices";

/** The parts of the page, in their order. The first has no name in the address. */
export const methodParts = {
  methods: msg("Methods"),
  accounts: msg("Sign-up and teams"),
  protection: msg("Passwords and protection"),
  sessions: msg("Sessions and codes"),
  limits: msg("Limits"),
} as const;

export type MethodPart = keyof typeof methodParts;

/** Reads which part of the page an address shows, and the provider whose dialog is open. */
export const parseMethodSearch = searchBy({ part: keyOf(methodParts), provider: oneOf(...providerIds) });

export type MethodSearch = ReturnType<typeof parseMethodSearch>;

/** Says what a value inside `details` may be, by the name under which an entry of the catalogue declares it. */
export type DetailKinds = {
  string: string;
  number: number;
  boolean: boolean;
  "string or null": string | null;
  "number or null": number | null;
  "object with type": { readonly type: string };
  "array of strings": readonly string[];
  "array of objects": readonly object[];
};

/** Field name → kind. Kept at run time, because the reference page and the OpenAPI document list it. */
export type DetailsDeclaration = Readonly<Record<string, keyof DetailKinds>>;

/** The `details` object that a declaration promises. */
export type DetailsOf<D extends DetailsDeclaration> = { readonly [Field in keyof D]: DetailKinds[D[Field]] };

/** An entry of the catalogue whose sentence never varies and whose response has no `details`. */
type FixedError = {
  /** HTTP status, before a caller's status override. */
  readonly status: number;
  /** The sentence people read. */
  readonly message: string;
};

/** An entry of the catalogue whose response has `details`, from which its sentence is made. */
export type DetailedError<D extends DetailsDeclaration> = {
  /** HTTP status, before a caller's status override. */
  readonly status: number;
  /** The fields of `details`. */
  readonly details: D;
  /** The sentence people read, with the details filled in. */
  readonly message: (details: DetailsOf<D>) => string;
};

/**
 * Tells what happened, and what to do about it, of each error of a group: sentences for people. A code that no response has says why
 * it has none.
 */
export type Remedies<Group> = Readonly<
  Record<keyof Group, readonly [cause: string, remedy: string, whyNoResponseHasIt?: string]>
>;

/**
 * An error without details.
 * @__NO_SIDE_EFFECTS__
 */
export function fixed(status: number, message: string): FixedError {
  return { status, message };
}

/**
 * An error with details; the declaration types the parameter of its sentence.
 * @__NO_SIDE_EFFECTS__
 */
export function detailed<const D extends DetailsDeclaration>(definition: DetailedError<D>): DetailedError<D> {
  return definition;
}

/** The second sentence of "token has expired" when the time (ms since the epoch) is known, else nothing. */
export function expiry(expiredAtMillis: number | null): string {
  return expiredAtMillis === null ? "" : ` (The access token expired at ${new Date(expiredAtMillis).toISOString()}.)`;
}

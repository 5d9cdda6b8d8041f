export { type ErrorDetails, isKnownErrorCode, type KnownErrorCode, knownErrorGroups, knownErrors } from "./catalogue";
export type { DetailKinds, DetailsDeclaration } from "./definition";
export { type ErrorFamily, familyOf, isKindOf, parents } from "./families";
export { KnownError, type KnownErrorArguments } from "./known-error";

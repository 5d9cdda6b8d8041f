export {
  type ErrorDetails,
  isKnownErrorCode,
  KnownError,
  type KnownErrorArguments,
  type KnownErrorCode,
  knownErrorGroups,
  knownErrors,
} from "./catalogue";
export type { DetailKinds, DetailsDeclaration } from "./definition";
export { type ErrorFamily, familyOf, isKindOf, parents } from "./families";

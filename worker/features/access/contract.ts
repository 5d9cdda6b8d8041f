// Authentication: what every request that is made with credentials can fail with, beside the common errors.
import { plainError } from "../../protocol/error-definitions";

export const ownerIsGone = plainError(
  401,
  "The user associated with the admin access token is no longer valid. Please refresh the admin access token and try again.",
);

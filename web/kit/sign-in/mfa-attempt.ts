/** Names where the attempt code of a sign-in waits for its second factor, in the page's session storage. */
export const mfaAttemptCodeKey = "stack_mfa_attempt_code";

/** Lists what the svix library sends beside what all requests have. In a browser, these need the API's permission. */
export const svixRequestHeaders = {
  path: /^\/api\/v1\/(?:app|event-type)(?:\/|$)/,
  names: ["svix-req-id", "svix-retry-count", "idempotency-key"],
};

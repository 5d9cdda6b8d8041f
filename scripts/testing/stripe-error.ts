/** What Stripe answers where it does not do what it is asked for. */
export class StripeError extends Error {
  constructor(
    readonly status: number,
    readonly body: { type: string; code?: string; param?: string; message: string },
  ) {
    super(body.message);
  }
}

export const refusal = (status: number, code: string, message: string, type = "invalid_request_error") =>
  new StripeError(status, { type, code, message });

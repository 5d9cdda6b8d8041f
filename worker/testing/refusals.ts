import { expect } from "vitest";
import type { TestResponse } from "./send-request";

/** Asserts a known error: status, code in header and body, and details when given. */
export function expectError(response: TestResponse, status: number, code: string, details?: unknown): void {
  expect({
    status: response.status,
    code: response.body.code,
    header: response.headers.get("x-stack-known-error"),
  }).toEqual({
    status,
    code,
    header: code,
  });
  if (details !== undefined) expect(response.body.details).toEqual(details);
}

/** Asserts a plain error: status and text, without the known-error header. */
export function expectPlainError(response: TestResponse, status: number, text: string): void {
  expect({ status: response.status, body: response.body, header: response.headers.get("x-stack-known-error") }).toEqual(
    {
      status,
      body: text,
      header: null,
    },
  );
}

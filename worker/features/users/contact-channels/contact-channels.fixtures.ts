import { expect } from "vitest";
import type { TestProject } from "../../../testing/project";

export const oneChannel = "GET /contact-channels/{user_id}/{contact_channel_id}";
export const changeOne = "PATCH /contact-channels/{user_id}/{contact_channel_id}";
export const deleteOne = "DELETE /contact-channels/{user_id}/{contact_channel_id}";
export const sendOne = "POST /contact-channels/{user_id}/{contact_channel_id}/send-verification-code";
export const callback_url = "http://localhost:3000/verify";

/** A channel of a user, added by the server. */
export async function add(p: TestProject, user_id: string, fields: object = {}) {
  const body = { user_id, type: "email", value: `${crypto.randomUUID()}@example.com`, used_for_auth: false, ...fields };
  const response = await p.server("POST /contact-channels", { body });
  expect(response.status).toBe(201);
  return response.body;
}

export const paramsOf = (channel: { id: string; user_id: string }) => ({
  user_id: channel.user_id,
  contact_channel_id: channel.id,
});

export const valuesOf = (response: { body: { items: { value: string }[] } }) =>
  response.body.items.map(({ value }) => value);

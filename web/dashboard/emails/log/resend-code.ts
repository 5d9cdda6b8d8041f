import { literal } from "../../code/written-code";

/** Sends a mail again by a request of the REST API. */
export function resendCode(id: string): string {
  const path = `/api/v1/internal/emails/log/${encodeURIComponent(id)}/resend`;
  return [
    `const path = ${literal(path)};`,
    "const response = await fetch(process.env.GATEHOUSE_API_URL + path, {",
    '  method: "POST",',
    "  headers: {",
    '    "content-type": "application/json",',
    '    "x-stack-access-type": "admin",',
    '    "x-stack-project-id": process.env.GATEHOUSE_PROJECT_ID,',
    '    "x-stack-super-secret-admin-key": process.env.GATEHOUSE_SUPER_SECRET_ADMIN_KEY,',
    "  },",
    '  body: "{}",',
    "});",
    "const { send_id: sendId } = await response.json();",
  ].join("\n");
}

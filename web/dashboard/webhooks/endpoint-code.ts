import { literal } from "../code/written-code";

/** The statements that lead to the svix library for this project. */
const svix = [
  'import { Svix } from "svix";',
  "",
  "const { id: projectId } = await adminApp.getProject();",
  "const svix = new Svix(await adminApp.getSvixToken(), { serverUrl: process.env.GATEHOUSE_API_URL });",
];

/** A call of the svix library as TypeScript. */
export function svixCode(method: string, ...values: readonly unknown[]): string {
  const given = values.map((value) => literal(value)).join(", ");
  return [...svix, `await svix.${method}(projectId${given && `, ${given}`});`].join("\n");
}

/** Receives events in a backend: shown where there is no endpoint yet. */
export const receiverSnippet = `import { Webhook } from "svix";

const webhook = new Webhook(String(process.env.WEBHOOK_SECRET));

export async function POST(request: Request) {
  // The signature is of the body as it was sent.
  const body = await request.text();
  webhook.verify(body, Object.fromEntries(request.headers));
  const { type, data } = JSON.parse(body);
  console.log(type, data);
  return new Response(null, { status: 204 });
}`;

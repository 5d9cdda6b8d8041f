export function referencePage(document: object): Response {
  return new Response(JSON.stringify(document));
}

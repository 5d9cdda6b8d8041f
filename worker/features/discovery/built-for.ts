/** The addresses in the documents that are built ahead of the Worker; the API names its own in what it serves. */
export const builtFor = { apiUrl: "http://localhost:8787", webUrl: "http://localhost:5173" };

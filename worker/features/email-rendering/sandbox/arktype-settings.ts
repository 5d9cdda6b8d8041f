import { configure } from "arktype/config";

// Isolates run no code made of strings while they handle a request. Imported before arktype, which decides as it loads.
configure({ jitless: true });

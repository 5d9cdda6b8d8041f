// Loads before any request what the Worker loads when it is first needed: see `lazyModule`.
import "../index";
import { loadLazyModules } from "../platform/lazy-module";

await loadLazyModules();

// That of the test runner looks for a source map in each module of a trace, and finds none; Vitest maps the traces that it shows.
Reflect.deleteProperty(Error, "prepareStackTrace");

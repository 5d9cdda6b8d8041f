// What the Worker loads when it is first needed, loaded before any request: see `lazyModule`.
import "../index";
import { loadLazyModules } from "../platform/lazy-module";

await loadLazyModules();

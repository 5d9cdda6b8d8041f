// All that is made of the editor's libraries, as one chunk: loaded with the first editor or template that is shown.
export { mountEditor } from "./code-mirror";
export { previewVariables, withPreviewValues } from "./preview-variables";

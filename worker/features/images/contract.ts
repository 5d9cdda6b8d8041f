// Images of users, teams and projects: what their fields refuse.
import { plainError } from "../../protocol/error-definitions";

/** A client may not link to an image elsewhere. */
export const imageNotUploaded = plainError(400, "Invalid profile image URL", {
  remedy: "Upload the image as a `data:` URL: clients cannot link to images elsewhere.",
});

/** An image of a wrong kind, size or type; the text names which. */
export const imageRefused = plainError(400, ({ imageProblem }: { imageProblem: string }) => imageProblem, {
  remedy: "The text says what is wrong: send a PNG, JPEG or WebP image that is small enough.",
});

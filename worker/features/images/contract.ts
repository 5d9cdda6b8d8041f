// Images of users, teams and projects: what their fields refuse.
import { plainError } from "../../protocol/error-definitions";

/** A client may not link to an image elsewhere. */
export const imageNotUploaded = plainError(400, "Invalid profile image URL", {
  remedy:
    "Send the image itself, as a `data:` URL: an address would show the host that it names who views the image, and when. Servers may set one.",
});

/** An image of a wrong kind, size or type; the text names which. */
export const imageRefused = plainError(400, ({ imageProblem }: { imageProblem: string }) => imageProblem, {
  remedy:
    "The text says what is wrong: send a PNG, JPEG, WebP or GIF image of at most 4,096 pixels each way, as a `data:` URL of at most 1,000,000 characters, or its address of at most 8,192.",
});

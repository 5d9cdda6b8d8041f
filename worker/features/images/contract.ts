// Images of users, teams and projects: what their fields refuse.
import { plainError } from "../../protocol/error-definitions";

/** A client may not link to an image elsewhere. */
export const imageNotUploaded = plainError(400, "Invalid profile image URL");

/** An image of a wrong kind, size or type; the text names which. */
export const imageRefused = plainError(400, ({ imageProblem }: { imageProblem: string }) => imageProblem);

import { OwnForm } from "./form";

/** The sign-in page of a website that builds its own. */
export default function OwnSignIn() {
  return <OwnForm />;
}

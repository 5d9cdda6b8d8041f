import { Logo } from "../ui/brand/logo";

/** The logo as a link to the home page. */
export function HomeLink() {
  return (
    <a href="/" aria-label="Gatehouse home" className="rounded-control">
      <Logo className="text-xl" />
    </a>
  );
}

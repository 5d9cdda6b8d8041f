import { linkClasses } from "../../../ui/theme/class-names";
import { useTranslation } from "../../../ui/translation/use-translation";

/** Links to where the project's users get help; its configuration takes web addresses and `mailto:` only, and so does this link. */
export function SupportLink({ url }: { url: string }) {
  const t = useTranslation();
  if (!/^(https?:\/\/|mailto:)/i.test(url)) return null;
  return t.rich("Need help? <support>Contact support</support>", {
    support: (text) => (
      <a href={url} className={linkClasses}>
        {text}
      </a>
    ),
  });
}

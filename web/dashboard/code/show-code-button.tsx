import CodeIcon from "lucide-react/icons/code";
import { useState } from "react";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { Dialog } from "../../ui/overlays/dialog";
import { classNames } from "../../ui/theme/class-names";
import { useTranslation } from "../translation/use-translation";
import { useShownCode } from "./shown-code";

/**
 * Opens what was done last as the code that does the same. Before anything was done its place is empty, so that nothing moves
 * once it is there.
 */
export function ShowCodeButton() {
  const t = useTranslation();
  const { shown } = useShownCode();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {/* On a phone it is a sign after the other actions, and has no place before: often that was an empty line. */}
      <Button
        variant="ghost"
        title={shown ? t("Your last change as code: {change}", { change: shown.title }) : undefined}
        onClick={() => setIsOpen(true)}
        className={classNames("max-sm:order-last", !shown && "invisible max-sm:hidden")}
      >
        <CodeIcon aria-hidden="true" />
        <span className="max-sm:sr-only">{t("Show as code")}</span>
      </Button>
      {shown && (
        <Dialog
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          title={shown.title}
          description={
            shown.description ??
            t("What you did last, by the kit: run it on your backend with the keys of this project.")
          }
          actions={<Button onClick={() => setIsOpen(false)}>{t("Done")}</Button>}
        >
          <CodeBlock title="TypeScript" code={shown.code} />
        </Dialog>
      )}
    </>
  );
}

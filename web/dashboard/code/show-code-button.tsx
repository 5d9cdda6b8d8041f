import CodeIcon from "lucide-react/icons/code";
import { useState } from "react";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { Dialog } from "../../ui/overlays/dialog";
import { useTranslation } from "../translation/use-translation";
import { useShownCode } from "./shown-code";

/** Opens what was done last as the code that does the same. Not there before anything was done. */
export function ShowCodeButton() {
  const t = useTranslation();
  const { shown } = useShownCode();
  const [isOpen, setIsOpen] = useState(false);
  if (!shown) return null;
  return (
    <>
      <Button variant="ghost" onClick={() => setIsOpen(true)}>
        <CodeIcon aria-hidden="true" />
        {t("Show as code")}
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={shown.title}
        description={t("What you did last, by the kit: run it on your backend with the keys of this project.")}
        actions={<Button onClick={() => setIsOpen(false)}>{t("Done")}</Button>}
      >
        <CodeBlock title="TypeScript" code={shown.code} />
      </Dialog>
    </>
  );
}

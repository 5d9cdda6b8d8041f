import CheckIcon from "lucide-react/icons/check";
import CopyIcon from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import { useTranslation } from "../translation/use-translation";
import { Button, type ButtonProps } from "./button";

const noticeMillis = 2_000;

/** Copies `text` and announces "Copied". `label` names what is copied: "Copy project ID". */
export function CopyButton({
  text,
  label,
  size = "icon",
  ...rest
}: Omit<ButtonProps, "onClick" | "children"> & { text: string; label: string }) {
  const t = useTranslation();
  const [isCopied, setIsCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), noticeMillis);
    return () => clearTimeout(timer);
  }, [isCopied]);

  return (
    <>
      <Button
        variant="ghost"
        {...rest}
        size={size}
        aria-label={label}
        onClick={async () => {
          await navigator.clipboard.writeText(text);
          setIsCopied(true);
        }}
      >
        {isCopied ? <CheckIcon className="text-success" aria-hidden="true" /> : <CopyIcon aria-hidden="true" />}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? t("Copied") : ""}
      </span>
    </>
  );
}

import { Alert } from "../../../ui/feedback/alert";
import { linkClasses } from "../../../ui/theme/link-classes";
import { useTranslation } from "../../translation/use-translation";
import type { RenderingProblem } from "./rendering-problem";

/** Why a mail cannot be rendered, with a button that leads to the line. */
export function RenderingAlert({
  problem: { file, line, message },
  onGoTo,
}: {
  problem: RenderingProblem;
  onGoTo: (() => void) | undefined;
}) {
  const t = useTranslation();
  const number = String(line);
  const place = line === undefined ? undefined : t("Line {line}", { line: number });
  const inTheme = line === undefined ? t("In the theme") : t("Line {line} of the theme", { line: number });
  return (
    <Alert tone="danger">
      {place && onGoTo ? (
        <button type="button" className={linkClasses} onClick={onGoTo}>
          {place}
        </button>
      ) : file === "theme" && !onGoTo ? (
        inTheme
      ) : (
        place
      )}
      {(place || (file === "theme" && !onGoTo)) && ": "}
      <span dir="ltr" className="whitespace-pre-wrap">
        {message}
      </span>
    </Alert>
  );
}

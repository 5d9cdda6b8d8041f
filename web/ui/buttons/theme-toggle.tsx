import MonitorIcon from "lucide-react/icons/monitor";
import MoonIcon from "lucide-react/icons/moon";
import SunIcon from "lucide-react/icons/sun";
import { chooseTheme, type Theme, useTheme } from "../theme/theme";
import type { PlainMessage } from "../translation/message";
import { useTranslation } from "../translation/use-translation";
import { Button } from "./button";

const options = {
  system: { icon: MonitorIcon, name: "Theme: system", label: "Theme: system. Switch to light", next: "light" },
  light: { icon: SunIcon, name: "Theme: light", label: "Theme: light. Switch to dark", next: "dark" },
  dark: { icon: MoonIcon, name: "Theme: dark", label: "Theme: dark. Switch to system", next: "system" },
} satisfies Record<Theme, { icon: unknown; name: PlainMessage; label: PlainMessage; next: Theme }>;

/** Switches between system, light and dark theme; the choice is stored. */
export function ThemeToggle({ className }: { className?: string }) {
  const t = useTranslation();
  const theme = useTheme();
  const { icon: Icon, name, label, next } = options[theme];
  return (
    <Button
      variant="ghost"
      size="icon"
      className={className}
      aria-label={t(label)}
      title={t(name)}
      onClick={() => chooseTheme(next)}
    >
      <Icon aria-hidden="true" />
    </Button>
  );
}

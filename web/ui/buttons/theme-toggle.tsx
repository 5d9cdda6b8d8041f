import MonitorIcon from "lucide-react/icons/monitor";
import MoonIcon from "lucide-react/icons/moon";
import SunIcon from "lucide-react/icons/sun";
import { chooseTheme, type Theme, useTheme } from "../theme/theme";
import { Button } from "./button";

const options = {
  system: { icon: MonitorIcon, name: "system", next: "light" },
  light: { icon: SunIcon, name: "light", next: "dark" },
  dark: { icon: MoonIcon, name: "dark", next: "system" },
} satisfies Record<Theme, { icon: unknown; name: string; next: Theme }>;

/** Switches between system, light and dark theme; the choice is stored. */
export function ThemeToggle({ className }: { className?: string }) {
  const theme = useTheme();
  const { icon: Icon, name, next } = options[theme];
  return (
    <Button
      variant="ghost"
      size="icon"
      className={className}
      aria-label={`Theme: ${name}. Switch to ${options[next].name}`}
      title={`Theme: ${name}`}
      onClick={() => chooseTheme(next)}
    >
      <Icon aria-hidden="true" />
    </Button>
  );
}

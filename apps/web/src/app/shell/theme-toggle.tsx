import { Moon, Sun } from 'lucide-react'
import { useTheme } from '../../theme/use-theme.ts'
import { IconButton } from '../../ui/forms/button.tsx'

export function ThemeToggle() {
  const { theme, toggle } = useTheme()
  const isDark = theme === 'solarized-dark'
  const Icon = isDark ? Sun : Moon
  return (
    <IconButton label={isDark ? 'Switch to light theme' : 'Switch to dark theme'} onClick={toggle}>
      <Icon size={20} aria-hidden="true" />
    </IconButton>
  )
}

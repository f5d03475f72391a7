import { Moon, Sun } from 'lucide-react'
import { IconButton } from '../ui/forms/button.tsx'
import { useTheme } from './theme.ts'

export function ThemeToggle() {
  const { theme, toggle } = useTheme()
  const isDark = theme === 'solarized-dark'
  return (
    <IconButton
      icon={isDark ? Sun : Moon}
      label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggle}
    />
  )
}

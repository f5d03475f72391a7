import { Moon, Sun } from 'lucide-react'
import { IconButton } from '../ui/forms/button.tsx'
import { SelectField } from '../ui/forms/field.tsx'
import { THEME_OPTIONS, useTheme } from './theme.ts'

export function ThemeField() {
  const { choice, choose } = useTheme()
  return <SelectField label="Theme" options={THEME_OPTIONS} value={choice} onChange={choose} />
}

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

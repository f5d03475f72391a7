import { SelectField } from '../ui/forms/field.tsx'
import { THEME_OPTIONS, useTheme } from './theme.ts'

/** Chooses the theme on this device. */
export function ThemeField() {
  const { choice, choose } = useTheme()
  return <SelectField label="Theme" options={THEME_OPTIONS} value={choice} onChange={choose} />
}

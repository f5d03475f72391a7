import { SelectField } from '../ui/forms/field.tsx'
import { THEME_OPTIONS, useTheme } from './theme.ts'

export function ThemeField() {
  const { choice, choose } = useTheme()
  return <SelectField label="Theme" options={THEME_OPTIONS} value={choice} onChange={choose} />
}

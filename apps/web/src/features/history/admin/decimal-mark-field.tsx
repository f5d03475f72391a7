import type { DecimalMark } from '@fieldhouse/domain/interchange/cell-text'
import { SelectField } from '../../../ui/forms/field.tsx'

type Props = {
  label: string
  /** Points with one mark before three digits, such as 1.402. */
  example: string
  value: DecimalMark | null
  onChange: (mark: DecimalMark | null) => void
}

export function DecimalMarkField({ label, example, value, onChange }: Props) {
  const [own, other] = example.includes('.') ? (['point', 'comma'] as const) : (['comma', 'point'] as const)
  const options = [
    { value: '', label: 'Choose' },
    { value: other, label: example.replace(/[.,]/, '') },
    { value: own, label: example.replace(',', '.') },
  ]
  return (
    <SelectField
      label={label}
      options={options}
      value={value ?? ''}
      onChange={(chosen) => onChange([own, other].find((mark) => mark === chosen) ?? null)}
    />
  )
}

import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

type Props<Value extends string> = Omit<
  ComponentProps<'select'>,
  'children' | 'className' | 'id' | 'onChange' | 'value'
> & {
  label: string
  /** A text is both the value and the label of its option. */
  options: readonly (Value | { value: Value; label: string })[]
  value: Value
  onChange: (value: Value) => void
  problem?: string | undefined
  isLabelHidden?: boolean
}

/** A drop-down list with a label, an optional problem, and typed values. */
export function SelectField<Value extends string>({ label, problem, isLabelHidden, ...rest }: Props<Value>) {
  const { options, onChange, ...attributes } = rest
  const labels = new Map(
    options.map((option) => (typeof option === 'string' ? [option, option] : [option.value, option.label])),
  )
  return (
    <Field label={label} problem={problem} isLabelHidden={isLabelHidden ?? false}>
      {(control) => (
        <select {...attributes} {...control} onChange={(event) => onChange(event.target.value as Value)}>
          {[...labels].map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

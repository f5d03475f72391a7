import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id' | 'className'> & {
  label: string
  value: string
  onChange: (value: string) => void
  problem?: string | undefined
  hint?: ReactNode
  isLabelHidden?: boolean
}

export function TextField({ label, problem, hint, isLabelHidden = false, onChange, ...rest }: Props) {
  return (
    <Field label={label} problem={problem} hint={hint} isLabelHidden={isLabelHidden}>
      {(control) => <input {...rest} {...control} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

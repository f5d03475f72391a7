import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from 'react'
import { Stack } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import styles from './forms.module.css'
import { PasswordInput } from './password-input.tsx'

type FieldProps = {
  label: string
  problem?: string | undefined
  hint?: ReactNode
  /** The label is for assistive technology only, because the surroundings make the purpose visible. */
  isLabelHidden?: boolean
  children: (control: ControlAttributes) => ReactNode
}

type ControlAttributes = {
  id: string
  className: string | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export function Field({ label, problem, hint, isLabelHidden = false, children }: FieldProps) {
  const id = useId()
  const describedBy = problem !== undefined ? `${id}-problem` : hint !== undefined ? `${id}-hint` : undefined
  return (
    <Stack gap={1}>
      <label className={isLabelHidden ? ui.hidden : styles.fieldLabel} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: styles.control,
        'aria-invalid': problem === undefined ? undefined : true,
        'aria-describedby': describedBy,
      })}
      {problem === undefined ? null : (
        <p className={ui.alert} data-tone="bad" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
      {hint === undefined || problem !== undefined ? null : (
        <p className={ui.note} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </Stack>
  )
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id' | 'className'> & {
  label: string
  value: string
  onChange: (value: string) => void
  problem?: string | undefined
  hint?: ReactNode
  isLabelHidden?: boolean
}

export function TextField({
  label,
  problem,
  hint,
  isLabelHidden = false,
  onChange,
  ...rest
}: TextFieldProps) {
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)
  return (
    <Field label={label} problem={problem} hint={hint} isLabelHidden={isLabelHidden}>
      {(control) =>
        rest.type === 'password' ? (
          <PasswordInput {...rest} {...control} onChange={handleChange} />
        ) : (
          <input {...rest} {...control} onChange={handleChange} />
        )
      }
    </Field>
  )
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'onChange' | 'id' | 'className'> &
  Pick<TextFieldProps, 'label' | 'value' | 'onChange' | 'problem' | 'hint'>

export function TextArea({ label, problem, hint, onChange, ...rest }: TextAreaProps) {
  return (
    <Field label={label} problem={problem} hint={hint}>
      {(control) => <textarea {...rest} {...control} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

type SelectFieldProps<Value extends string> = Omit<
  ComponentProps<'select'>,
  'children' | 'className' | 'id' | 'onChange' | 'value'
> & {
  label: string
  options: readonly (Value | { value: Value; label: string })[]
  value: Value
  onChange: (value: Value) => void
  problem?: string | undefined
  hint?: ReactNode
  isLabelHidden?: boolean
}

export function SelectField<Value extends string>({
  label,
  problem,
  hint,
  isLabelHidden,
  ...rest
}: SelectFieldProps<Value>) {
  const { options, onChange, ...attributes } = rest
  const labels = new Map(
    options.map((option) => (typeof option === 'string' ? [option, option] : [option.value, option.label])),
  )
  return (
    <Field label={label} problem={problem} hint={hint} isLabelHidden={isLabelHidden ?? false}>
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

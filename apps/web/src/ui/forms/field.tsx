import { Eye, EyeOff } from 'lucide-react'
import {
  type ChangeEvent,
  type ComponentProps,
  type ReactNode,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { Stack } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import styles from './forms.module.css'

type FieldProps = {
  label: string
  problem?: string | undefined
  hint?: ReactNode
  /** The label is for assistive technology only, because the surroundings make the purpose visible. */
  isLabelHidden?: boolean | undefined
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
      <label className={isLabelHidden ? ui.hidden : `${ui.note} ${ui.strong}`} htmlFor={id}>
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

type TextFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id' | 'className'> &
  Omit<FieldProps, 'children'> & { value: string; onChange: (value: string) => void }

export function TextField({ label, problem, hint, isLabelHidden, onChange, ...rest }: TextFieldProps) {
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
> &
  Omit<FieldProps, 'children'> & {
    options: readonly (Value | { value: Value; label: string })[]
    value: Value
    onChange: (value: Value) => void
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
    <Field label={label} problem={problem} hint={hint} isLabelHidden={isLabelHidden}>
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

/** A password that can be shown. It is hidden when its form is submitted. */
function PasswordInput({ ref, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  const [isShown, setShown] = useState(false)

  // Browsers offer to save passwords, and remember the texts of other fields, when a form is submitted.
  useEffect(() => {
    const form = input.current?.form
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])

  function toggle() {
    const field = input.current
    const [start, end] = [field?.selectionStart ?? null, field?.selectionEnd ?? null]
    setShown(!isShown)
    // Browsers move the caret after the type has changed.
    if (field !== null && field === document.activeElement)
      requestAnimationFrame(() => field.setSelectionRange(start, end))
  }

  const Icon = isShown ? EyeOff : Eye
  return (
    <span className={styles.frame}>
      <input
        autoCapitalize="none"
        // Some browsers send what they check to a server.
        spellCheck={false}
        {...props}
        ref={input}
        type={isShown ? 'text' : 'password'}
      />
      <button
        type="button"
        className={`${styles.icon} ${styles.toggle}`}
        aria-pressed={isShown}
        aria-controls={props.id}
        disabled={props.disabled}
        title={isShown ? 'Hide password' : 'Show password'}
        // The focus stays in the field.
        onMouseDown={(event) => event.preventDefault()}
        onClick={toggle}
      >
        <Icon size={20} aria-hidden="true" />
        {/* The name does not change, because aria-pressed has the state. */}
        <span className={ui.hidden}>Show password</span>
      </button>
    </span>
  )
}

type Props = {
  label: string
  /** Replaces the label for assistive technology, if several checkboxes have the same label. */
  ariaLabel?: string
  note?: string
  checked: boolean
  onChange: (isChecked: boolean) => void
  disabled?: boolean
}

export function Checkbox({ label, ariaLabel, note, checked, onChange, disabled = false }: Props) {
  const id = useId()
  return (
    <label className={styles.checkbox}>
      <input
        type="checkbox"
        aria-label={ariaLabel ?? label}
        aria-describedby={note === undefined ? undefined : id}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {label}
        {note === undefined ? null : (
          <span id={id} className={`${ui.note} ${styles.note}`}>
            {note}
          </span>
        )}
      </span>
    </label>
  )
}

type RadioProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value | null
  onChange: (value: Value) => void
}

type RadioGroupProps<Value extends string> = RadioProps<Value> & { isStacked?: boolean }

export function RadioGroup<Value extends string>({
  label,
  isStacked = false,
  ...options
}: RadioGroupProps<Value>) {
  return (
    <fieldset>
      <legend className={`${ui.note} ${ui.strong} ${styles.radioGroupLabel}`}>{label}</legend>
      <div className={styles.options} data-stacked={isStacked || undefined}>
        <RadioOptions {...options} className={`${ui.focusRing} ${ui.option} ${styles.option}`} />
      </div>
    </fieldset>
  )
}

type SegmentsProps<Value extends string> = RadioProps<Value> & { isSmall?: boolean }

export function SegmentedControl<Value extends string>({
  label,
  isSmall = false,
  ...options
}: SegmentsProps<Value>) {
  const className = isSmall ? `${styles.segment} ${styles.chip}` : styles.segment
  return (
    <div className={isSmall ? styles.chips : styles.segments} role="radiogroup" aria-label={label}>
      <RadioOptions {...options} className={className} />
    </div>
  )
}

type RadioOptionsProps<Value extends string> = Omit<RadioProps<Value>, 'label'> & {
  className: string | undefined
}

/** Radio buttons with labels that have `className`. The parent provides the group and its name. */
function RadioOptions<Value extends string>({
  options,
  value,
  onChange,
  className,
}: RadioOptionsProps<Value>) {
  const name = useId()
  return options.map((option) => (
    <label key={option.value} className={className} data-at={option.value}>
      <input
        type="radio"
        name={name}
        value={option.value}
        checked={option.value === value}
        onChange={() => onChange(option.value)}
      />
      {option.label}
    </label>
  ))
}

import { useId } from 'react'

export type RadioProps<Value extends string> = {
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

type Props<Value extends string> = RadioProps<Value> & { className: string | undefined }

/** Radio buttons with labels that have `className`. The parent provides the group and its name. */
export function RadioOptions<Value extends string>({ options, value, onChange, className }: Props<Value>) {
  const name = useId()
  return options.map((option) => (
    <label key={option.value} className={className}>
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

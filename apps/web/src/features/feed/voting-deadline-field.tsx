import { TextField } from '../../ui/text-field.tsx'

type Props = { value: string; onChange: (value: string) => void; now: Date; problem: string | undefined }

/** When voting closes, in the user's time zone. */
export function VotingDeadlineField({ value, onChange, now, problem }: Props) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return (
    <TextField
      label="Voting closes (optional)"
      type="datetime-local"
      min={toDateTimeLocal(now)}
      max="9999-12-31T23:59"
      value={value}
      onChange={onChange}
      problem={problem}
      hint={`Your time zone: ${timeZone.replaceAll('_', ' ')}. Leave blank to keep voting open.`}
    />
  )
}

/** Formats a date as the value of a datetime-local field, in the user's time zone. */
function toDateTimeLocal(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

import { TextField } from '../../ui/text-field.tsx'

type Props = { value: string; onChange: (value: string) => void; now: Date; problem: string | undefined }

/** When voting ends, by the writer's own clock. */
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
      hint={`In your time zone, ${timeZone.replaceAll('_', ' ')}. Left empty, voting stays open.`}
    />
  )
}

/** A moment as such a field has it, in the zone of the reader. */
function toDateTimeLocal(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

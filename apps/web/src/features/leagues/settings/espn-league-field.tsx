import { parseLeagueId } from '@fieldhouse/domain/league/provider-input'
import { TextField } from '../../../ui/forms/field.tsx'

type Props = { value: string; onChange: (value: string) => void; problem: string | undefined }

export function EspnLeagueField({ value, onChange, problem }: Props) {
  const id = parseLeagueId(value)
  return (
    <TextField
      label="ESPN league ID or URL"
      value={value}
      onChange={onChange}
      problem={problem}
      hint={id === undefined ? "Paste the league's ESPN URL or ID." : `ESPN league ${id}`}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

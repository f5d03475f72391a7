import { TextField } from './text-field.tsx'

/** Source: decisions, 6 "Backfill". */
const FIRST_SEASON = 1999

type Props = {
  label: string
  /** The typed text. */
  value: string
  onChange: (text: string) => void
  /** The last season that can be entered. */
  last: number
  problem: string | undefined
  disabled?: boolean
}

/** A number field for the year of a season. */
export function SeasonField({ last, ...field }: Props) {
  return <TextField {...field} type="number" inputMode="numeric" min={FIRST_SEASON} max={last} required />
}

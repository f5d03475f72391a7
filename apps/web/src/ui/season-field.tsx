import { TextField } from './text-field.tsx'

/** Source: decisions, 6 "Backfill". */
const FIRST_SEASON = 1999

type Props = {
  label: string
  /** As it was typed. */
  value: string
  onChange: (text: string) => void
  /** The last season that can be asked for. */
  last: number
  problem: string | undefined
  disabled?: boolean
}

/** A season, by its year. */
export function SeasonField({ last, ...field }: Props) {
  return <TextField {...field} type="number" inputMode="numeric" min={FIRST_SEASON} max={last} required />
}

import { SelectField, TextField } from '../forms/field.tsx'
import styles from './navigation.module.css'

type SeasonChooserProps = {
  /** Newest first. */
  seasons: readonly number[]
  season: number | undefined
  onChoose: (season: number) => void
}

export function SeasonChooser({ seasons, season, onChoose }: SeasonChooserProps) {
  return (
    <div className={styles.seasonChooser}>
      <SelectField
        label="Season"
        isLabelHidden
        options={seasons.map(String)}
        value={season?.toString() ?? ''}
        onChange={(year) => onChoose(Number(year))}
      />
    </div>
  )
}

/** Source: decisions, 6 "Backfill". */
const FIRST_SEASON = 1999

type SeasonFieldProps = {
  label: string
  value: string
  onChange: (text: string) => void
  last: number
  problem: string | undefined
  disabled?: boolean
}

export function SeasonField({ last, ...field }: SeasonFieldProps) {
  return <TextField {...field} type="number" inputMode="numeric" min={FIRST_SEASON} max={last} required />
}

import { Field } from './field.tsx'
import styles from './season-chooser.module.css'

type Props = {
  /** Newest first. */
  seasons: readonly number[]
  /** The displayed season; undefined while unknown. */
  season: number | undefined
  onChoose: (season: number) => void
}

export function SeasonChooser({ seasons, season, onChoose }: Props) {
  return (
    <div className={styles['chooser']}>
      <Field label="Season">
        {(control) => (
          <select {...control} value={season} onChange={(event) => onChoose(Number(event.target.value))}>
            {seasons.map((year) => (
              <option key={year} value={year}>
                {year}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}

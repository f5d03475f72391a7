import type { UseQueryResult } from '@tanstack/react-query'
import { Field } from '../../ui/field.tsx'
import styles from './league-selector.module.css'
import type { SelectableLeagues } from './use-selectable-leagues.ts'

type Props = {
  leagues: Pick<UseQueryResult<SelectableLeagues>, 'data' | 'isPending'>
  league: string
  onChoose: (league: string) => void
}

export function LeagueSelector({ leagues: { data, isPending }, league, onChoose }: Props) {
  const names = data?.names ?? []
  return (
    <div className={styles['selector']}>
      <Field label="League">
        {(control) => (
          <select
            {...control}
            value={league}
            disabled={names.length === 0}
            onChange={(event) => onChoose(event.target.value)}
          >
            {names.length === 0 ? <option value="">{placeholderLabel(data, isPending)}</option> : null}
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}

/** Only an answer can tell that there are none. */
function placeholderLabel(answer: SelectableLeagues | undefined, isPending: boolean): string {
  if (answer !== undefined) return 'No leagues yet'
  return isPending ? 'Loading…' : 'Not loaded'
}

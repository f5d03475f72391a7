import type { UseQueryResult } from '@tanstack/react-query'
import { Field } from '../../ui/forms/field.tsx'
import styles from './league-selector.module.css'
import type { SelectableLeagues } from './use-selectable-leagues.ts'

type Props = {
  leagues: Pick<UseQueryResult<SelectableLeagues>, 'data' | 'isPending'>
  league: string
  onChange: (league: string) => void
}

export function LeagueSelector({ leagues: { data, isPending }, league, onChange }: Props) {
  const names = data?.names ?? []
  return (
    <div className={styles['selector']}>
      <Field label="League">
        {(control) => (
          <select
            {...control}
            value={league}
            disabled={names.length === 0}
            onChange={(event) => onChange(event.target.value)}
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

/** Says that there are no leagues only after they were loaded. */
function placeholderLabel(leagues: SelectableLeagues | undefined, isPending: boolean): string {
  if (leagues !== undefined) return 'No leagues yet'
  return isPending ? 'Loading…' : 'Not loaded'
}

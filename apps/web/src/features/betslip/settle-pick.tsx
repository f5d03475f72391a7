import { LEG_RESULTS } from '@fieldhouse/domain/settlement'
import { getErrorMessage } from '../../api/api-error.ts'
import { Field } from '../../ui/field.tsx'
import { RESULT_LABELS } from './format.ts'
import styles from './settle-pick.module.css'
import { useSettlePick } from './use-bet-mutations.ts'
import type { BetPick, BetWeek } from './use-bets.ts'

type Props = { league: string; week: BetWeek; pick: BetPick }

const NO_RESULT_VALUE = ''

/** Says how a leg ended; 'Open' takes it back. */
export function SettlePick({ league, week, pick }: Props) {
  const settle = useSettlePick(league, week, pick.owner)
  const shown = settle.isPending ? settle.variables : pick.result
  return (
    <div className={styles['settle']} data-result={shown}>
      <Field
        label={`Result of the pick of ${pick.owner}`}
        isLabelHidden
        problem={settle.isError ? getErrorMessage(settle.error, 'Something went wrong.') : undefined}
      >
        {(control) => (
          <select
            {...control}
            value={shown ?? NO_RESULT_VALUE}
            aria-busy={settle.isPending}
            onChange={({ target: { value } }) =>
              settle.mutate(LEG_RESULTS.find((result) => result === value) ?? null)
            }
          >
            <option value={NO_RESULT_VALUE}>Open</option>
            {LEG_RESULTS.map((result) => (
              <option key={result} value={result}>
                {RESULT_LABELS[result]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}

import { LEG_RESULTS } from '@fieldhouse/domain/betslip/settlement'
import { getErrorMessage } from '../../api/api-error.ts'
import { Field } from '../../ui/field.tsx'
import { RESULT_LABELS } from './format.ts'
import styles from './settle-pick.module.css'
import { useSettlePick } from './use-bet-mutations.ts'
import type { BetPick, BetWeek } from './use-bets.ts'

type Props = { league: string; week: BetWeek; pick: BetPick }

const NO_RESULT_VALUE = ''

/** Sets the result of a leg; 'Open' clears it. */
export function SettlePick({ league, week, pick }: Props) {
  const settlement = useSettlePick(league, week, pick.owner)
  const shownResult = settlement.isPending ? settlement.variables : pick.result
  return (
    <div className={styles['settle']} data-result={shownResult}>
      <Field
        label={`Pick result for ${pick.owner}`}
        isLabelHidden
        problem={settlement.isError ? getErrorMessage(settlement.error, 'Something went wrong.') : undefined}
      >
        {(control) => (
          <select
            {...control}
            value={shownResult ?? NO_RESULT_VALUE}
            aria-busy={settlement.isPending}
            onChange={({ target: { value } }) =>
              settlement.mutate(LEG_RESULTS.find((result) => result === value) ?? null)
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

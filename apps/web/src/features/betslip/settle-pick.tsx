import { LEG_RESULTS } from '@fieldhouse/domain/settlement'
import { messageOf } from '../../api/call-error.ts'
import { Field } from '../../ui/field.tsx'
import styles from './settle-pick.module.css'
import { useSettlePick } from './use-bet-acts.ts'
import type { BetWeek, Pick } from './use-bets.ts'
import { RESULT_NAMES } from './wording.ts'

type Props = { league: string; week: BetWeek; pick: Pick }

const OPEN = ''

/** Says how a leg ended; 'Open' takes it back. */
export function SettlePick({ league, week, pick }: Props) {
  const settle = useSettlePick(league, week, pick.owner)
  const shown = settle.isPending ? settle.variables : pick.result
  return (
    <div className={styles['settle']} data-result={shown}>
      <Field
        label={`Result of the pick of ${pick.owner}`}
        isLabelHidden
        problem={settle.isError ? messageOf(settle.error, 'Something went wrong.') : undefined}
      >
        {(control) => (
          <select
            {...control}
            value={shown ?? OPEN}
            aria-busy={settle.isPending}
            onChange={({ target: { value } }) =>
              settle.mutate(LEG_RESULTS.find((result) => result === value) ?? null)
            }
          >
            <option value={OPEN}>Open</option>
            {LEG_RESULTS.map((result) => (
              <option key={result} value={result}>
                {RESULT_NAMES[result]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}

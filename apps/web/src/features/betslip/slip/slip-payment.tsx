import { getErrorMessage } from '../../../api/api-error.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import ui from '../../../ui/ui.module.css'
import { type Bets, useNotePayment } from '../use-bets.ts'
import styles from './lowest-scorer-card.module.css'

type Props = { league: string; bets: Bets; isAdmin: boolean }

/** Who covers the slip, which admins can change, and whether they paid, which they and admins can note. */
export function SlipPayment({ league, bets, isAdmin }: Props) {
  const { payment, lowest_scorer, owners } = bets
  const note = useNotePayment(league, bets)
  const shown = note.isPending ? { ...payment, ...note.variables } : payment
  const lowestScorer = lowest_scorer === null ? 'Lowest scorer' : `Lowest scorer (${lowest_scorer.owner})`
  // Somebody who has left the league stays in the list while they cover the slip.
  const others = new Set([...owners, ...(shown.covered_by === null ? [] : [shown.covered_by])])
  return (
    <div className={styles.payment} aria-busy={note.isPending}>
      {isAdmin ? (
        <SelectField
          label="Covered by"
          options={[
            { value: '', label: lowestScorer },
            ...[...others].map((owner) => ({ value: owner, label: owner })),
          ]}
          value={shown.covered_by ?? ''}
          onChange={(owner) => note.mutate({ covered_by: owner === '' ? null : owner })}
        />
      ) : shown.covered_by === null ? null : (
        <p>Covered by {shown.covered_by}.</p>
      )}
      {payment.can_note ? (
        <Checkbox
          label="Paid"
          note="For the record only. Clear it to undo."
          checked={shown.paid}
          onChange={(paid) => note.mutate({ paid })}
        />
      ) : (
        <p className={ui.note}>{shown.paid ? 'Paid.' : 'Not paid yet.'}</p>
      )}
      {note.isError ? (
        <Notice tone="bad">{getErrorMessage(note.error, 'Something went wrong.')}</Notice>
      ) : null}
    </div>
  )
}

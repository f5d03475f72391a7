import { centsFromDollars } from '@fieldhouse/domain/money'
import { getErrorMessage } from '../../../api/api-error.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { formatAmountInput, formatList } from '../format.ts'
import { type Bets, type LowestScorer, useNotePayment } from '../use-bets.ts'

type Props = {
  league: string
  bets: Bets
  isAdmin: boolean
  hasLowestScorers: boolean
}

export function LowestScorerCard({ league, bets, isAdmin, hasLowestScorers }: Props) {
  const { lowest_scorer, season, week, bet_amount, payment } = bets
  const hasPayer = lowest_scorer !== null || payment.covered_by !== null
  return (
    <Card title="Lowest scorer">
      {lowest_scorer === null ? (
        <p className={ui.note}>
          {!hasLowestScorers
            ? 'Only leagues with head-to-head points have a lowest scorer who covers the slip.'
            : week === 1
              ? `The lowest scorer in Week 13 of ${season - 1} covers this slip. Those scores aren't available.`
              : `The lowest scorer in Week ${week - 1} covers this slip. Scores aren't final yet.`}
        </p>
      ) : (
        <Payer
          payer={lowest_scorer}
          bet={`$${formatAmountInput(centsFromDollars(bet_amount))}`}
          week={week}
          season={season}
        />
      )}
      {hasPayer || isAdmin ? <SlipPayment league={league} bets={bets} isAdmin={isAdmin} /> : null}
    </Card>
  )
}

type PayerProps = { payer: LowestScorer; bet: string; season: number; week: number }

function Payer({ payer, bet, season, week }: PayerProps) {
  const isCarriedOver = payer.season !== season
  return (
    <Stack gap={2}>
      <Row isSpread gap={4}>
        <div className={ui.breakable}>
          <Text as="p" isTitle size="l" weight={700}>
            {payer.team}
          </Text>
          <p className={ui.note}>{payer.owner}</p>
        </div>
        <Text as="p" isNumeric size="3xl" weight={700}>
          {formatPoints(payer.score)}
        </Text>
      </Row>
      <p className={ui.note}>
        {isCarriedOver
          ? `Lowest scorer in Week ${payer.week} of ${payer.season}, so covers the ${bet} Week ${week} slip (carried over).`
          : `Lowest scorer in Week ${payer.week}, so covers the ${bet} Week ${week} slip.`}
        {payer.tied_with.length === 0 ? '' : ` Tied with ${formatList(payer.tied_with)}.`}
      </p>
    </Stack>
  )
}

function SlipPayment({ league, bets, isAdmin }: { league: string; bets: Bets; isAdmin: boolean }) {
  const { payment, lowest_scorer, owners } = bets
  const note = useNotePayment(league, bets)
  const shown = note.isPending ? { ...payment, ...note.variables } : payment
  const lowestScorer = lowest_scorer === null ? 'Lowest scorer' : `Lowest scorer (${lowest_scorer.owner})`
  // Somebody who has left the league stays in the list while they cover the slip.
  const others = new Set([...owners, ...(shown.covered_by === null ? [] : [shown.covered_by])])
  return (
    <div className={ui.subsection} aria-busy={note.isPending}>
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

import { PARLAY_LEGS, productToAmericanOdds, QUICK_ADD_AMOUNTS } from '@fieldhouse/domain/betslip/odds'
import { type PricedSlip, priceSlip } from '@fieldhouse/domain/betslip/settlement'
import {
  addMoney,
  type Cents,
  centsFromDollars,
  formatDollars,
  parseMoney,
  ZERO_CENTS,
} from '@fieldhouse/domain/money'
import { useState } from 'react'
import { Stat, Stats } from '../../../ui/display/stat.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import {
  formatAmericanOdds,
  formatAmountInput,
  formatDecimalOdds,
  resultTone,
  SLIP_STATE_LABELS,
} from '../format.ts'
import type { Bets } from '../use-bets.ts'

export function SlipCalculator({ bets }: { bets: Bets }) {
  const minimum = centsFromDollars(bets.bet_amount)
  // The typed wager; null while the field shows the league's bet amount.
  const [typedWager, setTypedWager] = useState<string | null>(null)
  const text = typedWager ?? formatAmountInput(minimum)
  const wager = parseMoney(text)
  const slip = priceSlip(wager ?? ZERO_CENTS, bets.picks)
  return (
    <Card title="Bet slip">
      <Stack>
        <Odds slip={slip} legs={bets.picks.length} />
        <Stack gap={2}>
          <TextField
            label="Wager"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={setTypedWager}
            problem={validateWager(wager, minimum)}
            hint={`Minimum wager: ${formatDollars(minimum)}`}
          />
          <Grid min={64} gap={2}>
            {QUICK_ADD_AMOUNTS.map((amount) => (
              <Button
                key={amount}
                onClick={() => setTypedWager(formatAmountInput(addMoney([wager ?? ZERO_CENTS, amount])))}
              >
                +${formatAmountInput(amount)}
              </Button>
            ))}
            {typedWager === null ? null : (
              <Button variant="quiet" onClick={() => setTypedWager(null)}>
                Reset
              </Button>
            )}
          </Grid>
        </Stack>
        <Payout slip={slip} wager={wager} />
        <p className={ui.note}>
          {bets.hides_picks ? 'Includes only the picks you can see. ' : ''}For calculation only. No money
          moves through this page.
        </p>
      </Stack>
    </Card>
  )
}

function Odds({ slip, legs }: { slip: PricedSlip; legs: number }) {
  return (
    <>
      <Stats size="m">
        <Stat
          label="Legs"
          value={
            <>
              {legs} <span className={ui.note}>of {PARLAY_LEGS}</span>
            </>
          }
        />
        <Stat label="Decimal" value={formatDecimalOdds(slip.product)} />
        <Stat label="American" value={formatAmericanOdds(productToAmericanOdds(slip.product))} />
      </Stats>
      {slip.unpricedLegs > 0 ? (
        <p className={ui.alert} data-tone="warn">
          {slip.unpricedLegs === 1
            ? "1 leg has no odds and isn't included."
            : `${slip.unpricedLegs} legs have no odds and aren't included.`}
        </p>
      ) : null}
    </>
  )
}

function Payout({ slip, wager }: { slip: PricedSlip; wager: Cents | null }) {
  const isSettled = slip.state === 'won' || slip.state === 'lost' || slip.state === 'returned'
  return (
    <Stack gap={1}>
      <Row as="p" isSpread className={ui.note}>
        <span>Payout</span>
        {isSettled ? (
          <strong className={ui.toned} data-tone={resultTone(slip.state)}>
            {SLIP_STATE_LABELS[slip.state]}
          </strong>
        ) : null}
      </Row>
      <Text as="p" isNumeric size="3xl" weight={700}>
        {wager === null ? '—' : formatDollars(slip.profit)}
      </Text>
      {wager === null ? null : <p className={ui.note}>{payoutNote(slip, wager)}</p>}
    </Stack>
  )
}

function payoutNote({ state, profit, payout }: PricedSlip, wager: Cents): string {
  switch (state) {
    case 'empty':
      return 'No legs yet.'
    case 'open':
      return `Total return if every leg wins: ${formatDollars(addMoney([wager, profit]))} (includes the wager).`
    case 'won':
      return payout === null
        ? 'Total return unknown: at least one leg has no odds.'
        : `Total return: ${formatDollars(payout)} (includes the wager).`
    case 'lost':
      return 'At least one leg lost, so the parlay lost.'
    case 'returned':
      return 'All legs pushed: wager refunded.'
  }
}

function validateWager(wager: Cents | null, minimum: Cents): string | undefined {
  if (wager === null) return 'Enter an amount like 10 or 12.50.'
  return wager < minimum ? `The minimum wager is ${formatDollars(minimum)}.` : undefined
}

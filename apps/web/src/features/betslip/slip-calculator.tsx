import {
  addMoney,
  type Cents,
  centsFromDollars,
  formatDollars,
  parseMoney,
  ZERO_CENTS,
} from '@fieldhouse/domain/money'
import { PARLAY_LEGS, productToAmericanOdds, QUICK_ADD_AMOUNTS } from '@fieldhouse/domain/parlay'
import { type PricedSlip, priceSlip } from '@fieldhouse/domain/settlement'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import {
  formatAmericanOdds,
  formatAmountInput,
  formatDecimalOdds,
  pluralize,
  SLIP_STATE_LABELS,
} from './format.ts'
import styles from './slip-calculator.module.css'
import type { Bets } from './use-bets.ts'

type Props = { bets: Bets }

/** The week's picks as one parlay, for the league's bet or any other wager. */
export function SlipCalculator({ bets }: Props) {
  const least = centsFromDollars(bets.bet_amount)
  // What was typed; null while the league's bet stands in the field.
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? formatAmountInput(least)
  const wager = parseMoney(text)
  const slip = priceSlip(wager ?? ZERO_CENTS, bets.picks)
  return (
    <Card title="Bet slip">
      <div className={styles['slip']}>
        <Odds slip={slip} legs={bets.picks.length} />
        <div className={styles['wager']}>
          <TextField
            label="Wager"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={setTyped}
            problem={validateWager(wager, least)}
            hint={`Minimum wager: ${formatDollars(least)}`}
          />
          <div className={styles['adds']}>
            {QUICK_ADD_AMOUNTS.map((amount) => (
              <Button
                key={amount}
                onClick={() => setTyped(formatAmountInput(addMoney([wager ?? ZERO_CENTS, amount])))}
              >
                +${formatAmountInput(amount)}
              </Button>
            ))}
            {typed === null ? null : (
              <Button variant="quiet" onClick={() => setTyped(null)}>
                Reset
              </Button>
            )}
          </div>
        </div>
        <Payout slip={slip} wager={wager} />
        <p className={styles['note']}>
          {bets.hides_picks ? 'Counts the picks that you can see. ' : ''}A calculation only: no money moves
          through this page.
        </p>
      </div>
    </Card>
  )
}

function Odds({ slip, legs }: { slip: PricedSlip; legs: number }) {
  return (
    <>
      <dl className={styles['facts']}>
        <div>
          <dt>Legs</dt>
          <dd>
            {legs} <span className={styles['of']}>of {PARLAY_LEGS}</span>
          </dd>
        </div>
        <div>
          <dt>Decimal</dt>
          <dd>{formatDecimalOdds(slip.product)}</dd>
        </div>
        <div>
          <dt>American</dt>
          <dd>{formatAmericanOdds(productToAmericanOdds(slip.product))}</dd>
        </div>
      </dl>
      {slip.unpricedLegs > 0 ? (
        <p className={styles['unpriced']}>
          {pluralize(slip.unpricedLegs, 'leg')} without a price {slip.unpricedLegs === 1 ? 'is' : 'are'} left
          out.
        </p>
      ) : null}
    </>
  )
}

function Payout({ slip, wager }: { slip: PricedSlip; wager: Cents | null }) {
  const isDecided = slip.state === 'won' || slip.state === 'lost' || slip.state === 'returned'
  return (
    <div className={styles['payout']} data-state={slip.state}>
      <p className={styles['state']}>
        <span>Payout</span>
        {isDecided ? <strong>{SLIP_STATE_LABELS[slip.state]}</strong> : null}
      </p>
      <p className={styles['amount']}>{wager === null ? '—' : formatDollars(slip.profit)}</p>
      {wager === null ? null : <p className={styles['note']}>{payoutNote(slip, wager)}</p>}
    </div>
  )
}

/** What comes back with the stake. */
function payoutNote({ state, profit, payout }: PricedSlip, wager: Cents): string {
  switch (state) {
    case 'empty':
      return 'No legs yet.'
    case 'open':
      return `${formatDollars(addMoney([wager, profit]))} back with the wager, if every leg wins.`
    case 'won':
      return payout === null
        ? 'What came back is unknown: a leg has no price.'
        : `${formatDollars(payout)} back with the wager.`
    case 'lost':
      return 'A lost leg loses the slip.'
    case 'returned':
      return 'Every leg is push or void: the wager comes back.'
  }
}

function validateWager(wager: Cents | null, least: Cents): string | undefined {
  if (wager === null) return 'Enter an amount such as 10 or 12.50.'
  return wager < least ? `The minimum wager is ${formatDollars(least)}.` : undefined
}

import { moneyFromDecimalString, ZERO_CENTS } from '@fieldhouse/domain/money'
import { formatMoney } from './format.ts'
import styles from './ledger-totals.module.css'
import type { Ledger } from './use-bets.ts'

type Props = { ledger: Ledger }

/** The season's stakes, returns and balance, and who paid. */
export function LedgerTotals({ ledger: { totals, payers } }: Props) {
  const openWeeks = totals.open_weeks.map((week) => `W${week}`)
  return (
    <div className={styles['totals']}>
      <dl className={styles['facts']}>
        <div>
          <dt>Staked</dt>
          <dd>{formatMoney(totals.staked)}</dd>
        </div>
        <div>
          <dt>Returned</dt>
          <dd>{formatMoney(totals.returned)}</dd>
        </div>
        <div>
          <dt>Balance</dt>
          <dd data-tone={toneOf(totals.balance)}>{formatMoney(totals.balance)}</dd>
        </div>
      </dl>
      {openWeeks.length === 0 ? null : (
        <p className={styles['note']}>Unsettled (not in balance): {openWeeks.join(', ')}</p>
      )}
      {payers.length === 0 ? null : (
        <div>
          <h3 className={styles['title']}>Who's paid</h3>
          <ul className={styles['payers']}>
            {payers.map(({ owner, weeks, paid }) => (
              <li key={owner}>
                <span className={styles['owner']}>
                  {owner} <span className={styles['note']}>{weeks.map((week) => `W${week}`).join(', ')}</span>
                </span>
                <span className={styles['paid']}>{formatMoney(paid)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function toneOf(balance: string): 'good' | 'bad' | undefined {
  const cents = moneyFromDecimalString(balance)
  if (cents === ZERO_CENTS) return undefined
  return cents < ZERO_CENTS ? 'bad' : 'good'
}

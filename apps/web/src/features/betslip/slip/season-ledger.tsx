import { centsFromDollars, formatDollars, moneyFromDecimalString, ZERO_CENTS } from '@fieldhouse/domain/money'
import table from '../../../ui/display/table.module.css'
import typography from '../../../ui/display/typography.module.css'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import layout from '../../../ui/layout/layout.module.css'
import { formatMoney, formatWeeks, resultTone, SLIP_STATE_LABELS } from '../format.ts'
import type { Ledger } from '../use-bets.ts'
import styles from './season-ledger.module.css'

type Props = { ledger: Ledger }

/** The season's slips, who covered them, and what they returned. */
export function SeasonLedger({ ledger }: Props) {
  return (
    <div className={layout.stack16}>
      <p className={typography.note}>{ledger.notice}</p>
      {ledger.weeks.length === 0 ? (
        <EmptyState hint="Weeks appear after picks lock.">No results yet.</EmptyState>
      ) : (
        <>
          <LedgerTotals ledger={ledger} />
          <LedgerTable ledger={ledger} />
        </>
      )}
    </div>
  )
}

/** The season's stakes, returns and balance, and who paid. */
function LedgerTotals({ ledger: { totals, payers } }: Props) {
  return (
    <div className={layout.stack12}>
      <dl className={styles.facts}>
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
      {totals.open_weeks.length === 0 ? null : (
        <p className={typography.note}>Unsettled (not in balance): {formatWeeks(totals.open_weeks)}</p>
      )}
      {payers.length === 0 ? null : (
        <div>
          <h3 className={styles.title}>Who's paid</h3>
          <ul className={styles.payers}>
            {payers.map(({ owner, weeks, paid }) => (
              <li key={owner}>
                <span className={typography.breakable}>
                  {owner} <span className={typography.note}>{formatWeeks(weeks)}</span>
                </span>
                <span className={styles.paid}>{formatMoney(paid)}</span>
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

function LedgerTable({ ledger }: Props) {
  return (
    <table className={`${table.table} ${styles.table}`} data-dense aria-label={`${ledger.season} slips`}>
      <thead>
        <tr>
          <th scope="col">Week</th>
          <th scope="col">Covered by</th>
          <th scope="col" className={table.number}>
            Bet
          </th>
          <th scope="col" className={`${typography.strong} ${styles.state}`}>
            Slip
          </th>
          <th scope="col" className={table.number}>
            Returned
          </th>
        </tr>
      </thead>
      <tbody>
        {ledger.weeks.map(({ week, payer, bet_amount, slip }) => (
          <tr key={week}>
            <th scope="row">W{week}</th>
            <td className={typography.breakable}>{payer?.owner ?? 'Unknown'}</td>
            <td className={table.number}>{formatDollars(centsFromDollars(bet_amount))}</td>
            <td
              className={`${typography.strong} ${typography.toned} ${styles.state}`}
              data-tone={resultTone(slip.state)}
            >
              {SLIP_STATE_LABELS[slip.state]}
            </td>
            <td className={table.number}>{slip.returned === null ? '—' : formatMoney(slip.returned)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

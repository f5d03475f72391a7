import { centsFromDollars, formatDollars } from '@fieldhouse/domain/money'
import table from '../../ui/table.module.css'
import { formatMoney, SLIP_STATE_LABELS } from './format.ts'
import styles from './ledger-table.module.css'
import type { Ledger } from './use-bets.ts'

type Props = { ledger: Ledger }

export function LedgerTable({ ledger }: Props) {
  return (
    <table
      className={`${table['table']} ${styles['table']}`}
      data-dense
      aria-label={`${ledger.season} slips`}
    >
      <thead>
        <tr>
          <th scope="col">Week</th>
          <th scope="col">Covered by</th>
          <th scope="col" className={table['number']}>
            Bet
          </th>
          <th scope="col" className={styles['state']}>
            Slip
          </th>
          <th scope="col" className={table['number']}>
            Returned
          </th>
        </tr>
      </thead>
      <tbody>
        {ledger.weeks.map(({ week, payer, bet_amount, slip }) => (
          <tr key={week}>
            <th scope="row">W{week}</th>
            <td className={styles['payer']}>{payer?.owner ?? 'Unknown'}</td>
            <td className={table['number']}>{formatDollars(centsFromDollars(bet_amount))}</td>
            <td className={styles['state']} data-state={slip.state}>
              {SLIP_STATE_LABELS[slip.state]}
            </td>
            <td className={table['number']}>{slip.returned === null ? '—' : formatMoney(slip.returned)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { centsFromDollars, formatDollars, moneyFromDecimalString, ZERO_CENTS } from '@fieldhouse/domain/money'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { useQuery } from '@tanstack/react-query'
import { useFaces } from '../../../api/league-queries.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Stat } from '../../../ui/display/stat.tsx'
import table from '../../../ui/display/table.module.css'
import { TableHead } from '../../../ui/display/table-head.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import ui from '../../../ui/ui.module.css'
import { formatAmericanOdds, formatMoney, formatWeeks, resultTone, SLIP_STATE_LABELS } from '../format.ts'
import { type Ledger, ledgerQuery } from '../use-bets.ts'
import { BalanceChart } from './balance-chart.tsx'
import styles from './season-ledger.module.css'

type Props = { league: string; ledger: Ledger }

type SeasonLedgerProps = { league: string; season: number }

type LeaderboardProps = { league: string; members: Ledger['members'] }

/** The season's slips: who covered them and what they returned. */
export function SeasonLedger({ league, season }: SeasonLedgerProps) {
  const ledger = useQuery(ledgerQuery(league, season))
  return (
    <Loaded
      query={ledger}
      errorTitle="Failed to load the ledger"
      skeleton={<Skeleton label="Loading ledger" rows={4} height={32} />}
    >
      {(data) => <LedgerContent league={league} ledger={data} />}
    </Loaded>
  )
}

function LedgerContent({ league, ledger }: Props) {
  return (
    <div className={ui.stack16}>
      <p className={ui.note}>{ledger.notice}</p>
      {ledger.weeks.length === 0 ? (
        <EmptyState hint="Weeks appear after picks lock.">No results yet.</EmptyState>
      ) : (
        <>
          <LedgerTotals ledger={ledger} />
          <BalanceChart weeks={ledger.weeks} />
          <Leaderboard league={league} members={ledger.members} />
          <LedgerTable ledger={ledger} />
        </>
      )}
    </div>
  )
}

/** The season's stakes, returns and balance, and who paid. */
function LedgerTotals({ ledger: { totals, payers } }: Pick<Props, 'ledger'>) {
  return (
    <div className={ui.stack12}>
      <dl className={styles.facts}>
        <Stat label="Staked" value={formatMoney(totals.staked)} />
        <Stat label="Returned" value={formatMoney(totals.returned)} />
        <Stat label="Balance" value={formatMoney(totals.balance)} tone={toneOf(totals.balance)} />
      </dl>
      {totals.open_weeks.length === 0 ? null : (
        <p className={ui.note}>
          Unsettled, and not in these sums: {formatMoney(totals.open_staked)} (
          {formatWeeks(totals.open_weeks)})
        </p>
      )}
      {payers.length === 0 ? null : (
        <div>
          <h3 className={styles.title}>Who covers</h3>
          <ul className={styles.payers}>
            {payers.map(({ owner, weeks, paid, unpaid_weeks }) => (
              <li key={owner}>
                <span className={ui.breakable}>
                  {owner}{' '}
                  <span className={ui.note}>
                    {formatWeeks(weeks)}
                    {unpaid_weeks.length === 0 ? ', paid' : `, not paid: ${formatWeeks(unpaid_weeks)}`}
                  </span>
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

function LedgerTable({ ledger }: Pick<Props, 'ledger'>) {
  return (
    <table className={`${table.table} ${styles.table}`} data-dense aria-label={`${ledger.season} slips`}>
      <TableHead columns={['Week', 'Covered by', 'Bet', 'Slip', 'Returned']} numbers={['Bet', 'Returned']} />
      <tbody>
        {ledger.weeks.map(({ week, payer, payment, bet_amount, slip }) => (
          <tr key={week}>
            <th scope="row">W{week}</th>
            <td className={ui.breakable}>
              {payment.covered_by ?? payer?.owner ?? 'Unknown'}
              {payment.paid ? <span className={ui.note}> paid</span> : null}
            </td>
            <td className={table.number}>{formatDollars(centsFromDollars(bet_amount))}</td>
            <td className={`${ui.strong} ${ui.toned}`} data-tone={resultTone(slip.state)}>
              {SLIP_STATE_LABELS[slip.state]}
            </td>
            <td className={table.number}>{slip.returned === null ? '—' : formatMoney(slip.returned)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How each member's picks of the season did. */
function Leaderboard({ league, members }: LeaderboardProps) {
  const faceOf = useFaces(league)
  if (members.length === 0) return null
  return (
    <div>
      <h3 className={styles.title}>Leaderboard</h3>
      <div className={styles.scroll}>
        <table className={table.table} data-dense aria-label="Leaderboard">
          <TableHead
            columns={['Member', 'Hits', 'Hit rate', 'Streak', 'Avg odds', 'Best hit']}
            numbers={['Hits', 'Hit rate', 'Streak', 'Avg odds']}
          />
          <tbody>
            {members.map((member) => (
              <tr key={member.owner}>
                <th scope="row">
                  <span className={styles.person}>
                    <Avatar name={member.owner} size="xs" {...faceOf(member.owner)} />
                    <span className={ui.breakable}>{member.owner}</span>
                  </span>
                </th>
                <td className={table.number}>{formatHits(member)}</td>
                <td className={table.number}>
                  {member.hit_rate === null ? '—' : `${Math.round(member.hit_rate * 100)}%`}
                </td>
                <td className={table.number}>{formatStreak(member.streak)}</td>
                <td className={table.number}>{member.average_odds?.toFixed(2) ?? '—'}</td>
                <td className={ui.breakable}>
                  {member.best_hit === null
                    ? '—'
                    : `${formatAmericanOdds(member.best_hit.odds)} in W${member.best_hit.week}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={ui.note}>Hits: won-lost, then push and void. Average odds are decimal.</p>
    </div>
  )
}

type Member = Ledger['members'][number]

function formatHits({ won, lost, other }: Member): string {
  return formatRecord({ wins: won, losses: lost, ties: other })
}

function formatStreak(streak: Member['streak']): string {
  return streak === null ? '—' : `${streak.result === 'won' ? 'W' : 'L'}${streak.length}`
}

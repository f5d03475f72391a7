import { centsFromDollars, formatDollars, moneyFromDecimalString, ZERO_CENTS } from '@fieldhouse/domain/money'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { useQuery } from '@tanstack/react-query'
import { useFaces } from '../../../api/league-queries.ts'
import { DataTable } from '../../../ui/display/data-table.tsx'
import { Stat, Stats } from '../../../ui/display/stat.tsx'
import { TeamCell } from '../../../ui/display/team-cell.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Row, Section, Stack, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { formatAmericanOdds, formatMoney, formatWeeks, resultTone, SLIP_STATE_LABELS } from '../format.ts'
import { type Ledger, ledgerQuery } from '../use-bets.ts'
import { BalanceChart } from './balance-chart.tsx'

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
      <Stats size="m">
        <Stat label="Staked" value={formatMoney(totals.staked)} />
        <Stat label="Returned" value={formatMoney(totals.returned)} />
        <Stat label="Balance" value={formatMoney(totals.balance)} tone={toneOf(totals.balance)} />
      </Stats>
      {totals.open_weeks.length === 0 ? null : (
        <p className={ui.note}>
          Unsettled, and not in these sums: {formatMoney(totals.open_staked)} (
          {formatWeeks(totals.open_weeks)})
        </p>
      )}
      {payers.length === 0 ? null : (
        <Section title="Who covers" level={3} gap={1}>
          <Stack as="ul" gap={2} isDivided>
            {payers.map(({ owner, weeks, paid, unpaid_weeks }) => (
              <Row as="li" key={owner} isSpread gap={4} align="baseline">
                <span className={ui.breakable}>
                  {owner}{' '}
                  <span className={ui.note}>
                    {formatWeeks(weeks)}
                    {unpaid_weeks.length === 0 ? ', paid' : `, not paid: ${formatWeeks(unpaid_weeks)}`}
                  </span>
                </span>
                <Text isNumeric>{formatMoney(paid)}</Text>
              </Row>
            ))}
          </Stack>
        </Section>
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
    <DataTable
      caption={`${ledger.season} slips`}
      columns={[
        { id: 'week', label: 'Week', kind: 'text', cell: ({ week }) => `W${week}` },
        {
          id: 'payer',
          label: 'Covered by',
          cell: ({ payment, payer }) => (
            <>
              {payment.covered_by ?? payer?.owner ?? 'Unknown'}
              {payment.paid ? <span className={ui.note}> paid</span> : null}
            </>
          ),
        },
        {
          id: 'bet',
          label: 'Bet',
          cell: ({ bet_amount: amount }) => formatDollars(centsFromDollars(amount)),
        },
        {
          id: 'slip',
          label: 'Slip',
          isStrong: true,
          cell: ({ slip }) => SLIP_STATE_LABELS[slip.state],
          tone: ({ slip }) => resultTone(slip.state),
        },
        {
          id: 'returned',
          label: 'Returned',
          cell: ({ slip }) => (slip.returned === null ? '—' : formatMoney(slip.returned)),
        },
      ]}
      rows={ledger.weeks}
      keyOf={({ week }) => week}
      head="payer"
      isPlain
      isDense
    />
  )
}

/** How each member's picks of the season did. */
function Leaderboard({ league, members }: LeaderboardProps) {
  const faceOf = useFaces(league)
  if (members.length === 0) return null
  return (
    <Section title="Leaderboard" level={3} gap={1}>
      <DataTable
        caption="Leaderboard"
        columns={[
          {
            id: 'member',
            label: 'Member',
            cell: ({ owner }) => (
              <TeamCell
                team={{ name: owner, logo: faceOf(owner).src, color: faceOf(owner).color }}
                size="xs"
              />
            ),
          },
          { id: 'hits', label: 'Hits', cell: formatHits, views: ['Hits'] },
          {
            id: 'rate',
            label: 'Hit rate',
            value: ({ hit_rate: rate }) => (rate === null ? null : `${Math.round(rate * 100)}%`),
            views: ['Hits'],
          },
          { id: 'streak', label: 'Streak', cell: ({ streak }) => formatStreak(streak), views: ['Hits'] },
          {
            id: 'odds',
            label: 'Avg odds',
            value: ({ average_odds: odds }) => odds?.toFixed(2) ?? null,
            views: ['Odds'],
          },
          {
            id: 'best',
            label: 'Best hit',
            value: ({ best_hit: best }) =>
              best === null ? null : `${formatAmericanOdds(best.odds)} in W${best.week}`,
            views: ['Odds'],
          },
        ]}
        rows={members}
        keyOf={({ owner }) => owner}
        head="member"
        isPlain
        isDense
      />
      <p className={ui.note}>Hits: won-lost, then push and void. Average odds are decimal.</p>
    </Section>
  )
}

type Member = Ledger['members'][number]

function formatHits({ won, lost, other }: Member): string {
  return formatRecord({ wins: won, losses: lost, ties: other })
}

function formatStreak(streak: Member['streak']): string {
  return streak === null ? '—' : `${streak.result === 'won' ? 'W' : 'L'}${streak.length}`
}

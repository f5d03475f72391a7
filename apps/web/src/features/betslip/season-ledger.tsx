import { centsFromDollars, formatDollars, moneyFromDecimalString, ZERO_CENTS } from '@fieldhouse/domain/money'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { useQuery } from '@tanstack/react-query'
import { useFaces } from '../../api/operations.ts'
import { PeriodPlot } from '../../ui/charts/plot.tsx'
import { DataTable } from '../../ui/display/data-table.tsx'
import { Stat, Stats } from '../../ui/display/stat.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { EmptyState, Loaded, Skeleton } from '../../ui/feedback/feedback.tsx'
import { Row, Section, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import {
  formatAmericanOdds,
  formatMoney,
  formatWeeks,
  type Ledger,
  ledgerQuery,
  resultTone,
  SLIP_STATE_LABELS,
} from './use-bets.ts'

type Props = { league: string; ledger: Ledger }

export function SeasonLedger({ league, season }: { league: string; season: number }) {
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
    <Stack>
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
    </Stack>
  )
}

function LedgerTotals({ ledger: { totals, payers } }: Pick<Props, 'ledger'>) {
  return (
    <Stack gap={3}>
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
    </Stack>
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
        { label: 'Week', kind: 'text', cell: ({ week }) => `W${week}` },
        {
          label: 'Covered by',
          kind: 'head',
          cell: ({ payment, payer }) => (
            <>
              {payment.covered_by ?? payer?.owner ?? 'Unknown'}
              {payment.paid ? <span className={ui.note}> paid</span> : null}
            </>
          ),
        },
        {
          label: 'Bet',
          cell: ({ bet_amount: amount }) => formatDollars(centsFromDollars(amount)),
        },
        {
          label: 'Slip',
          isStrong: true,
          cell: ({ slip }) => SLIP_STATE_LABELS[slip.state],
          tone: ({ slip }) => resultTone(slip.state),
        },
        {
          label: 'Returned',
          cell: ({ slip }) => (slip.returned === null ? '—' : formatMoney(slip.returned)),
        },
      ]}
      rows={ledger.weeks}
      keyOf={({ week }) => week}
      isPlain
      isDense
    />
  )
}

function Leaderboard({ league, members }: { league: string; members: Ledger['members'] }) {
  const faceOf = useFaces(league)
  if (members.length === 0) return null
  return (
    <Section title="Leaderboard" level={3} gap={1}>
      <DataTable
        caption="Leaderboard"
        columns={[
          {
            label: 'Member',
            kind: 'head',
            cell: ({ owner }) => (
              <TeamCell
                team={{ name: owner, logo: faceOf(owner).src, color: faceOf(owner).color }}
                size="xs"
              />
            ),
          },
          { label: 'Hits', cell: formatHits, views: ['Hits'] },
          {
            label: 'Hit rate',
            value: ({ hit_rate: rate }) => (rate === null ? null : `${Math.round(rate * 100)}%`),
            views: ['Hits'],
          },
          { label: 'Streak', cell: ({ streak }) => formatStreak(streak), views: ['Hits'] },
          {
            label: 'Avg odds',
            value: ({ average_odds: odds }) => odds?.toFixed(2) ?? null,
            views: ['Odds'],
          },
          {
            label: 'Best hit',
            value: ({ best_hit: best }) =>
              best === null ? null : `${formatAmericanOdds(best.odds)} in W${best.week}`,
            views: ['Odds'],
          },
        ]}
        rows={members}
        keyOf={({ owner }) => owner}
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

/** The balance after each settled week; nothing before the second. */
function BalanceChart({ weeks }: Pick<Ledger, 'weeks'>) {
  const balances = balancesOf(weeks)
  const last = balances.at(-1)
  if (last === undefined || balances.length < 2) return null
  return (
    <PeriodPlot
      title="Balance by week"
      summary={`The balance is ${formatBalance(last.value)} after ${balances.length} settled weeks.`}
      height={200}
      periods={balances.map(({ week, value }) => ({
        at: week,
        value,
        title: `Week ${week}`,
        lines: [formatBalance(value)],
      }))}
      dotRadius={4}
      hasZero
      formatValue={(value) => `$${value}`.replace('$-', '−$')}
      columns={['Week', 'Balance']}
      rows={balances.map(({ week, value }) => [week, formatBalance(value)])}
    />
  )
}

/** In dollars. Precise enough for a drawing; the sums of the page are exact. */
function balancesOf(weeks: Ledger['weeks']) {
  let cents = 0n
  return weeks.flatMap(({ week, bet_amount, slip: { returned } }) => {
    if (returned === null) return []
    cents += moneyFromDecimalString(returned) - BigInt(Math.round(bet_amount * 100))
    return { week, value: Number(cents) / 100 }
  })
}

function formatBalance(balance: number): string {
  return formatMoney(balance.toFixed(2))
}

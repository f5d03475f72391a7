import { moneyFromDecimalString } from '@fieldhouse/domain/money'
import { scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import styles from '../../../ui/charts/plot.module.css'
import { CHART_MARGIN, GridLines, Plot, YearAxis } from '../../../ui/charts/plot.tsx'
import { formatMoney } from '../format.ts'
import type { Ledger } from '../use-bets.ts'

const HEIGHT = 200
const DOT_RADIUS = 4

type Week = { week: number; balance: number }

/** The balance after each settled week; nothing before the second. */
export function BalanceChart({ weeks }: Pick<Ledger, 'weeks'>) {
  const balances = balancesOf(weeks)
  const last = balances.at(-1)
  if (last === undefined || balances.length < 2) return null
  return (
    <Plot
      title="Balance by week"
      summary={`The balance is ${formatBalance(last.balance)} after ${balances.length} settled weeks.`}
      height={HEIGHT}
      points={(width) => {
        const { x, y } = scalesOf(balances, width)
        return balances.map(({ week, balance }) => ({
          x: x(week),
          y: y(balance),
          title: `Week ${week}`,
          lines: [formatBalance(balance)],
        }))
      }}
      columns={['Week', 'Balance']}
      rows={balances.map(({ week, balance }) => [week, formatBalance(balance)])}
    >
      {(width) => <Lines balances={balances} width={width} />}
    </Plot>
  )
}

/** In dollars. Precise enough for a drawing; the sums of the page are exact. */
function balancesOf(weeks: Ledger['weeks']): Week[] {
  let cents = 0n
  return weeks.flatMap(({ week, bet_amount, slip: { returned } }) => {
    if (returned === null) return []
    cents += moneyFromDecimalString(returned) - BigInt(Math.round(bet_amount * 100))
    return { week, balance: Number(cents) / 100 }
  })
}

function formatBalance(balance: number): string {
  return formatMoney(balance.toFixed(2))
}

function scalesOf(balances: readonly Week[], width: number) {
  const values = balances.map(({ balance }) => balance)
  const position = scalePoint(
    balances.map(({ week }) => week),
    [CHART_MARGIN.left + DOT_RADIUS, width - CHART_MARGIN.right - DOT_RADIUS],
  )
  const y = scaleLinear(
    [Math.min(0, ...values), Math.max(0, ...values)],
    [HEIGHT - CHART_MARGIN.bottom, CHART_MARGIN.top],
  ).nice()
  return { x: (week: number) => position(week) ?? 0, y }
}

function Lines({ balances, width }: { balances: readonly Week[]; width: number }) {
  const { x, y } = scalesOf(balances, width)
  const path = line<Week>(
    ({ week }) => x(week),
    ({ balance }) => y(balance),
  )(balances)
  return (
    <>
      <GridLines
        values={y.ticks(4)}
        y={y}
        width={width}
        formatValue={(value) => `$${value}`.replace('$-', '−$')}
      />
      <line
        className={styles.zeroLine}
        x1={CHART_MARGIN.left}
        x2={width - CHART_MARGIN.right}
        y1={y(0)}
        y2={y(0)}
      />
      <YearAxis
        years={balances.map(({ week }) => week)}
        x={x}
        y={HEIGHT - 6}
        width={width - CHART_MARGIN.left - CHART_MARGIN.right}
      />
      <path className={styles.mainLine} d={path ?? undefined} />
      {balances.map(({ week, balance }) => (
        <circle key={week} className={styles.dot} cx={x(week)} cy={y(balance)} r={DOT_RADIUS} />
      ))}
    </>
  )
}

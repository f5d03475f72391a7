import { lazy, Suspense } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import { formatWinPercentage } from '../../ui/format/win-percentage.ts'
import { OwnerButton } from './owner-button.tsx'
import { toRivalryGames } from './rivalry.ts'
import { RivalryGames } from './rivalry-games.tsx'
import styles from './rivalry-view.module.css'
import type { Comparison } from './use-history.ts'

const DifferenceChart = lazy(() =>
  import('./charts/difference-chart.tsx').then((file) => ({ default: file.DifferenceChart })),
)

/** A line needs at least two points. */
const MIN_CHART_GAMES = 2

type Props = {
  comparison: Comparison
  /** Whether this is the previous comparison, shown while another one loads. */
  isPlaceholderData?: boolean
}

/** Win–loss record, point differential chart and list of games. */
export function RivalryView({ comparison, isPlaceholderData = false }: Props) {
  const { a, b, summary } = comparison
  const games = toRivalryGames(comparison)
  return (
    <div
      className={styles['rivalry']}
      data-stale={isPlaceholderData || undefined}
      aria-busy={isPlaceholderData}
    >
      <div className={styles['sides']}>
        <OwnerButton owner={a} picture="l" />
        <p className={styles['record']}>
          {summary.wins}–{summary.losses}
          {summary.ties > 0 ? `–${summary.ties}` : ''}
        </p>
        <OwnerButton owner={b} picture="l" />
      </div>
      {games.length === 0 ? (
        <EmptyState>
          {a} and {b} haven't played each other yet.
        </EmptyState>
      ) : (
        <>
          <RivalryStats comparison={comparison} />
          {games.length < MIN_CHART_GAMES ? null : (
            <Suspense fallback={<div className={styles['chartPlaceholder']} />}>
              <DifferenceChart a={a} b={b} games={games} />
            </Suspense>
          )}
          <RivalryGames a={a} games={games} />
        </>
      )}
    </div>
  )
}

function RivalryStats({ comparison: { a, b, summary } }: { comparison: Comparison }) {
  const perGame = (total: number) => formatPoints(summary.games === 0 ? null : total / summary.games)
  return (
    <dl className={styles['stats']}>
      <Stat label="Games" value={String(summary.games)} />
      <Stat label={`${a}'s win %`} value={formatWinPercentage(summary.win_pct)} />
      <Stat label={`${a}'s PPG`} value={perGame(summary.pf)} />
      <Stat label={`${b}'s PPG`} value={perGame(summary.pa)} />
    </dl>
  )
}

function Stat({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

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

/** The fewest games that make a line. */
const MIN_CHART_GAMES = 2

type Props = {
  comparison: Comparison
  /** Whether another one is on its way. */
  isPlaceholderData?: boolean
}

/** The tally, how the points between them went, and the list of games. */
export function RivalryView({ comparison, isPlaceholderData = false }: Props) {
  const { a, b, summary } = comparison
  const sights = toRivalryGames(comparison)
  return (
    <div
      className={styles['rivalry']}
      data-old={isPlaceholderData || undefined}
      aria-busy={isPlaceholderData}
    >
      <div className={styles['sides']}>
        <OwnerButton owner={a} picture="l" />
        <p className={styles['tally']}>
          {summary.wins}–{summary.losses}
          {summary.ties > 0 ? `–${summary.ties}` : ''}
        </p>
        <OwnerButton owner={b} picture="l" />
      </div>
      {sights.length === 0 ? (
        <EmptyState>
          {a} and {b} have not met yet.
        </EmptyState>
      ) : (
        <>
          <RivalryStats comparison={comparison} />
          {sights.length < MIN_CHART_GAMES ? null : (
            <Suspense fallback={<div className={styles['room']} />}>
              <DifferenceChart a={a} b={b} games={sights} />
            </Suspense>
          )}
          <RivalryGames a={a} games={sights} />
        </>
      )}
    </div>
  )
}

function RivalryStats({ comparison: { a, b, summary } }: { comparison: Comparison }) {
  const perGame = (total: number) => formatPoints(summary.games === 0 ? null : total / summary.games)
  return (
    <dl className={styles['figures']}>
      <Stat label="Games" value={String(summary.games)} />
      <Stat label={`Win% of ${a}`} value={formatWinPercentage(summary.win_pct)} />
      <Stat label={`A game, ${a}`} value={perGame(summary.pf)} />
      <Stat label={`A game, ${b}`} value={perGame(summary.pa)} />
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

import { lazy, Suspense } from 'react'
import { Empty } from '../../ui/empty.tsx'
import { points } from '../../ui/format/points.ts'
import { share } from '../../ui/format/share.ts'
import { OwnerButton } from './owner-button.tsx'
import { sightsOf } from './rivalry.ts'
import { RivalryGames } from './rivalry-games.tsx'
import styles from './rivalry-view.module.css'
import type { Comparison } from './use-history.ts'

const DifferenceChart = lazy(() =>
  import('./charts/difference-chart.tsx').then((file) => ({ default: file.DifferenceChart })),
)

/** The fewest games that make a line. */
const FEWEST_OF_A_LINE = 2

type Props = {
  comparison: Comparison
  /** Whether another one is on its way. */
  isOld?: boolean
}

/** The tally, how the points between them went, and the list of games. */
export function RivalryView({ comparison, isOld = false }: Props) {
  const { a, b, summary } = comparison
  const sights = sightsOf(comparison)
  return (
    <div className={styles['rivalry']} data-old={isOld || undefined} aria-busy={isOld}>
      <div className={styles['sides']}>
        <OwnerButton owner={a} picture="l" />
        <p className={styles['tally']}>
          {summary.wins}–{summary.losses}
          {summary.ties > 0 ? `–${summary.ties}` : ''}
        </p>
        <OwnerButton owner={b} picture="l" />
      </div>
      {sights.length === 0 ? (
        <Empty>
          {a} and {b} have not met yet.
        </Empty>
      ) : (
        <>
          <Figures comparison={comparison} />
          {sights.length < FEWEST_OF_A_LINE ? null : (
            <Suspense fallback={<div className={styles['room']} />}>
              <DifferenceChart a={a} b={b} sights={sights} />
            </Suspense>
          )}
          <RivalryGames a={a} sights={sights} />
        </>
      )}
    </div>
  )
}

function Figures({ comparison: { a, b, summary } }: { comparison: Comparison }) {
  const perGame = (total: number) => points(summary.games === 0 ? null : total / summary.games)
  return (
    <dl className={styles['figures']}>
      <Figure label="Games" value={String(summary.games)} />
      <Figure label={`Win% of ${a}`} value={share(summary.win_pct)} />
      <Figure label={`A game, ${a}`} value={perGame(summary.pf)} />
      <Figure label={`A game, ${b}`} value={perGame(summary.pa)} />
    </dl>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

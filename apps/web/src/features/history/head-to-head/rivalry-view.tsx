import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { type CSSProperties, Suspense, useState } from 'react'
import { ShareButton } from '../../../router/share-button.tsx'
import { sideColorStyle } from '../../../theme/team-color.ts'
import { Stat } from '../../../ui/display/stat.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatWinPercentage } from '../../../ui/format/record.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import ui from '../../../ui/ui.module.css'
import { GameRow } from '../games/game-row.tsx'
import { useHistoryContext } from '../history-context.ts'
import { OwnerButton } from '../owners/owner-button.tsx'
import { type Comparison, comparisonImage } from '../use-history.ts'
import { type RivalryGame, toRivalryGames } from './rivalry.ts'
import styles from './rivalry-view.module.css'

const DifferenceChart = lazyNamed(() => import('../charts/difference-chart.tsx'), 'DifferenceChart')

/** A line needs at least two points. */
const MIN_CHART_GAMES = 2

/** How many games are listed at first. */
const MAX_SHOWN = 10

type Props = {
  comparison: Comparison
  /** Whether this is the previous comparison, shown while another one loads. */
  isPlaceholderData: boolean
}

/** Win–loss record, point differential chart and list of games. */
export function RivalryView({ comparison, isPlaceholderData }: Props) {
  const { a, b, summary } = comparison
  const { league, getColor } = useHistoryContext()
  const games = toRivalryGames(comparison)
  const colors = sideColorStyle({ color: getColor(a) }, { color: getColor(b) })
  return (
    <div className={ui.stack16} data-stale={isPlaceholderData} aria-busy={isPlaceholderData}>
      <div className={`${ui.frame} ${styles.sides}`}>
        <OwnerButton owner={a} picture="l" />
        <p className={styles.record}>{formatRecord(summary)}</p>
        <OwnerButton owner={b} picture="l" />
        {summary.win_pct === null ? null : (
          <span
            className={styles.bar}
            style={{ ...colors, '--share': summary.win_pct } as CSSProperties}
            aria-hidden="true"
          />
        )}
      </div>
      {games.length === 0 ? (
        <EmptyState>
          {a} and {b} haven't played each other yet.
        </EmptyState>
      ) : (
        <>
          <div className={styles.summary}>
            <RivalryStats {...comparison} />
            <ShareButton
              title={`${a} vs ${b}`}
              label="Share head-to-head"
              image={comparisonImage(league, a, b)}
            />
          </div>
          {games.length < MIN_CHART_GAMES ? null : (
            <Suspense fallback={<div className={styles.chartPlaceholder} />}>
              <DifferenceChart a={a} b={b} games={games} />
            </Suspense>
          )}
          <RivalryGames a={a} games={games} />
        </>
      )}
    </div>
  )
}

function RivalryStats({ a, b, summary }: Comparison) {
  const perGame = (total: number) => formatPoints(summary.games === 0 ? null : total / summary.games)
  return (
    <dl className={styles.stats}>
      <Stat label="Games" value={String(summary.games)} />
      <Stat label={`${a}'s win %`} value={formatWinPercentage(summary.win_pct)} />
      <Stat label={`${a}'s PPG`} value={perGame(summary.pf)} />
      <Stat label={`${b}'s PPG`} value={perGame(summary.pa)} />
    </dl>
  )
}

type RivalryGamesProps = { a: string; games: readonly RivalryGame[] }

/** Games between two owners from the perspective of `a`, newest first. Collapses after the first ten. */
function RivalryGames({ a, games }: RivalryGamesProps) {
  const [isExpanded, setExpanded] = useState(false)
  const newestFirst = games.toReversed()
  const shown = isExpanded ? newestFirst : newestFirst.slice(0, MAX_SHOWN)
  return (
    <>
      <ol className={styles.games} aria-label="Games, newest first">
        {shown.map(({ game, outcome }) => (
          <li key={`${game.season} ${game.game_id}`}>
            <GameRow game={game} side={game.home_owner === a ? 'home' : 'away'} outcome={outcome} />
          </li>
        ))}
      </ol>
      {shown.length < games.length ? (
        <div>
          <Button onClick={() => setExpanded(true)}>Show all {games.length} games</Button>
        </div>
      ) : null}
    </>
  )
}

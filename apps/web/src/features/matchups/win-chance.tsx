import { type Points, pointsFromDecimal } from '@fieldhouse/domain/points'
import {
  remainingShare,
  SCORE_STANDARD_DEVIATION,
  type SideOutlook,
} from '@fieldhouse/domain/rosters/matchup'
import { Info, X } from 'lucide-react'
import { useId } from 'react'
import { formatPoints } from '../../ui/format/points.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { WinChanceLine } from './game-score.tsx'
import type { Matchup, MatchupTeam } from './use-matchups.ts'
import styles from './win-chance.module.css'

type Props = { game: Pick<Matchup, 'away' | 'home'> }

/** The win probability and a button that explains the estimate. */
export function WinChance({ game }: Props) {
  const id = useId()
  if (game.away.win_chance === null) return null
  return (
    <div className={styles.probability}>
      <WinChanceLine game={game}>
        <IconButton label="How win probability works" popoverTarget={id}>
          <Info size={18} aria-hidden="true" />
        </IconButton>
      </WinChanceLine>
      <div id={id} popover="auto" className={styles.popover} role="dialog" aria-labelledby={`${id}-title`}>
        <div className={styles.header}>
          <h4 id={`${id}-title`}>How win probability works</h4>
          <IconButton label="Close" popoverTarget={id} popoverTargetAction="hide">
            <X size={18} aria-hidden="true" />
          </IconButton>
        </div>
        <p>Based on projected final scores and how many points are left to play. An estimate.</p>
        <EstimateDetails game={game} />
        <details className={styles.math}>
          <summary className={styles.summary}>Show the math</summary>
          <p className={styles.formula}>
            win probability = Φ(lead ÷ ({SCORE_STANDARD_DEVIATION} × √2 × √share left))
          </p>
          <p>
            The lead is the difference in projected final scores, and the share left is the part of the
            projected points that hasn't been played. Φ is the standard normal distribution.{' '}
            {SCORE_STANDARD_DEVIATION} points is how far a team's score usually lands from its projection.
          </p>
        </details>
      </div>
    </div>
  )
}

function EstimateDetails({ game: { away, home } }: Props) {
  const [awayOutlook, homeOutlook] = [toOutlook(away), toOutlook(home)]
  const share = awayOutlook === null || homeOutlook === null ? null : remainingShare(awayOutlook, homeOutlook)
  if (share === null) return null
  return (
    <p>
      {away.name}: {formatPoints(away.proj)} projected. {home.name}: {formatPoints(home.proj)} projected.{' '}
      {Math.round(share * 100)}% of the points are left to play.
    </p>
  )
}

function toOutlook({ score, proj }: MatchupTeam): SideOutlook | null {
  if (proj === null) return null
  const scored = pointsFromDecimal(score ?? 0)
  return { scored, remaining: Math.max(0, pointsFromDecimal(proj) - scored) as Points }
}

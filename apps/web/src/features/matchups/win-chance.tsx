import { type Points, pointsFromDecimal } from '@fieldhouse/domain/points'
import {
  remainingShare,
  SCORE_STANDARD_DEVIATION,
  type SideOutlook,
} from '@fieldhouse/domain/rosters/matchup'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { formatPoints } from '../../ui/format/points.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { formatWinChances } from './format.ts'
import type { Matchup, MatchupTeam } from './use-matchups.ts'

type Props = {
  game: Pick<Matchup, 'away' | 'home'>
  /** Whether projections are estimated from the league's own scores. */
  isEstimated: boolean
}

/** The win probability in words, with a button that explains the estimate. Nothing while unknown. */
export function WinChance({ game, isEstimated }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { away, home } = game
  if (away.win_chance === null || home.win_chance === null) return null
  const [awayText, homeText] = formatWinChances(away.win_chance, home.win_chance)
  return (
    <Row isSpread>
      <Text size="s">
        Win probability <strong>{awayText}</strong> – <strong>{homeText}</strong>
      </Text>
      <IconButton icon={Info} iconSize={18} label="How win probability works" onClick={() => setOpen(true)} />
      {isOpen ? (
        <Dialog title="How win probability works" onClose={() => setOpen(false)}>
          <Stack gap={3}>
            <p>Based on projected final scores and how many points are left to play. An estimate.</p>
            {isEstimated ? (
              <p>Estimated from this league's scores. The platform has no projections.</p>
            ) : null}
            <EstimateDetails game={game} />
            <details className={ui.link}>
              <summary>Show the math</summary>
              <Stack gap={3}>
                <p>win probability = Φ(lead ÷ ({SCORE_STANDARD_DEVIATION} × √2 × √share left))</p>
                <p>
                  The lead is the difference in projected final scores, and the share left is the part of the
                  projected points that hasn't been played. Φ is the standard normal distribution.{' '}
                  {SCORE_STANDARD_DEVIATION} points is how far a team's score usually lands from its
                  projection.
                </p>
              </Stack>
            </details>
          </Stack>
        </Dialog>
      ) : null}
    </Row>
  )
}

function EstimateDetails({ game: { away, home } }: Pick<Props, 'game'>) {
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

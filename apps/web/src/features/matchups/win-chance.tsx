import { type Points, pointsFromDecimal } from '@fieldhouse/domain/points'
import { remainingShare, type SideOutlook, WIN_CHANCE_SPREAD } from '@fieldhouse/domain/win-chance'
import { Info, X } from 'lucide-react'
import { useId } from 'react'
import { formatPoints } from '../../ui/format/points.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Matchup, MatchupTeam } from './use-matchups.ts'
import styles from './win-chance.module.css'
import { WinChanceLine } from './win-chance-line.tsx'

type Props = { game: Pick<Matchup, 'away' | 'home'> }

/** The estimated win chance, with how it is worked out one tap away. */
export function WinChance({ game }: Props) {
  const id = useId()
  if (game.away.win_chance === null) return null
  return (
    <div className={styles['chance']}>
      <WinChanceLine game={game}>
        <IconButton label="How the win chance is estimated" popoverTarget={id}>
          <Info size={18} aria-hidden="true" />
        </IconButton>
      </WinChanceLine>
      <div id={id} popover="auto" className={styles['popover']} role="dialog" aria-labelledby={`${id}-title`}>
        <div className={styles['head']}>
          <h4 id={`${id}-title`}>How the win chance is estimated</h4>
          <IconButton label="Close" popoverTarget={id} popoverTargetAction="hide">
            <X size={18} aria-hidden="true" />
          </IconButton>
        </div>
        <p>
          The lead in projected points is weighed against what is still to come: the more there is, the more
          can change. It is an estimate and knows nothing but these numbers.
        </p>
        <p className={styles['formula']}>
          win chance = Φ(lead ÷ ({WIN_CHANCE_SPREAD} × √2 × √share to come))
        </p>
        <p>
          Φ is the share of a normal distribution below a value, and {WIN_CHANCE_SPREAD} points is how far a
          team’s score usually strays from its projection.
        </p>
        <EstimateDetails game={game} />
      </div>
    </div>
  )
}

function EstimateDetails({ game: { away, home } }: Props) {
  const [one, other] = [toOutlook(away), toOutlook(home)]
  const share = one === null || other === null ? null : remainingShare(one, other)
  if (share === null) return null
  return (
    <p>
      Here {away.name} is projected to score {formatPoints(away.proj)} and {home.name}{' '}
      {formatPoints(home.proj)}, with {Math.round(share * 100)}% of the points to come.
    </p>
  )
}

function toOutlook({ score, proj }: MatchupTeam): SideOutlook | null {
  if (proj === null) return null
  const scored = pointsFromDecimal(score ?? 0)
  return { scored, remaining: Math.max(0, pointsFromDecimal(proj) - scored) as Points }
}

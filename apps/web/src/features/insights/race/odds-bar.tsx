import { Check, X } from 'lucide-react'
import styles from './odds-bar.module.css'
import { formatPlayoffs, provenOutcome } from './race-format.ts'
import type { TeamRace } from './use-race.ts'

/** The odds of the playoffs. What is proven is solid or empty; what is simulated is hatched. */
export function OddsBar({ team }: { team: Pick<TeamRace, 'status' | 'proven' | 'odds'> }) {
  const outcome = provenOutcome(team)
  const share = outcome === null ? (team.odds?.playoffs ?? 0) : Number(outcome === 'in')
  return (
    <span className={styles.bar} data-place={outcome ?? 'open'} aria-hidden="true">
      <span style={{ width: `${Math.max(share * 100, outcome === 'out' ? 0 : 1)}%` }} />
    </span>
  )
}

/** The odds as text, with a sign for what is proven. */
export function OddsNumber({ team }: { team: Pick<TeamRace, 'status' | 'proven' | 'odds'> }) {
  const outcome = provenOutcome(team)
  return (
    <span className={styles.number} data-place={outcome ?? 'open'}>
      {outcome === 'in' ? <Check size={18} aria-hidden="true" /> : null}
      {outcome === 'out' ? <X size={16} aria-hidden="true" /> : null}
      {formatPlayoffs(team)}
    </span>
  )
}

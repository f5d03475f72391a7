import { Check, X } from 'lucide-react'
import ui from '../../../ui/ui.module.css'
import styles from './odds.module.css'
import { formatPlayoffs, formatStatus, provenOutcome } from './race-format.ts'
import type { TeamRace } from './use-race.ts'

type Odds = { team: Pick<TeamRace, 'status' | 'proven' | 'odds'> }

/** The odds of the playoffs. What is proven is solid or empty; what is simulated is hatched. */
export function OddsBar({ team }: Odds) {
  const outcome = provenOutcome(team)
  const share = outcome === null ? (team.odds?.playoffs ?? 0) : Number(outcome === 'in')
  return <ShareBar place={outcome ?? 'open'} share={outcome === 'out' ? 0 : Math.max(share, 0.01)} />
}

/** A share from 0 to 1 as a bar. */
export function ShareBar({ place, share }: { place: 'in' | 'out' | 'open'; share: number }) {
  return (
    <span className={styles.bar} data-place={place} aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </span>
  )
}

export function OddsNumber({ team, size = 'm' }: Odds & { size?: 'm' | 'l' }) {
  const outcome = provenOutcome(team)
  return (
    <span className={styles.number} data-place={outcome ?? 'open'} data-size={size}>
      {outcome === 'in' ? <Check size={18} aria-hidden="true" /> : null}
      {outcome === 'out' ? <X size={16} aria-hidden="true" /> : null}
      {formatPlayoffs(team)}
    </span>
  )
}

export function StatusBadge({ team }: { team: TeamRace }) {
  const status = formatStatus(team)
  if (status === null) return null
  return (
    <span
      className={`${ui.chip} ${styles.badge}`}
      data-status={team.proven ? team.status : (team.label ?? undefined)}
    >
      {status}
    </span>
  )
}

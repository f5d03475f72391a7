import { Check, X } from 'lucide-react'
import { Bar, Track } from '../../../ui/feedback/progress.tsx'
import { Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import styles from './odds.module.css'
import { formatPlayoffs, formatStatus, provenOutcome } from './race-format.ts'
import type { TeamRace } from './use-race.ts'

type Odds = { team: Pick<TeamRace, 'status' | 'proven' | 'odds'> }

/** The odds of the playoffs. What is proven is solid or empty; what is simulated is hatched. */
export function OddsBar({ team }: Odds) {
  const outcome = provenOutcome(team)
  const share = outcome === null ? (team.odds?.playoffs ?? 0) : Number(outcome === 'in')
  return <ShareBar place={outcome ?? 'open'} share={Math.max(share, 0.01)} />
}

type ShareBarProps = { place: 'in' | 'out' | 'open'; share: number; className?: string | undefined }

/** A share from 0 to 1 as a bar. */
export function ShareBar({ place, share, className }: ShareBarProps) {
  return (
    <Track className={place === 'out' ? styles.out : className}>
      {place === 'out' ? null : (
        <Bar
          to={share}
          data-tone={place === 'in' ? 'good' : undefined}
          className={place === 'open' ? styles.open : ''}
        />
      )}
    </Track>
  )
}

const OUTCOME_TONES = { in: 'good', out: 'muted' } as const

export function OddsNumber({ team, size = 'xl' }: Odds & { size?: 'xl' | '5xl' }) {
  const outcome = provenOutcome(team)
  return (
    <Text size={size} weight={700} isNumeric tone={outcome === null ? undefined : OUTCOME_TONES[outcome]}>
      {outcome === 'in' ? <Check size={18} aria-hidden="true" /> : null}
      {outcome === 'out' ? <X size={16} aria-hidden="true" /> : null}
      {formatPlayoffs(team)}
    </Text>
  )
}

/** By the first word of a status or label. */
const BADGE_TONES: Record<string, string> = {
  clinched: 'good',
  win: 'good',
  must: 'warn',
  eliminated: 'muted',
}

export function StatusBadge({ team }: { team: TeamRace }) {
  const status = formatStatus(team)
  if (status === null) return null
  const kind = team.proven ? team.status : (team.label ?? '')
  return (
    <span className={ui.chip} data-tone={BADGE_TONES[kind.split('_')[0] ?? '']}>
      {status}
    </span>
  )
}

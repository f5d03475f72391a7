import { Avatar } from '../../ui/display/avatar.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { formatOrdinal } from '../../ui/format/count.ts'
import { formatPoints } from '../../ui/format/points.ts'
import { formatRecord } from '../../ui/format/record.ts'
import styles from './my-team-card.module.css'
import type { MySummary } from './use-standings.ts'

type Props = { summary: MySummary }

/** The content of the 'My Team' card. */
export function MyTeamCard({ summary: { assigned, team } }: Props) {
  if (!assigned || team === null) {
    return <EmptyState hint="Ask a league admin to assign your team.">No team assigned yet.</EmptyState>
  }
  return (
    <div className={styles['card']}>
      <div className={styles['team']}>
        <Avatar name={team.name} src={team.logo} size="l" />
        <p className={styles['name']}>{team.name}</p>
      </div>
      <dl className={styles['facts']}>
        <Fact label="Rank" value={team.rank === null ? '—' : formatOrdinal(team.rank)} />
        <Fact label="Record" value={formatRecord(team.record)} />
        <Fact label="Points for" value={formatPoints(team.points_for)} />
      </dl>
    </div>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

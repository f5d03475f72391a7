import { Empty } from '../../ui/empty.tsx'
import { ordinal } from '../../ui/format/ordinal.ts'
import { points } from '../../ui/format/points.ts'
import { record } from '../../ui/format/record.ts'
import { Picture } from '../../ui/picture.tsx'
import styles from './my-team-card.module.css'
import type { MySummary } from './use-standings.ts'

type Props = { summary: MySummary }

/** What stands in the card 'My Team'. */
export function MyTeamCard({ summary: { assigned, team } }: Props) {
  if (!assigned || team === null) {
    return <Empty hint="An admin of the league can assign yours.">No team assigned yet.</Empty>
  }
  return (
    <div className={styles['card']}>
      <div className={styles['team']}>
        <Picture name={team.name} src={team.logo} size="l" />
        <p className={styles['name']}>{team.name}</p>
      </div>
      <dl className={styles['facts']}>
        <Fact label="Rank" value={team.rank === null ? '—' : ordinal(team.rank)} />
        <Fact label="Record" value={record(team.record)} />
        <Fact label="Points for" value={points(team.points_for)} />
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

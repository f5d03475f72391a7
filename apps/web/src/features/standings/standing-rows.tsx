import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Sparkline } from '../../ui/display/sparkline.tsx'
import table from '../../ui/display/table.module.css'
import { formatPoints } from '../../ui/format/points.ts'
import { formatFullRecord } from '../../ui/format/record.ts'
import styles from './standing-rows.module.css'
import { TeamCell } from './team-cell.tsx'
import type { Standing } from './use-standings.ts'

type Props = {
  team: Standing
  /** Whether the playoff cutoff line is drawn below the row. */
  isLastPlayoffTeam: boolean
}

/** A team as a row with all columns. */
export function WideRow({ team, isLastPlayoffTeam }: Props) {
  return (
    <tr data-mine={team.is_mine || undefined} data-playoff-cutoff={isLastPlayoffTeam || undefined}>
      <td className={table['rank']}>{team.rank ?? '—'}</td>
      <th scope="row">
        <TeamCell name={team.name} logo={team.logo}>
          <Owners team={team} />
        </TeamCell>
      </th>
      <td className={table['number']}>{formatFullRecord(team)}</td>
      <td className={table['number']} data-strong>
        {formatPoints(team.points_for)}
      </td>
      <td className={table['number']}>{formatPoints(team.points_against)}</td>
      <td className={styles['manager']}>{team.assigned_user ?? '—'}</td>
      <td className={styles['weeks']}>
        <WeeklyPoints team={team} />
      </td>
    </tr>
  )
}

/** A team as a row with the columns that fit on a phone. Tapping it shows the others below. */
export function NarrowRow({ team, isLastPlayoffTeam }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const hasCutoffLine = isLastPlayoffTeam || undefined
  return (
    <>
      <tr
        data-mine={team.is_mine || undefined}
        data-open={isOpen || undefined}
        data-playoff-cutoff={isOpen ? undefined : hasCutoffLine}
      >
        <td className={table['rank']}>{team.rank ?? '—'}</td>
        <th scope="row">
          <button
            type="button"
            className={styles['toggle']}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <TeamCell name={team.name} logo={team.logo} />
            <ChevronDown className={styles['chevron']} size={16} aria-hidden="true" />
          </button>
        </th>
        <td className={table['number']}>{formatFullRecord(team)}</td>
        <td className={table['number']} data-strong>
          {formatPoints(team.points_for)}
        </td>
      </tr>
      {isOpen ? (
        <tr id={id} data-mine={team.is_mine || undefined} data-playoff-cutoff={hasCutoffLine}>
          <td colSpan={4}>
            <TeamDetails team={team} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

function TeamDetails({ team }: { team: Standing }) {
  return (
    <dl className={styles['details']}>
      <dt>Points against</dt>
      <dd>{formatPoints(team.points_against)}</dd>
      <dt>Manager</dt>
      <dd>{team.assigned_user ?? '—'}</dd>
      {team.owners.length === 0 ? null : (
        <>
          <dt>Owner</dt>
          <dd>{team.owners.join(', ')}</dd>
        </>
      )}
      <dt>By week</dt>
      <dd>
        <WeeklyPoints team={team} />
      </dd>
    </dl>
  )
}

function Owners({ team }: { team: Standing }) {
  if (team.owners.length === 0) return null
  return <span className={styles['owners']}>{team.owners.join(', ')}</span>
}

function WeeklyPoints({ team: { weekly_points: weeks } }: { team: Standing }) {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (first === undefined || last === undefined) return <>—</>
  const scores = weeks.map((week) => week.points)
  const label =
    `Points in weeks ${first.week} to ${last.week}: low ${formatPoints(Math.min(...scores))}, ` +
    `high ${formatPoints(Math.max(...scores))}, latest ${formatPoints(last.points)}`
  return <Sparkline values={scores} label={label} />
}

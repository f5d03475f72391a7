import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { formatPoints } from '../../ui/format/points.ts'
import { formatFullRecord } from '../../ui/format/record.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import table from '../../ui/table.module.css'
import styles from './standing-rows.module.css'
import { TeamCell } from './team-cell.tsx'
import type { Standing } from './use-standings.ts'

type Props = {
  team: Standing
  /** Whether the playoff line runs beneath it. */
  isLastPlayoffTeam: boolean
}

/** A team with all its columns. */
export function WideRow({ team, isLastPlayoffTeam }: Props) {
  return (
    <tr data-mine={team.is_mine || undefined} data-last-in={isLastPlayoffTeam || undefined}>
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

/** A team with the columns that a phone has room for; a tap opens the rest beneath. */
export function NarrowRow({ team, isLastPlayoffTeam }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const drawsLine = isLastPlayoffTeam || undefined
  return (
    <>
      <tr
        data-mine={team.is_mine || undefined}
        data-open={isOpen || undefined}
        data-last-in={isOpen ? undefined : drawsLine}
      >
        <td className={table['rank']}>{team.rank ?? '—'}</td>
        <th scope="row">
          <button
            type="button"
            className={styles['opener']}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <TeamCell name={team.name} logo={team.logo} />
            <ChevronDown className={styles['mark']} size={16} aria-hidden="true" />
          </button>
        </th>
        <td className={table['number']}>{formatFullRecord(team)}</td>
        <td className={table['number']} data-strong>
          {formatPoints(team.points_for)}
        </td>
      </tr>
      {isOpen ? (
        <tr id={id} data-mine={team.is_mine || undefined} data-last-in={drawsLine}>
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
    <dl className={styles['rest']}>
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
    `Points by week, ${first.week} to ${last.week}: lowest ${formatPoints(Math.min(...scores))}, ` +
    `highest ${formatPoints(Math.max(...scores))}, last ${formatPoints(last.points)}`
  return <Sparkline values={scores} label={label} />
}

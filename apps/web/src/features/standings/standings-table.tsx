import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { SortableHeader } from '../../ui/display/sortable-header.tsx'
import { Sparkline } from '../../ui/display/sparkline.tsx'
import table from '../../ui/display/table.module.css'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import { formatFullRecord } from '../../ui/format/record.ts'
import { useMediaQuery } from '../../ui/layout/measure.ts'
import ui from '../../ui/ui.module.css'
import { BY_RANK, nextStandingsOrder, type StandingsColumn, sortStandings } from './standings-order.ts'
import styles from './standings-table.module.css'
import { TeamCell } from './team-cell.tsx'
import type { Standing } from './use-standings.ts'

type Props = {
  teams: readonly Standing[]
  /** How many teams make the playoffs; null if unknown. */
  playoffTeams: number | null
  isFinished: boolean
  /** Whether another season is loading. */
  isPlaceholderData?: boolean
}

export function StandingsTable({ teams, playoffTeams, isFinished, isPlaceholderData = false }: Props) {
  const [order, setOrder] = useState(BY_RANK)
  const isWide = useMediaQuery('(min-width: 720px)')
  if (teams.length === 0) {
    return (
      <EmptyState isFramed hint="Standings appear after this season is refreshed.">
        No data.
      </EmptyState>
    )
  }

  const sorted = sortStandings(teams, order)
  const lastPlayoffTeam =
    order.column === 'rank' && !order.isDescending ? findLastPlayoffTeam(sorted, playoffTeams) : null
  const handlePress = (column: StandingsColumn) => setOrder(nextStandingsOrder(order, column))
  const renderHeader = (column: StandingsColumn, label: string, name?: string) => (
    <SortableHeader
      column={column}
      label={label}
      name={name}
      isText={column === 'team' || column === 'manager'}
      order={order}
      onPress={handlePress}
    />
  )
  return (
    <div className={`${ui.frame} ${styles.frame}`} data-stale={isPlaceholderData}>
      <table className={`${table.table} ${styles.table}`}>
        <caption className={ui.hidden}>{isFinished ? 'Final standings' : 'Current standings'}</caption>
        <thead>
          <tr>
            {renderHeader('rank', '#', 'Rank')}
            {renderHeader('team', 'Team')}
            {renderHeader('record', 'W-L-T')}
            {renderHeader('points_for', 'PF', 'Points for')}
            {isWide ? (
              <>
                {renderHeader('points_against', 'PA', 'Points against')}
                {renderHeader('manager', 'Manager')}
                <th scope="col">By week</th>
              </>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {sorted.map((team) => {
            const Row = isWide ? WideRow : NarrowRow
            return <Row key={team.team_id} team={team} isLastPlayoffTeam={team === lastPlayoffTeam} />
          })}
        </tbody>
      </table>
      {lastPlayoffTeam === null ? null : <p className={styles.legend}>Playoff cutoff: top {playoffTeams}</p>}
    </div>
  )
}

/** The last team in the playoffs; null if no cutoff line is drawn. */
function findLastPlayoffTeam(sorted: readonly Standing[], playoffTeams: number | null): Standing | null {
  if (playoffTeams === null || playoffTeams >= sorted.length) return null
  if (sorted.every((team) => team.rank === null)) return null
  return sorted[playoffTeams - 1] ?? null
}

type RowProps = {
  team: Standing
  /** Whether the playoff cutoff line is drawn below the row. */
  isLastPlayoffTeam: boolean
}

/** A team as a row with all columns. */
function WideRow({ team, isLastPlayoffTeam }: RowProps) {
  return (
    <tr data-mine={team.is_mine || undefined} data-playoff-cutoff={isLastPlayoffTeam || undefined}>
      <td className={table.rank}>{team.rank ?? '—'}</td>
      <th scope="row">
        <TeamCell name={team.name} logo={team.logo}>
          {team.owners.length === 0 ? null : <span className={styles.owners}>{team.owners.join(', ')}</span>}
        </TeamCell>
      </th>
      <td className={table.number}>{formatFullRecord(team)}</td>
      <td className={`${table.number} ${ui.strong}`}>{formatPoints(team.points_for)}</td>
      <td className={table.number}>{formatPoints(team.points_against)}</td>
      <td className={styles.manager}>{team.assigned_user ?? '—'}</td>
      <td className={styles.weeks}>
        <WeeklyPoints team={team} />
      </td>
    </tr>
  )
}

/** A team as a row with the columns that fit on a phone. Tapping it shows the others below. */
function NarrowRow({ team, isLastPlayoffTeam }: RowProps) {
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
        <td className={table.rank}>{team.rank ?? '—'}</td>
        <th scope="row">
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <TeamCell name={team.name} logo={team.logo} />
            <ChevronDown className={styles.chevron} size={16} aria-hidden="true" />
          </button>
        </th>
        <td className={table.number}>{formatFullRecord(team)}</td>
        <td className={`${table.number} ${ui.strong}`}>{formatPoints(team.points_for)}</td>
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
    <dl className={styles.details}>
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

function WeeklyPoints({ team: { weekly_points: weeks } }: { team: Standing }) {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (first === undefined || last === undefined) return <>—</>
  const scores = weeks.map((week) => week.points)
  const label =
    `Points in weeks ${first.week} to ${last.week}: low ${formatPoints(Math.min(...scores))}, ` +
    `high ${formatPoints(Math.max(...scores))}, latest ${formatPoints(last.points)}`
  return <Sparkline values={scores} label={label} />
}

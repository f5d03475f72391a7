import {
  describeFormat,
  hasMatchups,
  hasWeeklyPoints,
  type ScoringFormat,
} from '@fieldhouse/domain/seasons/scoring-format'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { Standing } from '../../api/league-queries.ts'
import { Link } from '../../router/link.tsx'
import { useLocation } from '../../router/router.ts'
import { SortableHeader } from '../../ui/display/sortable-header.tsx'
import table from '../../ui/display/table.module.css'
import { TeamCell } from '../../ui/display/team-cell.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { formatPoints } from '../../ui/format/points.ts'
import { formatFullRecord } from '../../ui/format/record.ts'
import { useMediaQuery } from '../../ui/layout/measure.ts'
import ui from '../../ui/ui.module.css'
import { BY_RANK, nextStandingsOrder, type StandingsColumn, sortStandings } from './standings-order.ts'
import styles from './standings-table.module.css'
import { LastResult, Streak, WeeklyPoints } from './team-form.tsx'

type Props = {
  format: ScoringFormat
  teams: readonly Standing[]
  /** How many teams make the playoffs; null if unknown. */
  playoffTeams: number | null
  isFinished: boolean
  /** Whether another season is loading. */
  isPlaceholderData?: boolean
}

export function StandingsTable({
  format,
  teams,
  playoffTeams,
  isFinished,
  isPlaceholderData = false,
}: Props) {
  const [order, setOrder] = useState(BY_RANK)
  const isWide = useMediaQuery('(min-width: 720px)')
  const hasExtras = useHasExtras(format)
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
  const renderPointsHeader = () =>
    hasMatchups(format)
      ? renderHeader('points_for', 'PF', 'Points for')
      : renderHeader('points_for', 'Points')
  const note = describeFormat(format)
  return (
    <div className={ui.stack12}>
      <div className={`${ui.frame} ${styles.frame}`} data-stale={isPlaceholderData}>
        <table className={`${table.table} ${styles.table}`}>
          <caption className={ui.hidden}>{isFinished ? 'Final standings' : 'Current standings'}</caption>
          <thead>
            <tr>
              {renderHeader('rank', '#', 'Rank')}
              {renderHeader('team', 'Team')}
              {hasMatchups(format) ? renderHeader('record', 'W-L-T') : null}
              {format === 'categories' ? null : renderPointsHeader()}
              {format === 'elimination'
                ? renderHeader('eliminated_week', 'Out', 'Week of elimination')
                : null}
              {isWide ? (
                <>
                  {format === 'points' ? renderHeader('points_against', 'PA', 'Points against') : null}
                  {hasExtras ? (
                    <>
                      {format === 'points' ? renderHeader('points_per_game', 'PPG', 'Points per game') : null}
                      {renderHeader('games_back', 'GB', 'Games back')}
                      {renderHeader('last_result', 'Last', 'Last result')}
                      {renderHeader('streak', 'Streak')}
                    </>
                  ) : null}
                  {renderHeader('manager', 'Manager')}
                  {hasWeeklyPoints(format) ? <th scope="col">By week</th> : null}
                </>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {sorted.map((team) => {
              const Row = isWide ? WideRow : NarrowRow
              return (
                <Row
                  key={team.team_id}
                  team={team}
                  format={format}
                  isLastPlayoffTeam={team === lastPlayoffTeam}
                />
              )
            })}
          </tbody>
        </table>
        {lastPlayoffTeam === null ? null : (
          <p className={styles.legend}>Playoff cutoff: top {playoffTeams}</p>
        )}
      </div>
      {note === null ? null : <p className={ui.note}>{note}</p>}
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
  format: ScoringFormat
  /** Whether the playoff cutoff line is drawn below the row. */
  isLastPlayoffTeam: boolean
}

/** A team as a row with all columns. */
function WideRow({ team, format, isLastPlayoffTeam }: RowProps) {
  const { season } = useLocation()
  const hasExtras = useHasExtras(format)
  const owners = team.owners.filter((owner) => owner !== team.assigned_user)
  return (
    <tr data-mine={team.is_mine || undefined} data-playoff-cutoff={isLastPlayoffTeam || undefined}>
      <td className={table.rank}>{team.rank ?? '—'}</td>
      <th scope="row">
        <TeamCell team={team} to={{ tab: 'roster', team: team.team_id, season }}>
          {owners.length === 0 ? null : <span className={styles.owners}>{owners.join(', ')}</span>}
        </TeamCell>
      </th>
      <ScoreCells team={team} format={format} />
      {format === 'points' ? <td className={table.number}>{formatPoints(team.points_against)}</td> : null}
      {hasExtras ? (
        <>
          {format === 'points' ? (
            <td className={table.number}>{formatPoints(team.points_per_game ?? null)}</td>
          ) : null}
          <td className={table.number}>{formatGamesBack(team)}</td>
          <td className={table.number}>
            <LastResult team={team} />
          </td>
          <td className={table.number}>
            <Streak team={team} />
          </td>
        </>
      ) : null}
      <td className={styles.manager}>{team.assigned_user ?? '—'}</td>
      {hasWeeklyPoints(format) ? (
        <td className={styles.weeks}>
          <WeeklyPoints team={team} />
        </td>
      ) : null}
    </tr>
  )
}

/** A team as a row with the columns that fit on a phone. Tapping it shows the others below. */
function NarrowRow({ team, format, isLastPlayoffTeam }: RowProps) {
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
            <TeamCell team={team} />
            <ChevronDown className={styles.chevron} size={16} aria-hidden="true" />
          </button>
        </th>
        <ScoreCells team={team} format={format} />
      </tr>
      {isOpen ? (
        <tr id={id} data-mine={team.is_mine || undefined} data-playoff-cutoff={hasCutoffLine}>
          <td colSpan={format === 'categories' || format === 'total_points' || format === 'roto' ? 3 : 4}>
            <TeamDetails team={team} format={format} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

type TeamProps = Pick<RowProps, 'team' | 'format'>

/** The record and the points, as far as the format has them. */
function ScoreCells({ team, format }: TeamProps) {
  return (
    <>
      {hasMatchups(format) ? <td className={table.number}>{formatFullRecord(team)}</td> : null}
      {format === 'categories' ? null : (
        <td className={`${table.number} ${ui.strong}`}>{formatPoints(team.points_for)}</td>
      )}
      {format === 'elimination' ? (
        <td className={table.number}>
          {team.eliminated_week == null ? '—' : `Week ${team.eliminated_week}`}
        </td>
      ) : null}
    </>
  )
}

/** Whether there is room for the columns that the phone shows in a team's details. */
function useHasExtras(format: ScoringFormat): boolean {
  return useMediaQuery('(min-width: 1080px)') && hasMatchups(format)
}

/** How far a team is behind the best record, such as '1.5'; '—' for the best one and if unknown. */
function formatGamesBack({ games_back: gamesBack }: Standing): string {
  return gamesBack === undefined || gamesBack === null || gamesBack === 0 ? '—' : String(gamesBack)
}

function TeamDetails({ team, format }: TeamProps) {
  const { season } = useLocation()
  const owners = team.owners.filter((owner) => owner !== team.assigned_user)
  return (
    <dl className={styles.details}>
      {format === 'points' ? (
        <>
          <dt>Points against</dt>
          <dd>{formatPoints(team.points_against)}</dd>
        </>
      ) : null}
      {hasMatchups(format) ? (
        <>
          <dt>Games back</dt>
          <dd>{formatGamesBack(team)}</dd>
          <dt>Last result</dt>
          <dd>
            <LastResult team={team} />
          </dd>
          <dt>Streak</dt>
          <dd>
            <Streak team={team} />
          </dd>
        </>
      ) : null}
      <dt>Manager</dt>
      <dd>{team.assigned_user ?? '—'}</dd>
      {owners.length === 0 ? null : (
        <>
          <dt>Owner</dt>
          <dd>{owners.join(', ')}</dd>
        </>
      )}
      {hasWeeklyPoints(format) ? (
        <>
          <dt>By week</dt>
          <dd>
            <WeeklyPoints team={team} />
          </dd>
        </>
      ) : null}
      <dt className={ui.hidden}>Team</dt>
      <dd className={styles.teamLink}>
        <Link to={{ tab: 'roster', team: team.team_id, season }}>Open team page</Link>
      </dd>
    </dl>
  )
}

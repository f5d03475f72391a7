import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SortableHeader } from '../../ui/sortable-header.tsx'
import table from '../../ui/table.module.css'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import hidden from '../../ui/visually-hidden.module.css'
import { NarrowRow, WideRow } from './standing-rows.tsx'
import { BY_RANK, nextStandingsOrder, type StandingsColumn, sortStandings } from './standings-order.ts'
import styles from './standings-table.module.css'
import type { Standing } from './use-standings.ts'

type Props = {
  teams: readonly Standing[]
  /** How many reach the playoffs; null where unknown. */
  playoffTeams: number | null
  isFinished: boolean
  /** Whether another season is on its way. */
  isPlaceholderData?: boolean
}

export function StandingsTable({ teams, playoffTeams, isFinished, isPlaceholderData = false }: Props) {
  const [order, setOrder] = useState(BY_RANK)
  const isWide = useMediaQuery('(min-width: 720px)')
  if (teams.length === 0) {
    return (
      <EmptyState isFramed hint="Standings appear after a refresh of this season.">
        No data.
      </EmptyState>
    )
  }

  const sorted = sortStandings(teams, order)
  const lastIn = order.column === 'rank' && !order.isDescending ? lastPlayoffTeam(sorted, playoffTeams) : null
  const press = (column: StandingsColumn) => setOrder(nextStandingsOrder(order, column))
  const head = (column: StandingsColumn, label: string, name?: string) => (
    <SortableHeader
      column={column}
      label={label}
      name={name}
      isText={column === 'team' || column === 'manager'}
      order={order}
      onPress={press}
    />
  )
  return (
    <div className={styles['frame']} data-old={isPlaceholderData || undefined}>
      <table className={`${table['table']} ${styles['table']}`}>
        <caption className={hidden['hidden']}>{isFinished ? 'Final standings' : 'Standings so far'}</caption>
        <thead>
          <tr>
            {head('rank', '#', 'Rank')}
            {head('team', 'Team')}
            {head('record', 'W-L-T')}
            {head('points_for', 'PF', 'Points for')}
            {isWide ? (
              <>
                {head('points_against', 'PA', 'Points against')}
                {head('manager', 'Manager')}
                <th scope="col">By week</th>
              </>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {sorted.map((team) => {
            const Row = isWide ? WideRow : NarrowRow
            return <Row key={team.team_id} team={team} isLastPlayoffTeam={team === lastIn} />
          })}
        </tbody>
      </table>
      {lastIn === null ? null : (
        <p className={styles['legend']}>The line marks the {playoffTeams} playoff places.</p>
      )}
    </div>
  )
}

/** The team above the playoff line; null where there is none to draw. */
function lastPlayoffTeam(sorted: readonly Standing[], playoffTeams: number | null): Standing | null {
  if (playoffTeams === null || playoffTeams >= sorted.length) return null
  if (sorted.every((team) => team.rank === null)) return null
  return sorted[playoffTeams - 1] ?? null
}

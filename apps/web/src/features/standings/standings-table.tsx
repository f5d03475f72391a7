import { useState } from 'react'
import { SortableHeader } from '../../ui/display/sortable-header.tsx'
import table from '../../ui/display/table.module.css'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useMediaQuery } from '../../ui/layout/measure.ts'
import hidden from '../../ui/layout/visually-hidden.module.css'
import { NarrowRow, WideRow } from './standing-rows.tsx'
import { BY_RANK, nextStandingsOrder, type StandingsColumn, sortStandings } from './standings-order.ts'
import styles from './standings-table.module.css'
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
    <div className={styles['frame']} data-stale={isPlaceholderData || undefined}>
      <table className={`${table['table']} ${styles['table']}`}>
        <caption className={hidden['hidden']}>{isFinished ? 'Final standings' : 'Current standings'}</caption>
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
      {lastPlayoffTeam === null ? null : (
        <p className={styles['legend']}>Playoff cutoff: top {playoffTeams}</p>
      )}
    </div>
  )
}

/** The last team in the playoffs; null if no cutoff line is drawn. */
function findLastPlayoffTeam(sorted: readonly Standing[], playoffTeams: number | null): Standing | null {
  if (playoffTeams === null || playoffTeams >= sorted.length) return null
  if (sorted.every((team) => team.rank === null)) return null
  return sorted[playoffTeams - 1] ?? null
}

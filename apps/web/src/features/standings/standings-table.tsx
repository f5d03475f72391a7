import { useState } from 'react'
import { Empty } from '../../ui/empty.tsx'
import { SortableHead } from '../../ui/sortable-head.tsx'
import table from '../../ui/table.module.css'
import { useMedia } from '../../ui/use-media.ts'
import hidden from '../../ui/visually-hidden.module.css'
import { BY_RANK, type Column, inOrder, orderAfterPress } from './order.ts'
import { NarrowRow, WideRow } from './standing-rows.tsx'
import styles from './standings-table.module.css'
import type { Standing } from './use-standings.ts'

type Props = {
  teams: readonly Standing[]
  /** How many reach the playoffs; null where unknown. */
  playoffTeams: number | null
  isFinished: boolean
  /** Whether another season is on its way. */
  isOld?: boolean
}

export function StandingsTable({ teams, playoffTeams, isFinished, isOld = false }: Props) {
  const [order, setOrder] = useState(BY_RANK)
  const isWide = useMedia('(min-width: 720px)')
  if (teams.length === 0) {
    return (
      <Empty isFramed hint="Standings appear after a refresh of this season.">
        No data.
      </Empty>
    )
  }

  const sorted = inOrder(teams, order)
  const lastIn = order.column === 'rank' && !order.isDescending ? lastTeamIn(sorted, playoffTeams) : null
  const press = (column: Column) => setOrder(orderAfterPress(order, column))
  const head = (column: Column, label: string, name?: string) => (
    <SortableHead
      column={column}
      label={label}
      name={name}
      isText={column === 'team' || column === 'manager'}
      order={order}
      onPress={press}
    />
  )
  return (
    <div className={styles['frame']} data-old={isOld || undefined}>
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
            return <Row key={team.team_id} team={team} isLastIn={team === lastIn} />
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
function lastTeamIn(sorted: readonly Standing[], playoffTeams: number | null): Standing | null {
  if (playoffTeams === null || playoffTeams >= sorted.length) return null
  if (sorted.every((team) => team.rank === null)) return null
  return sorted[playoffTeams - 1] ?? null
}

import type { ReactNode } from 'react'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import type { TeamOf } from './insight-view.tsx'

type TeamRow = { team_id: number }

type Props<Row extends TeamRow> = {
  caption: string
  columns: readonly Column<Row>[]
  /** The column that the table is sorted by at first, largest first. */
  sortedBy: string
  rows: readonly Row[]
  teamOf: TeamOf
  /** The season of the teams' pages; null for the current one. */
  season: number | null
  children: (row: Row) => ReactNode
}

export function TeamTable<Row extends TeamRow>(props: Props<Row>) {
  const { caption, columns, sortedBy, rows, teamOf, season, children } = props
  return (
    <DataTable
      caption={caption}
      columns={[
        {
          label: 'Team',
          kind: 'head',
          sort: 'ascending',
          value: (row) => teamOf(row.team_id).name,
          cell: (row) => (
            <TeamCell team={teamOf(row.team_id)} to={{ tab: 'roster', team: row.team_id, season }} wraps />
          ),
        },
        ...columns,
        { label: 'Explanation', kind: 'action', cell: children },
      ]}
      rows={rows}
      keyOf={(row) => row.team_id}
      sortedBy={{ column: sortedBy, direction: 'descending' }}
      isMine={(row) => teamOf(row.team_id).is_mine}
    />
  )
}

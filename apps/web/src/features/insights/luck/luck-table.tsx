import { useState } from 'react'
import { useLocation } from '../../../router/router.ts'
import { SortableHeader, type SortOrder } from '../../../ui/display/sortable-header.tsx'
import table from '../../../ui/display/table.module.css'
import { TeamCell } from '../../../ui/display/team-cell.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatFullRecord } from '../../../ui/format/record.ts'
import { Explanation } from '../../../ui/overlays/explanation.tsx'
import ui from '../../../ui/ui.module.css'
import { formatDecimal, formatSigned, toneOf } from '../format.ts'
import type { TeamOf } from '../insight-view.tsx'
import { nextOrder, sortRows } from '../sort-rows.ts'
import type { TeamLuck } from '../use-insights.ts'
import tables from '../wide-table.module.css'
import { explainLuck } from './explain-luck.ts'
import { LuckWeeks } from './luck-weeks.tsx'

const COLUMNS = [
  { id: 'all_play', label: 'All-play', name: 'Record against every team every week' },
  { id: 'expected', label: 'xW', name: 'Expected wins' },
  { id: 'wins', label: 'Wins', name: 'Wins, a tie as half a win' },
  { id: 'luck', label: 'Luck', name: 'Wins − expected wins' },
  { id: 'unusualness', label: 'Unusual', name: 'Luck in standard deviations' },
  { id: 'played', label: 'SOS', name: 'Strength of the schedule so far' },
  { id: 'remaining', label: 'SOS left', name: 'Strength of the schedule to come' },
  { id: 'volatility', label: 'Volatility', name: 'How much the score moves from week to week' },
  { id: 'floor', label: 'Floor', name: '10th percentile of the scores' },
  { id: 'median', label: 'Median', name: 'Median score' },
  { id: 'ceiling', label: 'Ceiling', name: '90th percentile of the scores' },
] as const

type Column = 'team' | (typeof COLUMNS)[number]['id']

/** Columns that start with the smallest value. */
const ASCENDING: readonly Column[] = ['team', 'played', 'remaining', 'volatility']

type Props = { teams: readonly TeamLuck[]; teamOf: TeamOf }

/** Everything about the luck and the scores of the teams. */
export function LuckTable({ teams, teamOf }: Props) {
  const { season } = useLocation()
  const [order, setOrder] = useState<SortOrder<Column>>({ column: 'luck', isDescending: true })
  const handlePress = (column: Column) => setOrder(nextOrder(order, column, ASCENDING))
  const valueIn = (team: TeamLuck, column: Column) =>
    column === 'team' ? teamOf(team.team_id).name : numberOf(team, column)
  return (
    <section
      className={`${ui.frame} ${tables.scroll}`}
      aria-label="Luck of each team"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the horizontal scroller reachable by keyboard
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- as above
    >
      <table className={`${table.table} ${tables.table}`}>
        <caption className={ui.hidden}>Luck, schedule strength and consistency</caption>
        <thead>
          <tr>
            <SortableHeader column="team" label="Team" isText order={order} onPress={handlePress} />
            {COLUMNS.map(({ id, label, name }) => (
              <SortableHeader
                key={id}
                column={id}
                label={label}
                name={name}
                order={order}
                onPress={handlePress}
              />
            ))}
            <th scope="col">
              <span className={ui.hidden}>Explanation</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sortRows(teams, order, valueIn).map((row) => {
            const team = teamOf(row.team_id)
            return (
              <tr key={row.team_id} data-mine={team.is_mine || undefined}>
                <th scope="row">
                  <TeamCell team={team} to={{ tab: 'roster', team: row.team_id, season }} />
                </th>
                <Cells row={row} />
                <td className={tables.action}>
                  <Explanation title={team.name} figures={explainLuck(row)}>
                    <LuckWeeks weeks={row.weeks} teamOf={teamOf} />
                  </Explanation>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function Cells({ row }: { row: TeamLuck }) {
  const { schedule, scores } = row
  return (
    <>
      <td className={table.number}>{formatFullRecord(row.all_play)}</td>
      <td className={table.number}>{formatDecimal(row.expected_wins, 2)}</td>
      <td className={table.number}>{winsOf(row)}</td>
      <td className={`${table.number} ${ui.strong} ${ui.toned}`} data-tone={toneOf(row.luck, 2)}>
        {formatSigned(row.luck, 2)}
      </td>
      <td className={table.number}>{formatSigned(row.unusualness, 1)}</td>
      <td className={table.number}>{formatSigned(schedule.played, 1)}</td>
      <td className={table.number}>{formatSigned(schedule.remaining, 1)}</td>
      <td className={table.number}>{formatDecimal(scores.volatility, 1)}</td>
      <td className={table.number}>{formatPoints(scores.floor)}</td>
      <td className={table.number}>{formatPoints(scores.median)}</td>
      <td className={table.number}>{formatPoints(scores.ceiling)}</td>
    </>
  )
}

function winsOf({ record }: TeamLuck): number {
  return record.wins + record.ties / 2
}

function numberOf(team: TeamLuck, column: Exclude<Column, 'team'>): number | null {
  switch (column) {
    case 'all_play':
      return team.all_play_rate
    case 'expected':
      return team.expected_wins
    case 'wins':
      return winsOf(team)
    case 'luck':
      return team.luck
    case 'unusualness':
      return team.unusualness
    case 'played':
      return team.schedule.played
    case 'remaining':
      return team.schedule.remaining
    case 'volatility':
      return team.scores.volatility
    case 'floor':
      return team.scores.floor
    case 'median':
      return team.scores.median
    case 'ceiling':
      return team.scores.ceiling
  }
}

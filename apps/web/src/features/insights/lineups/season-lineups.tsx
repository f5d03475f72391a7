import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLocation } from '../../../router/router.ts'
import { SortableHeader, type SortOrder } from '../../../ui/display/sortable-header.tsx'
import table from '../../../ui/display/table.module.css'
import { TeamCell } from '../../../ui/display/team-cell.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { formatPoints } from '../../../ui/format/points.ts'
import { Explanation } from '../../../ui/overlays/explanation.tsx'
import ui from '../../../ui/ui.module.css'
import { formatEfficiency } from '../format.ts'
import type { TeamOf } from '../insight-view.tsx'
import { nextOrder, sortRows } from '../sort-rows.ts'
import { type Lineups, lineupsQuery, type TeamLineups } from '../use-insights.ts'
import tables from '../wide-table.module.css'
import { explainLineups, LINEUP_FIGURES } from './explain-lineups.ts'

const COLUMNS = [
  { id: 'efficiency', label: 'Efficiency', name: 'Points scored ÷ points of the best lineups' },
  { id: 'would_have_won', label: 'Would have won', name: 'Lost games that the best lineup would have won' },
  { id: 'left_on_bench', label: 'On bench', name: 'Points left on the bench' },
  { id: 'perfect_lineups', label: 'Perfect', name: 'Weeks with the best lineup' },
  { id: 'lost_anyway', label: 'Lost anyway', name: 'Games lost with the best lineup' },
] as const

type Column = 'team' | (typeof COLUMNS)[number]['id']

/** Columns that start with the smallest value. */
const ASCENDING: readonly Column[] = ['team', 'left_on_bench']

type Props = { league: string; teamOf: TeamOf }

/** How much of the possible points the lineups of each team scored over the season. */
export function SeasonLineups({ league, teamOf }: Props) {
  const id = useId()
  const { season } = useLocation()
  const query = useQuery({ ...lineupsQuery(league, season), placeholderData: keepPreviousData })
  return (
    <section className={ui.stack12} aria-labelledby={id} data-stale={query.isPlaceholderData}>
      <header className={ui.spread}>
        <h3 id={id}>Lineups</h3>
        <Explanation title="lineups" figures={LINEUP_FIGURES} />
      </header>
      <Loaded query={query} name="lineups" rows={8} height={44}>
        {(lineups) =>
          lineups.unavailable === null ? (
            <LineupTable lineups={lineups} teamOf={teamOf} />
          ) : (
            <p className={ui.note}>
              {lineups.unavailable === 'best_ball'
                ? `Best ball: in ${lineups.season}, the best players of each roster count by themselves, so nobody leaves points on the bench.`
                : `No lineups of completed weeks are stored for ${lineups.season}.`}
            </p>
          )
        }
      </Loaded>
    </section>
  )
}

function LineupTable({ lineups, teamOf }: { lineups: Lineups; teamOf: TeamOf }) {
  const [order, setOrder] = useState<SortOrder<Column>>({ column: 'efficiency', isDescending: true })
  const handlePress = (column: Column) => setOrder(nextOrder(order, column, ASCENDING))
  const valueIn = ({ team_id: teamId, season }: TeamLineups, column: Column) => {
    if (column === 'team') return teamOf(teamId).name
    return season.weeks === 0 ? null : season[column]
  }
  const weeks = lineups.teams.map(({ season }) => season.weeks)
  return (
    <>
      <p className={ui.note}>{describeWeeks(Math.min(...weeks), Math.max(...weeks))}</p>
      <section
        className={`${ui.frame} ${tables.scroll}`}
        aria-label="Lineups of each team"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the horizontal scroller reachable by keyboard
        tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- as above
      >
        <table className={`${table.table} ${tables.table}`}>
          <caption className={ui.hidden}>Efficiency of the lineups over the season</caption>
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
            {sortRows(lineups.teams, order, valueIn).map((row) => (
              <TeamRow key={row.team_id} row={row} teamOf={teamOf} season={lineups.season} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function describeWeeks(fewest: number, most: number): string {
  const weeks = fewest === most ? formatCount(most, 'week') : `${fewest} to ${most} weeks`
  return `Over ${weeks} of the regular season with stored lineups.`
}

function TeamRow({ row, teamOf, season: year }: { row: TeamLineups; teamOf: TeamOf; season: number }) {
  const { team_id: teamId, season } = row
  const team = teamOf(teamId)
  const hasWeeks = season.weeks > 0
  return (
    <tr data-mine={team.is_mine || undefined}>
      <th scope="row">
        <TeamCell team={team} to={{ tab: 'roster', team: teamId, season: year }} />
      </th>
      <td className={`${table.number} ${ui.strong}`}>{formatEfficiency(season.efficiency)}</td>
      <td className={table.number}>{hasWeeks ? season.would_have_won : '—'}</td>
      <td className={table.number}>{formatPoints(hasWeeks ? season.left_on_bench : null)}</td>
      <td className={table.number}>{hasWeeks ? season.perfect_lineups : '—'}</td>
      <td className={table.number}>{hasWeeks ? season.lost_anyway : '—'}</td>
      <td className={tables.action}>
        <Explanation title={`the lineups of ${team.name}`} figures={explainLineups(row)} />
      </td>
    </tr>
  )
}

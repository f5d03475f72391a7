import { slotOf } from '@fieldhouse/domain/rosters/lineup'
import { hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { type Column, DataTable } from '../../../ui/display/data-table.tsx'
import { TeamCell } from '../../../ui/display/team-cell.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatOpponent } from '../format.ts'
import styles from '../roster.module.css'
import type { Player } from '../use-roster.ts'

export function GameLog({ player }: { player: Player }) {
  const { games, season, teams, scoring_format: format } = player
  const hasPoints = hasWeeklyPoints(format)
  if (games.length === 0) {
    return <EmptyState>No team of the league had this player in a stored week of this season.</EmptyState>
  }
  return (
    <>
      {hasPoints ? <PointsChart games={games} /> : null}
      <DataTable
        caption={`Games of the season ${season}`}
        columns={[
          { id: 'week', label: 'Week', cell: ({ week }) => week },
          {
            id: 'opponent',
            label: 'Opponent',
            kind: 'text',
            value: (game) => formatOpponent({ ...game, is_bye: false }),
          },
          ...(hasPoints ? POINTS_COLUMNS : []),
          { id: 'slot', label: 'Slot', kind: 'text', cell: ({ slot_id: slot }) => slotOf(slot).name },
          {
            id: 'team',
            label: 'Team',
            kind: 'text',
            cell: ({ team_id: id, week }) => {
              const team = teams.find((each) => each.team_id === id)
              return team === undefined ? (
                'Former team'
              ) : (
                <TeamCell team={team} size="xs" to={{ tab: 'roster', team: id, season, week }} />
              )
            },
            views: ['Team'],
          },
        ]}
        rows={games}
        keyOf={({ week }) => week}
        head="week"
        isMuted={(game) => !game.is_starter}
        isDense
      />
    </>
  )
}

const POINTS_COLUMNS: readonly Column<Player['games'][number]>[] = [
  {
    id: 'points',
    label: 'Points',
    value: ({ points }) => points,
    cell: ({ points }) => formatPoints(points),
    isStrong: true,
    views: ['Points'],
  },
  {
    id: 'proj',
    label: 'Proj',
    name: 'Projected',
    value: ({ proj }) => proj,
    cell: ({ proj }) => formatPoints(proj),
    views: ['Points'],
  },
]

/** Bars of the points by week. The table below has the numbers. */
function PointsChart({ games }: Pick<Player, 'games'>) {
  const max = Math.max(1, ...games.map(({ points }) => points ?? 0))
  return (
    <div className={styles.chart} aria-hidden="true">
      {games.map(({ week, points, is_starter: isStarter }) => (
        <div key={week} className={styles.bar} title={`Week ${week}: ${formatPoints(points)}`}>
          <span className={styles.value}>{points === null ? '' : Math.round(points)}</span>
          <span
            className={styles.fill}
            data-starter={isStarter || undefined}
            style={{ height: `${(100 * Math.max(0, points ?? 0)) / max}%` }}
          />
          <span className={styles.label}>{week}</span>
        </div>
      ))}
    </div>
  )
}

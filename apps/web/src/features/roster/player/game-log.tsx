import { slotOf } from '@fieldhouse/domain/rosters/lineup'
import { hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { Link } from '../../../router/link.tsx'
import { Avatar } from '../../../ui/display/avatar.tsx'
import table from '../../../ui/display/table.module.css'
import { TableHead } from '../../../ui/display/table-head.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { useMediaQuery } from '../../../ui/layout/measure.ts'
import ui from '../../../ui/ui.module.css'
import { formatOpponent } from '../format.ts'
import type { Player } from '../use-roster.ts'
import styles from './game-log.module.css'

/** The weeks of a season in which a team of the league had the player, with a chart of the points. */
export function GameLog({ player }: { player: Player }) {
  const { games, season, teams, scoring_format: format } = player
  const hasPoints = hasWeeklyPoints(format)
  if (games.length === 0) {
    return <EmptyState>No team of the league had this player in a stored week of this season.</EmptyState>
  }
  const numbers = hasPoints ? ['Points', 'Proj'] : []
  return (
    <>
      {hasPoints ? <PointsChart games={games} /> : null}
      <div className={`${ui.frame} ${styles.scroll}`}>
        <table className={table.table} data-dense>
          <caption className={ui.hidden}>Games of the season {season}</caption>
          <TableHead columns={['Week', 'Opponent', ...numbers, 'Slot', 'Team']} numbers={numbers} />
          <tbody>
            {games.map((game) => (
              <tr key={game.week} data-bench={!game.is_starter || undefined}>
                <th scope="row">{game.week}</th>
                <td>{formatOpponent({ ...game, is_bye: false })}</td>
                {hasPoints ? (
                  <>
                    <td className={`${table.number} ${ui.strong}`}>{formatPoints(game.points)}</td>
                    <td className={table.number}>{formatPoints(game.proj)}</td>
                  </>
                ) : null}
                <td>{slotOf(game.slot_id).name}</td>
                <td>
                  <Link
                    className={styles.team}
                    to={{ tab: 'roster', team: game.team_id, season, week: game.week }}
                  >
                    <GameTeam team={teams.find(({ team_id: id }) => id === game.team_id)} />
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** A team, on phones as its logo. */
function GameTeam({ team }: { team: Player['teams'][number] | undefined }) {
  const isPhone = useMediaQuery('(max-width: 599px)')
  if (team === undefined) return 'Former team'
  return (
    <>
      <Avatar name={team.name} src={team.logo} size="s" color={team.color} />
      <span className={isPhone ? ui.hidden : undefined}>{team.name}</span>
    </>
  )
}

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

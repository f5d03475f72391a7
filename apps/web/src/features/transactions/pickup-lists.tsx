import { formatCount } from '../../ui/format/count.ts'
import { formatPoints } from '../../ui/format/points.ts'
import { Row } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './moves-view.module.css'
import { findTeam, MovedPlayerLabel, TeamLabel } from './trade-sides.tsx'
import type { Moves, Pickup } from './use-transactions.ts'

/** The best pickups of a season, in order. */
export function BestPickups({ moves: { season, teams, best_pickups: pickups } }: { moves: Moves }) {
  return (
    <ol className={ui.divided} aria-label={`Best pickups of ${season}`}>
      {pickups.map((pickup) => (
        <li key={`${pickup.team_id} ${pickup.player.player_id}`} className={styles.pickup}>
          <MovedPlayerLabel player={pickup.player} />
          <span className={styles.points}>
            <span className={styles.net}>{formatPoints(pickup.started)}</span>
            {pickup.per_dollar === null ? null : (
              <span className={ui.note}>{formatPoints(pickup.per_dollar)} per dollar</span>
            )}
          </span>
          <Row as="p" wraps className={styles.detail}>
            <TeamLabel team={findTeam(teams, pickup.team_id)} /> <span>{describePickup(pickup)}</span>
          </Row>
        </li>
      ))}
    </ol>
  )
}

function describePickup({ week, bid, weeks }: Pickup): string {
  const since = week === 0 ? 'before week 1' : `in week ${week}`
  const price = bid === null || bid === 0 ? '' : ` for $${bid}`
  return `picked up ${since}${price}, on the roster for ${formatCount(weeks, 'week')}`
}

/** What all pickups of each team gave, most points first. */
export function PickupsByTeam({ moves: { teams, pickups } }: { moves: Moves }) {
  return (
    <ol className={ui.divided} aria-label="Pickups of each team">
      {pickups.map(({ team_id: id, count, started, best }) => (
        <li key={id} className={styles.pickup}>
          <TeamLabel team={findTeam(teams, id)} />
          <span className={styles.net}>{formatPoints(started)}</span>
          <Row as="p" wraps className={styles.detail}>
            {formatCount(count, 'pickup')}
            {best === null ? '' : `, best: ${best.player.name} (${formatPoints(best.started)})`}
          </Row>
        </li>
      ))}
    </ol>
  )
}

import { slotOf } from '@fieldhouse/domain/rosters/lineup'
import { formatPoints } from '../../ui/format/points.ts'
import { PlayerName } from '../../ui/player-name.tsx'
import table from '../../ui/table.module.css'
import styles from './lineup-list.module.css'
import type { GameDetails } from './use-history.ts'

type Spots = GameDetails['lineups'][number]['home']

type Props = {
  team: string
  /** null if the team's lineup is not stored. */
  spots: Spots
}

/** A team's lineup with each player's points. */
export function LineupList({ team, spots }: Props) {
  if (spots === null) return <p className={styles['unavailable']}>No lineup available for {team}.</p>
  return (
    <table className={`${table['table']} ${styles['lineup']}`} data-dense>
      <caption>{team}</caption>
      <thead>
        <tr>
          <th scope="col">Slot</th>
          <th scope="col">Player</th>
          <th scope="col" className={table['number']}>
            Points
          </th>
        </tr>
      </thead>
      <tbody>
        {withKeys(spots).map(({ key, spot }) => {
          const { name, isStarter } = slotOf(spot.slot_id)
          return (
            <tr key={key} data-bench={!isStarter || undefined}>
              <td>{name}</td>
              <th scope="row">
                <PlayerName player={spot.player} espnId={spot.espn_id} nflTeam={spot.nfl_team} />
                {spot.nfl_team === null ? null : <span className={styles['team']}> {spot.nfl_team}</span>}
              </th>
              <td className={table['number']}>{formatPoints(spot.actual)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Derives unique keys: several spots share a slot, and empty spots have no player. */
function withKeys(spots: NonNullable<Spots>) {
  const counts = new Map<number, number>()
  return spots.map((spot) => {
    const count = (counts.get(spot.slot_id) ?? 0) + 1
    counts.set(spot.slot_id, count)
    return { key: `${spot.slot_id} ${count}`, spot }
  })
}

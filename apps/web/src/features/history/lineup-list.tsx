import { slotOf } from '@fieldhouse/domain/slots'
import { formatPoints } from '../../ui/format/points.ts'
import { PlayerName } from '../../ui/player-name.tsx'
import table from '../../ui/table.module.css'
import styles from './lineup-list.module.css'
import type { GameDetails } from './use-history.ts'

type Spots = GameDetails['lineups'][number]['home']

type Props = {
  team: string
  /** null where the team's line-up is not stored. */
  spots: Spots
}

/** Whom a team had in which place, and what each scored. */
export function LineupList({ team, spots }: Props) {
  if (spots === null) return <p className={styles['none']}>The line-up of {team} is not stored.</p>
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

/** A key for each place: several have the same slot, and empty ones have no player. */
function withKeys(spots: NonNullable<Spots>) {
  const seen = new Map<number, number>()
  return spots.map((spot) => {
    const nth = (seen.get(spot.slot_id) ?? 0) + 1
    seen.set(spot.slot_id, nth)
    return { key: `${spot.slot_id} ${nth}`, spot }
  })
}

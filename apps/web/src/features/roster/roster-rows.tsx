import { slotOf } from '@fieldhouse/domain/rosters/lineup'
import { PlayerName } from '../../ui/display/player-name.tsx'
import table from '../../ui/display/table.module.css'
import { formatPoints } from '../../ui/format/points.ts'
import { formatOpponent } from './format.ts'
import { Kickoff } from './kickoff.tsx'
import styles from './roster-rows.module.css'
import { projectionDifference } from './roster-sections.ts'
import { Score } from './score.tsx'
import { Tags } from './tags.tsx'
import type { RosterRow } from './use-roster.ts'
import { Weather } from './weather.tsx'

type Props = { row: RosterRow; now: Date }

/** A roster slot as one row with all columns. */
export function WideRow({ row, now }: Props) {
  return (
    <tr>
      <td>
        <Slot row={row} />
      </td>
      <td className={styles['team']}>{row.nfl_team ?? '—'}</td>
      <th scope="row">
        <Player row={row} />
      </th>
      <td className={styles['opponent']}>{formatOpponent(row)}</td>
      <td>
        <div className={styles['game']}>
          <Kickoff row={row} />
          <Weather row={row} />
        </div>
      </td>
      <td className={table['number']}>{formatPoints(row.proj)}</td>
      <td className={table['number']} data-strong>
        <Score actual={row.actual} difference={projectionDifference(row, now)} />
      </td>
      <td className={styles['tags']}>
        <Tags row={row} />
      </td>
    </tr>
  )
}

/** A roster slot as two rows for a phone: player and points, then the game. */
export function NarrowRow({ row, now }: Props) {
  return (
    <>
      <tr className={styles['player']}>
        <td rowSpan={2} className={styles['slotCell']}>
          <Slot row={row} />
        </td>
        <th scope="row">
          <Player row={row} />
        </th>
        <td className={table['number']}>{formatPoints(row.proj)}</td>
        <td className={table['number']} data-strong>
          <Score actual={row.actual} difference={projectionDifference(row, now)} />
        </td>
      </tr>
      <tr className={styles['details']}>
        <td colSpan={3}>
          <div className={styles['detailsLine']}>
            <span>{[row.nfl_team, formatOpponent(row)].filter(Boolean).join(' ')}</span>
            {row.kickoff_ts === null && (row.opp === null || row.is_bye) ? null : <Kickoff row={row} />}
            <Weather row={row} />
            <Tags row={row} />
          </div>
        </td>
      </tr>
    </>
  )
}

function Slot({ row }: { row: RosterRow }) {
  return <span className={styles['slot']}>{slotOf(row.slot_id).name}</span>
}

function Player({ row }: { row: RosterRow }) {
  return <PlayerName player={row.player} espnId={row.espn_id} nflTeam={row.nfl_team} />
}

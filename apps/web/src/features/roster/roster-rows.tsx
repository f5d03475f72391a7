import type { WeatherIcon } from '@fieldhouse/domain/nfl/weather'
import { slotOf } from '@fieldhouse/domain/rosters/lineup'
import {
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudHail,
  CloudLightning,
  CloudMoon,
  CloudRain,
  CloudSnow,
  CloudSun,
  CloudSunRain,
  type LucideIcon,
  Moon,
  Sun,
  Warehouse,
} from 'lucide-react'
import { Headshot } from '../../ui/display/avatar.tsx'
import table from '../../ui/display/data-table.module.css'
import { HighlightOnChange } from '../../ui/display/highlight-on-change.tsx'
import { PlayerGameState } from '../../ui/display/player-game-state.tsx'
import { PlayerName } from '../../ui/display/player-name.tsx'
import { formatFullKickoff, formatKickoff } from '../../ui/format/date-time.ts'
import { formatInjury, hasBegun } from '../../ui/format/player-game.ts'
import { formatPoints } from '../../ui/format/points.ts'
import ui from '../../ui/ui.module.css'
import { formatOpponent, formatSpread } from './format.ts'
import styles from './roster-rows.module.css'
import { isEmptyStartingSlot, projectionDifference, unavailability } from './roster-sections.ts'
import type { RosterRow } from './use-roster.ts'

const WEATHER_ICONS: Partial<Record<string, LucideIcon>> = {
  sun: Sun,
  moon: Moon,
  'sun-cloud-small': CloudSun,
  'moon-cloud-small': CloudMoon,
  'sun-cloud': CloudSun,
  'moon-cloud': CloudMoon,
  cloud: Cloud,
  fog: CloudFog,
  drizzle: CloudDrizzle,
  sleet: CloudHail,
  rain: CloudRain,
  showers: CloudSunRain,
  snow: CloudSnow,
  storm: CloudLightning,
  roof: Warehouse,
} satisfies Record<WeatherIcon, LucideIcon>

type RowProps = { row: RosterRow }

export type PointsColumn = 'proj' | 'score'

/** The columns for the points of players, in order. */
export function pointsColumns(has: { hasPoints: boolean; hasProjections: boolean }): PointsColumn[] {
  if (!has.hasPoints) return []
  return has.hasProjections ? ['proj', 'score'] : ['score']
}

type FullRowProps = RowProps & {
  columns: readonly PointsColumn[]
  now: Date
}

/** A roster slot as one row with all columns. */
export function WideRow({ row, columns, now }: FullRowProps) {
  return (
    <tr>
      <td>
        <Slot row={row} />
      </td>
      <td className={styles.team}>{row.nfl_team ?? '—'}</td>
      <th scope="row">
        <Player row={row} />
      </th>
      <td className={styles.opponent}>{formatOpponent(row)}</td>
      <td>
        <div className={styles.game}>
          <Game row={row} now={now} />
          <Weather row={row} />
        </div>
      </td>
      <PointsCells row={row} columns={columns} now={now} />
      <td className={styles.tagsCell}>
        <Tags row={row} />
      </td>
    </tr>
  )
}

function PointsCells({ row, columns, now }: FullRowProps) {
  if (columns.length === 0) return null
  return (
    <>
      {columns.includes('proj') ? <td className={table.number}>{formatPoints(row.proj)}</td> : null}
      <td className={`${table.number} ${styles.score}`} data-begun={hasBegun(row.nfl_game) || undefined}>
        <Score actual={row.actual} difference={projectionDifference(row, now)} />
      </td>
    </>
  )
}

/** A roster slot as two rows for a phone: player and points, then the game. */
export function NarrowRow({ row, columns, now }: FullRowProps) {
  return (
    <>
      <tr className={styles.player}>
        <td rowSpan={2} className={styles.slotCell}>
          <Slot row={row} />
        </td>
        <th scope="row">
          <Player row={row} />
        </th>
        <PointsCells row={row} columns={columns} now={now} />
      </tr>
      <tr className={styles.details}>
        <td colSpan={1 + columns.length}>
          <div className={styles.detailsLine}>
            <span>{[row.nfl_team, formatOpponent(row)].filter(Boolean).join(' ')}</span>
            {row.kickoff_ts === null && (row.opp === null || row.is_bye) ? null : (
              <Game row={row} now={now} />
            )}
            <Weather row={row} />
            <Tags row={row} />
          </div>
        </td>
      </tr>
    </>
  )
}

function Slot({ row }: RowProps) {
  return (
    <span
      className={styles.slot}
      data-tone={isEmptyStartingSlot(row) || unavailability(row) !== null ? 'warn' : undefined}
    >
      {slotOf(row.slot_id).name}
    </span>
  )
}

function Player({ row }: RowProps) {
  return (
    <span className={styles.face}>
      {row.player === null ? null : (
        <Headshot player={row.player} espnId={row.espn_id} nflTeam={row.nfl_team} />
      )}
      <PlayerName player={row.player} espnId={row.espn_id} />
    </span>
  )
}

/** The state of the player's game. A response that an earlier release stored offline only has the kickoff. */
function Game({ row, now }: RowProps & { now: Date }) {
  const game = row.nfl_game ?? null
  if (game === null) return <Kickoff row={row} />
  return <PlayerGameState game={game} isBye={row.is_bye} now={now} />
}

/** The kickoff of the player's game; 'TBD' if the time is not set. */
function Kickoff({ row: { kickoff_ts, opp, is_bye } }: RowProps) {
  if (kickoff_ts === null) return <>{opp === null || is_bye ? '—' : 'TBD'}</>
  return (
    <time dateTime={new Date(kickoff_ts).toISOString()} title={formatFullKickoff(kickoff_ts)}>
      {formatKickoff(kickoff_ts)}
    </time>
  )
}

/** The weather at kickoff: an icon and the temperature, or a description if either is missing. */
function Weather({ row }: RowProps) {
  const { weather_desc: description, weather_temp_f: fahrenheit, weather_icon: icon } = row
  if (description === null && fahrenheit === null) return null
  const Icon = WEATHER_ICONS[icon ?? '']
  const showsDescription = description !== null && (Icon === undefined || fahrenheit === null)
  return (
    <span className={styles.weather} title={description ?? undefined}>
      {Icon === undefined ? null : <Icon size={16} aria-hidden="true" />}
      {description === null ? null : (
        <span className={showsDescription ? undefined : ui.hidden}>{description} </span>
      )}
      {fahrenheit === null ? null : `${Math.round(fahrenheit)}°F`}
    </span>
  )
}

type ScoreProps = {
  actual: number | null
  /** Points above the projection; null to show no difference. */
  difference: number | null
}

/** The actual score with the difference from the projection below. */
export function Score({ actual, difference }: ScoreProps) {
  return (
    <>
      <HighlightOnChange value={actual}>{formatPoints(actual)}</HighlightOnChange>
      {difference === null ? null : (
        <span className={styles.difference} data-tone={toneOf(difference)} title="Compared with projection">
          {difference > 0 ? '+' : ''}
          {formatPoints(difference)}
        </span>
      )}
    </>
  )
}

function toneOf(difference: number): 'good' | 'bad' | undefined {
  if (difference === 0) return undefined
  return difference > 0 ? 'good' : 'bad'
}

/** Why the player does not play, the injury status, and the spread and total of the game. */
function Tags({ row }: RowProps) {
  const { injury_status, vegas_spread, vegas_total } = row
  const injury = formatInjury(injury_status)
  const isStarterOnBye = unavailability(row) === 'bye'
  if (!isStarterOnBye && injury === null && vegas_spread === null && vegas_total === null) return null
  return (
    <ul className={styles.tags}>
      {isStarterOnBye ? (
        <li className={styles.tag} data-tone="bad">
          Bye
        </li>
      ) : null}
      {injury === null ? null : (
        <li className={styles.tag} data-tone={injury.isOut ? 'bad' : 'warn'}>
          {injury.label}
        </li>
      )}
      {vegas_spread === null ? null : (
        <li className={styles.tag} title="Vegas spread for the player's team">
          Spread {formatSpread(vegas_spread)}
        </li>
      )}
      {vegas_total === null ? null : (
        <li className={styles.tag} title="Vegas over/under for the game">
          O/U {vegas_total}
        </li>
      )}
    </ul>
  )
}

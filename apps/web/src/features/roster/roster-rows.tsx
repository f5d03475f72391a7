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
import { HighlightOnChange } from '../../ui/display/highlight-on-change.tsx'
import { PlayerGameState } from '../../ui/display/player-game-state.tsx'
import { PlayerName } from '../../ui/display/player-name.tsx'
import { formatFullKickoff, formatKickoff } from '../../ui/format/date-time.ts'
import { formatInjury } from '../../ui/format/player-game.ts'
import { formatPoints } from '../../ui/format/points.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { formatSpread } from './format.ts'
import styles from './roster-rows.module.css'
import { isEmptyStartingSlot, unavailability } from './roster-sections.ts'
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

export function Slot({ row }: RowProps) {
  return (
    <span
      className={`${ui.chip} ${styles.slot}`}
      data-tone={isEmptyStartingSlot(row) || unavailability(row) !== null ? 'warn' : undefined}
    >
      {slotOf(row.slot_id).name}
    </span>
  )
}

export function Player({ row }: RowProps) {
  return (
    <span className={styles.face}>
      {row.player === null ? null : (
        <Headshot player={row.player} espnId={row.espn_id} nflTeam={row.nfl_team} />
      )}
      <PlayerName player={row.player} espnId={row.espn_id} />
    </span>
  )
}

/** Whether a row's game is known. Of a week with points, it is not to come. */
export function hasGame({
  nfl_game: game,
  kickoff_ts: kickoff,
  opp,
  is_bye: isBye,
  actual,
}: RosterRow): boolean {
  return (game ?? kickoff) !== null || (opp !== null && !isBye && actual === null)
}

/** The state of the player's game and its weather. A response that an earlier release stored offline only has the kickoff. */
export function GameAndWeather({ row, now }: RowProps & { now: Date }) {
  const game = row.nfl_game ?? null
  return (
    <Row wraps className={styles.game}>
      {game === null ? <Kickoff row={row} /> : <PlayerGameState game={game} isBye={row.is_bye} now={now} />}
      <Weather row={row} />
    </Row>
  )
}

/** The kickoff of the player's game; 'TBD' if the time is not set. */
function Kickoff({ row: { kickoff_ts: kickoff } }: RowProps) {
  if (kickoff === null) return <>TBD</>
  return (
    <time dateTime={new Date(kickoff).toISOString()} title={formatFullKickoff(kickoff)}>
      {formatKickoff(kickoff)}
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
  isStrong: boolean
}

/** The actual score with the difference from the projection below. */
export function Score({ actual, difference, isStrong }: ScoreProps) {
  return (
    <Text as="div" {...(isStrong ? { weight: 700 } : { tone: 'muted' })}>
      <HighlightOnChange value={actual}>{formatPoints(actual)}</HighlightOnChange>
      {difference === null ? null : (
        <Text as="div" size="s" tone={toneOf(difference)} title="Compared with projection">
          {difference > 0 ? '+' : ''}
          {formatPoints(difference)}
        </Text>
      )}
    </Text>
  )
}

function toneOf(difference: number): 'good' | 'bad' | 'muted' {
  if (difference === 0) return 'muted'
  return difference > 0 ? 'good' : 'bad'
}

type Tag = { text: string; tone?: 'bad' | 'warn'; title?: string }

/** Why the player does not play, the injury status, and the spread and total of the game. */
export function tagsOf(row: RosterRow): Tag[] {
  const { injury_status, vegas_spread: spread, vegas_total: total } = row
  const injury = formatInjury(injury_status)
  return [
    ...(unavailability(row) === 'bye' ? [{ text: 'Bye', tone: 'bad' as const }] : []),
    ...(injury === null
      ? []
      : [{ text: injury.label, tone: injury.isOut ? ('bad' as const) : ('warn' as const) }]),
    ...(spread === null
      ? []
      : [{ text: `Spread ${formatSpread(spread)}`, title: "Vegas spread for the player's team" }]),
    ...(total === null ? [] : [{ text: `O/U ${total}`, title: 'Vegas over/under for the game' }]),
  ]
}

export function Tags({ row }: RowProps) {
  const tags = tagsOf(row)
  if (tags.length === 0) return null
  return (
    <ul className={styles.tags}>
      {tags.map(({ text, tone, title }) => (
        <li key={text} className={ui.chip} data-tone={tone} title={title}>
          {text}
        </li>
      ))}
    </ul>
  )
}

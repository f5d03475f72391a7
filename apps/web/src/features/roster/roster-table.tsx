import { HOUR_MS } from '@fieldhouse/domain/duration'
import type { WeatherIcon } from '@fieldhouse/domain/nfl/weather'
import { addPoints, type Points, pointsFromDecimal, pointsToDecimal } from '@fieldhouse/domain/points'
import { RESERVE_SLOT, slotOf } from '@fieldhouse/domain/rosters/lineup'
import { isOut } from '@fieldhouse/domain/rosters/matchup'
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
import type { ReactNode } from 'react'
import { Headshot } from '../../ui/display/avatar.tsx'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { formatInjury, hasBegun, PlayerGameState, PlayerName } from '../../ui/display/player.tsx'
import { HighlightOnChange } from '../../ui/display/team.tsx'
import { hasProjections, NoProjections } from '../../ui/feedback/freshness.tsx'
import { formatFullKickoff, formatKickoff } from '../../ui/format/date-time.ts'
import { formatPoints } from '../../ui/format/format.ts'
import { Row, Text, useMediaQuery } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './roster.module.css'
import type { Roster, RosterRow } from './use-roster.ts'

/** Where all columns fit. From 1080 pixels on, the news is beside the table. */
const WIDE = '(min-width: 880px) and (max-width: 1079.98px), (min-width: 1200px)'

type Props = {
  players: readonly RosterRow[]
  hasPoints: boolean
  provider: Roster['provider']
  now: Date
  isPlaceholderData: boolean
}

/** A player, or the sum of the starters, who has no row. */
type Line = Pick<RosterRow, 'proj' | 'actual'> & { row: RosterRow | null; section?: string }

/** The roster of a week. What nobody has, such as opponents of a season that is long over, is left out. */
export function RosterTable({ players, hasPoints, provider, now, isPlaceholderData }: Props) {
  const isWide = useMediaQuery(WIDE)
  const { starters, bench, reserve } = toRosterSections(players)
  const toLine = (row: RosterRow): Line => ({ row, proj: row.proj, actual: row.actual })
  const lines = [
    ...starters.map(toLine),
    ...(starters.length === 0 || !hasPoints ? [] : [{ row: null, ...totalPoints(starters) }]),
    ...Object.entries({ Bench: bench, 'Injured reserve': reserve }).flatMap(([section, rows]) =>
      rows.map((row) => ({ ...toLine(row), section })),
    ),
  ]
  return (
    <>
      <DataTable
        caption="Starters and bench"
        columns={[
          { label: 'Slot', kind: 'text', cell: ({ row }) => row && <Slot row={row} /> },
          ...(isWide ? [text('Team', (row) => row.nfl_team)] : []),
          {
            label: 'Player',
            kind: 'head',
            cell: ({ row }) => (row === null ? 'Starters total' : <Player row={row} />),
          },
          ...(isWide
            ? [
                text('Opponent', formatOpponent),
                text(
                  'Game',
                  (row) => (hasGame(row) ? '' : null),
                  (row) => <GameAndWeather row={row} now={now} />,
                ),
              ]
            : []),
          ...(hasPoints ? pointsColumns(now, hasProjections({ provider })) : []),
          ...(isWide
            ? [
                {
                  ...text(
                    'Tags',
                    (row) => (tagsOf(row).length > 0 ? '' : null),
                    (row) => <Tags row={row} />,
                  ),
                  missing: () => '',
                },
              ]
            : []),
        ]}
        rows={lines}
        // The key includes the player, so that only a score change is highlighted, not a lineup change.
        keyOf={({ row }) => (row === null ? 'total' : `${row.slot_id} ${row.espn_id ?? row.id}`)}
        heading={(line) =>
          line === lines.find(({ section }) => section === line.section) ? (line.section ?? null) : null
        }
        isTotal={({ row }) => row === null}
        isMuted={({ section }) => section !== undefined}
        isStale={isPlaceholderData}
        detail={({ row }) => (isWide || row === null ? null : renderDetails(row, now))}
      />
      {hasPoints ? <NoProjections season={{ provider }} /> : null}
    </>
  )
}

/** A column of text about the players; an empty slot and the total have none. */
function text(
  label: string,
  value: (row: RosterRow) => string | null,
  cell?: (row: RosterRow) => ReactNode,
): Column<Line> {
  return {
    label,
    kind: 'text',
    value: ({ row }) => row && value(row),
    ...(cell === undefined ? {} : { cell: ({ row }: Line) => row && cell(row) }),
    missing: ({ row }) => (row?.player == null ? '' : '—'),
  }
}

function pointsColumns(now: Date, hasProjections: boolean): Column<Line>[] {
  const missing = ({ row }: Line) => (row?.player === null ? '' : <Text tone="muted">—</Text>)
  const score: Column<Line> = {
    label: 'Score',
    value: ({ actual }) => actual,
    cell: ({ row, actual }) => (
      <Score
        actual={actual}
        difference={row && projectionDifference(row, now)}
        isStrong={row === null || hasBegun(row.nfl_game)}
      />
    ),
    missing,
  }
  if (!hasProjections) return [score]
  const projected = { label: 'Proj', name: 'Projected', value: ({ proj }: Line) => proj, missing }
  return [{ ...projected, cell: ({ proj }) => formatPoints(proj) }, score]
}

/** What has columns of its own where there is room. */
function renderDetails(row: RosterRow, now: Date) {
  const game = [row.nfl_team, formatOpponent(row)].filter((text) => text !== null).join(' ')
  if (game === '' && !hasGame(row) && tagsOf(row).length === 0) return null
  return (
    <Row wraps className={`${ui.note} ${styles.details}`}>
      {game === '' ? null : <span>{game}</span>}
      {hasGame(row) ? <GameAndWeather row={row} now={now} /> : null}
      <Tags row={row} />
    </Row>
  )
}

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

function Slot({ row }: RowProps) {
  return (
    <span
      className={`${ui.chip} ${styles.slot}`}
      data-tone={isEmptyStartingSlot(row) || unavailability(row) !== null ? 'warn' : undefined}
    >
      {slotOf(row.slot_id).name}
    </span>
  )
}

function Player({ row }: RowProps) {
  return (
    <Row as="span">
      {row.player === null ? null : (
        <Headshot player={row.player} espnId={row.espn_id} nflTeam={row.nfl_team} />
      )}
      <PlayerName player={row.player} espnId={row.espn_id} />
    </Row>
  )
}

/** Whether a row's game is known. Of a week with points, it is not to come. */
function hasGame({ nfl_game: game, kickoff_ts: kickoff, opp, is_bye: isBye, actual }: RosterRow): boolean {
  return (game ?? kickoff) !== null || (opp !== null && !isBye && actual === null)
}

/** The state of the player's game and its weather. A response that an earlier release stored offline only has the kickoff. */
function GameAndWeather({ row, now }: RowProps & { now: Date }) {
  const game = row.nfl_game ?? null
  return (
    <Row wraps className={styles.game}>
      {game === null ? <Kickoff row={row} /> : <PlayerGameState game={game} isBye={row.is_bye} now={now} />}
      <Weather row={row} />
    </Row>
  )
}

function Kickoff({ row: { kickoff_ts: kickoff } }: RowProps) {
  if (kickoff === null) return <>TBD</>
  return (
    <time dateTime={new Date(kickoff).toISOString()} title={formatFullKickoff(kickoff)}>
      {formatKickoff(kickoff)}
    </time>
  )
}

function Weather({ row }: RowProps) {
  const { weather_desc: description, weather_temp_f: fahrenheit, weather_icon: icon } = row
  if (description === null && fahrenheit === null) return null
  const Icon = WEATHER_ICONS[icon ?? '']
  const showsDescription = description !== null && (Icon === undefined || fahrenheit === null)
  return (
    <span className={`${ui.note} ${styles.weather}`} title={description ?? undefined}>
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

function Score({ actual, difference, isStrong }: ScoreProps) {
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

function tagsOf(row: RosterRow): Tag[] {
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

function Tags({ row }: RowProps) {
  const tags = tagsOf(row)
  if (tags.length === 0) return null
  return (
    <Row as="ul" gap={1} wraps>
      {tags.map(({ text, tone, title }) => (
        <li key={text} className={ui.chip} data-tone={tone} title={title}>
          {text}
        </li>
      ))}
    </Row>
  )
}

export function toRosterSections(players: readonly RosterRow[]) {
  const starters = players.filter((row) => slotOf(row.slot_id).isStarter)
  const others = players.filter((row) => !slotOf(row.slot_id).isStarter)
  return {
    starters,
    bench: others.filter((row) => row.slot_id !== RESERVE_SLOT),
    reserve: others.filter((row) => row.slot_id === RESERVE_SLOT),
  }
}

export function emptyStartingSlots(players: readonly RosterRow[]): string[] {
  return players.filter(isEmptyStartingSlot).map(({ slot_id }) => slotOf(slot_id).name)
}

function isEmptyStartingSlot({ slot_id, player }: Pick<RosterRow, 'slot_id' | 'player'>): boolean {
  return player === null && slotOf(slot_id).isStarter
}

/**
 * Why a starter does not play this week; null for a player who can, and once the player's game has begun, when the
 * lineup is locked.
 */
export function unavailability(row: RosterRow): 'bye' | 'out' | null {
  if (row.player === null || !slotOf(row.slot_id).isStarter || hasBegun(row.nfl_game)) return null
  if (row.is_bye) return 'bye'
  return isOut(row.injury_status) ? 'out' : null
}

/** Sums the projected and actual points of the rows; null if no row has any. */
export function totalPoints(rows: readonly RosterRow[]): Pick<RosterRow, 'proj' | 'actual'> {
  return { proj: sumScores(rows.map((row) => row.proj)), actual: sumScores(rows.map((row) => row.actual)) }
}

/** The length of a game plus the first hours of stat corrections. */
const GAME_DURATION_MS = 5 * HOUR_MS

/** Negative only when the game must be over: until then, the player can still score. null if not meaningful. */
export function projectionDifference(row: RosterRow, now: Date): number | null {
  if (row.proj === null || row.actual === null) return null
  const difference = pointsFromDecimal(row.actual) - pointsFromDecimal(row.proj)
  const isOver =
    row.nfl_game?.phase === 'final' ||
    (row.kickoff_ts !== null && now.getTime() - row.kickoff_ts > GAME_DURATION_MS)
  return difference > 0 || isOver ? pointsToDecimal(difference as Points) : null
}

/** The names of the players to request news for, starters first. Team defenses have no news. */
export function playersWithNews(players: readonly RosterRow[]): string[] {
  return players.flatMap((row) => (row.player !== null && (row.espn_id ?? 0) > 0 ? [row.player] : []))
}

function sumScores(scores: readonly (number | null)[]): number | null {
  const values = scores.filter((score) => score !== null)
  return values.length === 0 ? null : pointsToDecimal(addPoints(values.map(pointsFromDecimal)))
}

/** Returns '@ DAL', 'vs DAL' or 'Bye'; null if the schedule is unknown. */
export function formatOpponent(row: Pick<RosterRow, 'opp' | 'home_away' | 'is_bye'>): string | null {
  if (row.is_bye) return 'Bye'
  if (row.opp === null) return null
  if (row.home_away === null) return row.opp
  return `${row.home_away === '@' ? '@' : 'vs'} ${row.opp}`
}

/** Formats a point spread as sportsbooks do: '-3.5', '+7', or 'PK' for a pick'em. */
export function formatSpread(points: number): string {
  if (points === 0) return 'PK'
  return points > 0 ? `+${points}` : String(points)
}

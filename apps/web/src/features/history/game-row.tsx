import { RECORD_NAMES } from '@fieldhouse/domain/history/league-records'
import { formatMargin, pointsFromDecimal } from '@fieldhouse/domain/points'
import { formatFinalScores, formatPoints } from '../../ui/format/format.ts'
import { Fill, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './history.module.css'
import { useHistoryContext } from './history-context.ts'
import { outcomeFor } from './rivalry.ts'
import type { GameRecord, LeagueRecords, PlayedGame } from './use-history.ts'

const OUTCOMES = {
  won: { letter: 'W', label: 'Win', tone: 'good' },
  lost: { letter: 'L', label: 'Loss', tone: 'bad' },
  tied: { letter: 'T', label: 'Tie', tone: undefined },
} as const

export function GameRow({ game, side }: { game: PlayedGame; side: 'home' | 'away' }) {
  const { openOverlay } = useHistoryContext()
  const { season, week, game_id: id } = game
  const { letter, label, tone } = OUTCOMES[outcomeFor(game, side)]
  return (
    <button
      type="button"
      className={ui.pressable}
      onClick={() => openOverlay({ kind: 'game', season, game: id })}
    >
      <span className={`${ui.chip} ${styles.outcome}`} data-tone={tone} role="img" aria-label={label}>
        {letter}
      </span>
      <Text weight={700} isNumeric>
        {formatScores(game, side)}
      </Text>
      <Fill as="span">
        <Text lines={1}>
          {side === 'home' ? 'vs' : '@'} {sideName(game, otherSide(side))}
        </Text>
      </Fill>
      <span className={`${ui.note} ${styles.week}`}>
        {season}, Week {week}
        {game.is_playoff ? <span className={ui.chip}>Playoffs</span> : null}
      </span>
    </button>
  )
}

export type RecordName = keyof LeagueRecords

/** '2023, Week 14', with '(playoffs)' after the week of a playoff game. */
export function formatGameWeek({ season, week, is_playoff: isPlayoff }: PlayedGame): string {
  return isPlayoff ? `${season}, Week ${week} (playoffs)` : `${season}, Week ${week}`
}

/** Formats a margin of points, with 2 decimals below 0.1. Source: decisions, 10. */
export function formatPointMargin(value: number): string {
  return formatMargin(pointsFromDecimal(value))
}

export function formatRecordValue(name: RecordName, { value }: GameRecord): string {
  return name === 'closest_win' || name === 'biggest_blowout' ? formatPointMargin(value) : formatPoints(value)
}

export function formatScores(
  { home_score: home, away_score: away }: PlayedGame,
  first: 'home' | 'away',
): string {
  const [awayText, homeText] = formatFinalScores(away, home)
  return first === 'home' ? `${homeText}–${awayText}` : `${awayText}–${homeText}`
}

export function sideName(game: PlayedGame, side: 'home' | 'away'): string {
  return side === 'home' ? (game.home_owner ?? game.home_team) : (game.away_owner ?? game.away_team)
}

function otherSide(side: 'home' | 'away'): 'home' | 'away' {
  return side === 'home' ? 'away' : 'home'
}

/** The owner who has the record; both for a record of a game. */
export function recordHolder(record: GameRecord): string {
  const { side } = record
  return side === null
    ? `${sideName(record, 'home')} and ${sideName(record, 'away')}`
    : sideName(record, side)
}

/** Such as '131.2–98.4 win over Mina · 2023, Week 14'. */
export function recordContext(record: GameRecord): string {
  const { side } = record
  const week = formatGameWeek(record)
  if (side === null) return `${formatScores(record, 'home')} · ${week}`
  const scores = formatScores(record, side)
  const opponent = sideName(record, otherSide(side))
  if (record.result === 'tie') return `${scores} tie with ${opponent} · ${week}`
  if (record.result === side) return `${scores} win over ${opponent} · ${week}`
  return `${scores} loss to ${opponent} · ${week}`
}

const PREFIX = 'record-'

export function recordView(name: RecordName): string {
  return `${PREFIX}${name.replaceAll('_', '-')}`
}

export function findRecordName(view: string | null): RecordName | null {
  return RECORD_NAMES.find((name) => recordView(name) === view) ?? null
}

import type { PlayerGame } from '@fieldhouse/contract/matchups'
import { lastKnownAt, QUARTERS } from '@fieldhouse/domain/nfl/nfl-week'
import { Fragment } from 'react'
import { Link } from '../../router/link.tsx'
import { formatFullKickoff, formatKickoff, formatTime } from '../format/date-time.ts'
import ui from '../ui.module.css'
import styles from './display.module.css'
import { HighlightOnChange } from './team.tsx'

type Props = {
  /** null for an empty slot. */
  player: string | null
  espnId: number | null
  /** Whether the name is on one line, with an initial in a container narrower than 540 pixels. */
  isShort?: boolean
}

export function PlayerName({ player, espnId, isShort = false }: Props) {
  if (player === null) return <span className={styles.empty}>Empty</span>
  const name = isShort ? (
    <span className={styles.short} data-short={shortName(player)}>
      <span>{player}</span>
    </span>
  ) : (
    renderWords(player)
  )
  if (espnId === null) return <span className={styles.playerName}>{name}</span>
  return (
    <Link className={styles.playerName} to={{ player: espnId }}>
      {name}
    </Link>
  )
}

/** Such as 'M. Quarry'. Team defenses have no first name. */
function shortName(player: string): string {
  const [first = '', ...others] = player.split(' ')
  return others.length === 0 || player.includes('/') ? player : `${first.charAt(0)}. ${others.join(' ')}`
}

/**
 * Wraps each word, so that a word longer than the line is truncated instead of broken in the middle. A
 * hyphenated word breaks at the hyphen.
 */
function renderWords(player: string) {
  return player.split(' ').map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words of a name are identified only by their position
    <Fragment key={index}>
      {index === 0 ? '' : ' '}
      {word.includes('-') ? word : <span className={styles.word}>{word}</span>}
    </Fragment>
  ))
}

type PlayerGameStateProps = {
  game: PlayerGame | null
  isBye: boolean
  now: Date
}

export function PlayerGameState({ game, isBye, now }: PlayerGameStateProps) {
  if (isBye) return <span data-phase="bye">Bye</span>
  if (game === null) return <>—</>
  const knownAt = lastKnownAt(
    { phase: game.phase, kickoff: toDate(game.kickoff_ts), observedAt: toDate(game.observed_ts) },
    now,
  )
  const score = formatNflScore(game)
  return (
    <span className={styles.game} data-phase={game.phase}>
      {score === null ? (
        <State game={game} />
      ) : (
        <>
          <span className={styles.part}>
            <State game={game} />
            <span aria-hidden="true"> ·</span>
          </span>{' '}
          <span className={styles.part}>
            <HighlightOnChange value={score}>{score}</HighlightOnChange>
          </span>
        </>
      )}
      {game.is_red_zone ? (
        <>
          {' '}
          <span className={`${ui.chip} ${styles.redZone}`} data-tone="bad">
            Red zone
          </span>
        </>
      ) : null}
      {knownAt === null ? null : (
        <>
          {' '}
          <span className={styles.part}>as of {formatTime(knownAt)}</span>
        </>
      )}
    </span>
  )
}

function State({ game }: { game: PlayerGame }) {
  const text = formatGameState(game)
  const { kickoff_ts: kickoff } = game
  if (kickoff === null) return <span className={`${styles.part} ${styles.state}`}>{text}</span>
  return (
    <time
      className={`${styles.part} ${styles.state}`}
      dateTime={new Date(kickoff).toISOString()}
      title={formatFullKickoff(kickoff)}
    >
      {text}
    </time>
  )
}

function toDate(timestamp: number | null): Date | null {
  return timestamp === null ? null : new Date(timestamp)
}

/** The state of an NFL game, such as 'Sun 1:00 PM', 'Q3 4:12', 'Halftime' or 'Final/OT'. */
export function formatGameState(
  game: Pick<PlayerGame, 'phase' | 'kickoff_ts' | 'period' | 'clock_seconds'>,
): string {
  switch (game.phase) {
    case 'scheduled':
      return game.kickoff_ts === null ? 'TBD' : formatKickoff(game.kickoff_ts)
    case 'playing':
      return formatGameClock(game)
    case 'halftime':
      return 'Halftime'
    case 'delayed':
      return 'Delayed'
    case 'final':
      return (game.period ?? 0) > QUARTERS ? 'Final/OT' : 'Final'
    case 'postponed':
      return 'Postponed'
    case 'canceled':
      return 'Canceled'
  }
}

function formatGameClock({ period, clock_seconds }: Pick<PlayerGame, 'period' | 'clock_seconds'>): string {
  if (period === null) return 'In progress'
  const overtime = period - QUARTERS
  const name = overtime <= 0 ? `Q${period}` : overtime === 1 ? 'OT' : `${overtime}OT`
  if (clock_seconds === null) return name
  if (clock_seconds === 0) return `End of ${name}`
  const seconds = `${clock_seconds % 60}`.padStart(2, '0')
  return `${name} ${Math.floor(clock_seconds / 60)}:${seconds}`
}

/** The score of an NFL game, the leader's first, such as 'BUF 17–10' or 'Tied 3–3'; null without one. */
export function formatNflScore(
  game: Pick<PlayerGame, 'home_team' | 'away_team' | 'home_score' | 'away_score'>,
): string | null {
  const { home_team, away_team, home_score, away_score } = game
  if (home_score === null || away_score === null) return null
  if (home_score === away_score) return `Tied ${home_score}–${away_score}`
  return home_score > away_score
    ? `${home_team} ${home_score}–${away_score}`
    : `${away_team} ${away_score}–${home_score}`
}

/** Whether the game has begun and its players can have points. */
export function hasBegun(game: Pick<PlayerGame, 'phase' | 'period'> | null | undefined): boolean {
  if (game == null) return false
  if (game.phase === 'delayed') return game.period !== null
  return game.phase === 'playing' || game.phase === 'halftime' || game.phase === 'final'
}

type Injury = { label: string; isOut: boolean }

const INJURY_LABELS: Record<string, Injury> = {
  QUESTIONABLE: { label: 'Questionable', isOut: false },
  DOUBTFUL: { label: 'Doubtful', isOut: true },
  OUT: { label: 'Out', isOut: true },
  INJURY_RESERVE: { label: 'IR', isOut: true },
  SUSPENSION: { label: 'Suspended', isOut: true },
}

/** The label of a provider's injury status; null for a healthy player. An unknown status is made readable. */
export function formatInjury(status: string | null): Injury | null {
  if (status === null || status === '' || status === 'ACTIVE' || status === 'NORMAL') return null
  const words = status.toLowerCase().replaceAll('_', ' ')
  return INJURY_LABELS[status] ?? { label: `${words[0]?.toUpperCase()}${words.slice(1)}`, isOut: false }
}

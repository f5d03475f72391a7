import { type NflTeam, nflTeamById, nicknameOf } from '../nfl/nfl-teams.ts'
import type { NflGameState } from '../nfl/nfl-week.ts'
import { clockTimeAt, LEAGUE_TIME_ZONE } from '../time-zones.ts'
import type { BettingWeek } from './betting-week.ts'
import { withOdds } from './odds.ts'
import type { LegResult } from './settlement.ts'

/** A bet on one NFL game whose result follows from the final score. The odds are part of the pick's text. */
export type Selection =
  | { gameId: number; market: 'moneyline'; side: 'home' | 'away' }
  /** `line` is the handicap of the side: negative for the favorite. */
  | { gameId: number; market: 'spread'; side: 'home' | 'away'; line: number }
  | { gameId: number; market: 'total'; side: 'over' | 'under'; line: number }

export const MARKETS = ['moneyline', 'spread', 'total'] as const satisfies Selection['market'][]

export const SELECTION_SIDES = ['home', 'away', 'over', 'under'] as const satisfies Selection['side'][]

/** The selection with these parts, a null line for a moneyline; null if its side or line does not fit its market. */
export function toSelection(parts: {
  gameId: number
  market: Selection['market']
  side: Selection['side']
  line: number | null
}): Selection | null {
  const { gameId, market, side, line } = parts
  const isTeam = side === 'home' || side === 'away'
  if (market === 'moneyline') return isTeam && line === null ? { gameId, market, side } : null
  if (line === null) return null
  if (market === 'spread') return isTeam ? { gameId, market, side, line } : null
  return isTeam ? null : { gameId, market, side, line }
}

/** The lines that bookmakers offer. Anything else is a mistake. */
export const MAX_SPREAD = 60
export const TOTAL_RANGE = { min: 10, max: 150 } as const

export type SettledGame = {
  season: number
  week: number
  state: NflGameState
  isCanceled: boolean
  score: { home: number; away: number } | null
}

/**
 * The result of a selection; null until the game is final. A game that was canceled or moved to another week is void,
 * as bookmakers treat games that are not played as scheduled. A postponed game is open until it is moved.
 */
export function settleSelection(
  selection: Selection,
  game: SettledGame,
  { season, week }: BettingWeek,
): LegResult | null {
  if (game.season !== season || game.week !== week || game.isCanceled) return 'void'
  if (game.state !== 'post' || game.score === null) return null
  const margin = marginOf(selection, game.score)
  if (margin === 0) return 'push'
  return margin > 0 ? 'won' : 'lost'
}

export type LegStanding = ReturnType<typeof legStanding>

/**
 * What the result would be if the game ended now. It is decided if more points can't change it: an over that has been
 * reached, or an under that has been passed. For a win, `points` are those that may still be scored against it. Otherwise
 * those that it still needs to win; null if points can't help it any more, as for an under.
 */
export function legStanding(selection: Selection, score: { home: number; away: number }) {
  const margin = marginOf(selection, score)
  const isUnder = selection.side === 'under'
  if (margin > 0) {
    const isDecided = selection.side === 'over'
    return { result: 'won' as const, isDecided, points: isDecided ? null : Math.ceil(margin) - 1 }
  }
  return {
    result: margin === 0 ? ('push' as const) : ('lost' as const),
    isDecided: isUnder && margin < 0,
    points: isUnder ? null : Math.floor(-margin) + 1,
  }
}

/** By how many points a selection wins at a score; negative if it loses. */
function marginOf(selection: Selection, { home, away }: { home: number; away: number }): number {
  if (selection.market === 'total') {
    const over = home + away - selection.line
    return selection.side === 'over' ? over : -over
  }
  const lead = selection.side === 'home' ? home - away : away - home
  return selection.market === 'spread' ? lead + selection.line : lead
}

type GameTeams = { homeTeamId: number; awayTeamId: number }

/**
 * A selection as the text of a pick, such as `Bears +3 (-110)`, `Bears PK`, `Bears ML (+130)` or
 * `Lions/Bears over 44.5 (-110)`. Without odds for null. null if a team of the game is unknown.
 */
export function selectionText(selection: Selection, game: GameTeams, odds: number | null): string | null {
  const home = nflTeamById(game.homeTeamId)
  const away = nflTeamById(game.awayTeamId)
  if (home === null || away === null) return null
  const bet = betText(selection, home, away)
  return odds === null ? bet : withOdds(bet, { value: odds, isUsual: true })
}

function betText(selection: Selection, home: NflTeam, away: NflTeam): string {
  if (selection.market === 'total')
    return `${nicknameOf(away)}/${nicknameOf(home)} ${selection.side} ${selection.line}`
  const team = nicknameOf(selection.side === 'home' ? home : away)
  return selection.market === 'moneyline' ? `${team} ML` : `${team} ${formatSpread(selection.line)}`
}

/** A point spread as bookmakers write it: `+3`, `-7.5`, or `PK` for 0. */
export function formatSpread(line: number): string {
  if (line === 0) return 'PK'
  return line > 0 ? `+${line}` : `${line}`
}

const SUNDAY = 0
const MONDAY = 1

/** Whether the rules allow bets on a game that kicks off then: on Sunday or Monday in the league's time zone. */
export function isBettingDay(kickoff: Date): boolean {
  const weekday = clockTimeAt(kickoff, LEAGUE_TIME_ZONE).day.getUTCDay()
  return weekday === SUNDAY || weekday === MONDAY
}

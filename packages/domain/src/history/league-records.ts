import { addPoints, type Points } from '../points.ts'
import type { Owner } from './owners.ts'
import { type PlayedGame, type RankedSeason, winnerAndLoser } from './played-games.ts'

export const RECORD_NAMES = [
  'highest_game',
  'biggest_blowout',
  'highest_team_game',
  'highest_loser',
  'lowest_winner',
  'closest_win',
] as const

export type RecordName = (typeof RECORD_NAMES)[number]

/** In display order. */
export const RECORD_TITLES: Readonly<Record<RecordName, string>> = {
  highest_game: 'Highest combined score',
  biggest_blowout: 'Biggest blowout',
  highest_team_game: 'Highest team score',
  highest_loser: 'Highest losing score',
  lowest_winner: 'Lowest winning score',
  closest_win: 'Closest win',
}

export type GameRecord = {
  game: PlayedGame
  /** Combined points, points of one side, or margin, depending on the record. */
  value: Points
  /** The side that set the record; null for a combined record. */
  side: 'home' | 'away' | null
}

export type LeagueRecords = Record<RecordName, GameRecord | null>

/** Takes games in chronological order. A tie goes to the earlier game. Source: decisions, 6 "League records". */
export function leagueRecords(games: readonly PlayedGame[]): LeagueRecords {
  const counted = games.filter((game) => game.countsForRecords)
  return {
    highest_game: highest(counted, combinedPoints),
    biggest_blowout: highest(counted, winMargin),
    highest_team_game: highest(counted, higherSidePoints),
    highest_loser: highest(counted, loserPoints),
    lowest_winner: lowest(counted, winnerPoints),
    closest_win: lowest(counted, winMargin),
  }
}

type CandidateOf = (game: PlayedGame) => GameRecord | null

function highest(games: readonly PlayedGame[], candidateOf: CandidateOf): GameRecord | null {
  const candidates = games.flatMap((game) => candidateOf(game) ?? [])
  return candidates.toSorted((a, b) => b.value - a.value)[0] ?? null
}

function lowest(games: readonly PlayedGame[], candidateOf: CandidateOf): GameRecord | null {
  const candidates = games.flatMap((game) => candidateOf(game) ?? [])
  return candidates.toSorted((a, b) => a.value - b.value)[0] ?? null
}

function combinedPoints(game: PlayedGame): GameRecord {
  return { game, value: addPoints([game.home.points, game.away.points]), side: null }
}

function higherSidePoints(game: PlayedGame): GameRecord {
  return sidePoints(game, game.home.points >= game.away.points ? 'home' : 'away')
}

function winnerPoints(game: PlayedGame): GameRecord | null {
  const sides = winnerAndLoser(game)
  return sides === null ? null : sidePoints(game, sides.winner)
}

function loserPoints(game: PlayedGame): GameRecord | null {
  const sides = winnerAndLoser(game)
  return sides === null ? null : sidePoints(game, sides.loser)
}

/** The winner's margin; null for a tie, and if the winner does not have more points. */
function winMargin(game: PlayedGame): GameRecord | null {
  const sides = winnerAndLoser(game)
  if (sides === null) return null
  const value = (game[sides.winner].points - game[sides.loser].points) as Points
  return value > 0 ? { game, value, side: sides.winner } : null
}

function sidePoints(game: PlayedGame, side: 'home' | 'away'): GameRecord {
  return { game, value: game[side].points, side }
}

const MIN_STREAK = 2

/** How many wins in a row are an honor, even if they are no league record. */
export const NOTABLE_STREAK = 5

/** Both oldest first. */
type Games = { games: readonly PlayedGame[]; seasons: readonly RankedSeason[] }

type Run = { owner: Owner; season: number; wins: number; firstPeriod: number; lastPeriod: number }

/**
 * The owner's longest run of wins, the earliest of equal ones; null without two wins in a row. A tie ends a run, a bye
 * does not, and neither the playoffs nor games against the median count. Seasons that are excluded from the records are
 * left out. Source: analytics, 15 "Streak" and 1 "Median game".
 */
export function longestWinningStreak(history: Games, owner: Owner) {
  const runs = listRuns(history)
  const longest = longestOf(runs.filter((run) => run.owner === owner))
  if (longest === null) return null
  const { owner: _, ...streak } = longest
  return { ...streak, isLeagueRecord: longestOf(runs) === longest }
}

/** By length, then by season and the period of the last win, in which ties go to the first run of the list. */
function longestOf(runs: readonly Run[]): Run | null {
  const [longest = null] = runs
    .filter(({ wins }) => wins >= MIN_STREAK)
    .toSorted((a, b) => b.wins - a.wins || a.season - b.season || a.lastPeriod - b.lastPeriod)
  return longest
}

function listRuns({ games, seasons }: Games): Run[] {
  const excluded = new Set(seasons.filter(({ exclusion }) => exclusion !== null).map(({ season }) => season))
  const runs: Run[] = []
  const current = new Map<string, Run>()
  for (const game of games) {
    if (game.isPlayoff || excluded.has(game.season)) continue
    for (const side of ['home', 'away'] as const) {
      const { owner, team } = game[side]
      const key = `${game.season} ${team.teamId}`
      if (owner === null || game.result !== side) current.delete(key)
      else {
        const run = extend(current.get(key), game, owner)
        current.set(key, run)
        runs.push(run)
      }
    }
  }
  return runs
}

function extend(run: Run | undefined, { season, period }: PlayedGame, owner: Owner): Run {
  const { wins, firstPeriod } = run ?? { wins: 0, firstPeriod: period }
  return { owner, season, wins: wins + 1, firstPeriod, lastPeriod: period }
}

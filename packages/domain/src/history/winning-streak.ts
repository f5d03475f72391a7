import type { LeagueHistory } from './league-history.ts'
import type { Owner } from './owners.ts'
import type { PlayedGame } from './played-games.ts'

export type WinningStreak = {
  season: number
  wins: number
  firstPeriod: number
  lastPeriod: number
  /** Whether no owner has a longer one, or an equal one that ended earlier. */
  isLeagueRecord: boolean
}

const MIN_STREAK = 2

/** How many wins in a row are an honor, even if they are no league record. */
export const NOTABLE_STREAK = 5

type Run = Omit<WinningStreak, 'isLeagueRecord'> & { owner: Owner }

/**
 * The owner's longest run of wins, the earliest of equal ones; null without two wins in a row. A tie ends a run, a bye
 * does not, and neither the playoffs nor games against the median count. Seasons that are excluded from the records are
 * left out. Source: analytics, 15 "Streak" and 1 "Median game".
 */
export function longestWinningStreak(
  history: Pick<LeagueHistory, 'games' | 'seasons'>,
  owner: Owner,
): WinningStreak | null {
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

function listRuns({ games, seasons }: Pick<LeagueHistory, 'games' | 'seasons'>): Run[] {
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

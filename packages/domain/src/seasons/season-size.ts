import type { ArchivePart } from '../rosters/archive.ts'

// Several times the size of the largest leagues that hosts allow: 32 teams with 60 players and 18 weeks. Some figures
// are computed from all lineups of a season, so its size limits the work that one request can cause.

/** NFL weeks. */
export const MAX_WEEK = 25
export const MAX_TEAMS = 100
export const MAX_GAMES = 2000
/** In the lineups of a week, and in its transactions. */
export const MAX_PLAYERS_OF_WEEK = 3000

/** What is too much in a part of a season's archive, as text for users; null if nothing is. */
export function findSizeProblem(part: ArchivePart): string | null {
  if (part.name === 'draft') return null
  const { season, week } = part.week
  if (week > MAX_WEEK) return `season ${season} has a week ${week}, but seasons end at week ${MAX_WEEK}.`
  const players =
    part.name === 'line-ups'
      ? part.week.lineups.reduce((sum, { entries }) => sum + entries.length, 0)
      : part.week.transactions.reduce((sum, { moves }) => sum + Math.max(1, moves.length), 0)
  if (players <= MAX_PLAYERS_OF_WEEK) return null
  const what = part.name === 'line-ups' ? 'lineups' : 'transactions'
  return `the ${what} of week ${week} of ${season} have ${players} players. At most ${MAX_PLAYERS_OF_WEEK} are read.`
}

import { hasBegun } from './has-begun.ts'
import type { Season, SeasonStanding } from './use-history.ts'

/** Where an owner stood in a season. */
export type SeasonRank = {
  season: number
  isFinished: boolean
  rank: number
  /** How many teams the season had. */
  teams: number
  name: string
}

/** Each owner's places in seasons that have begun, oldest first; of two teams of a season the better one. */
export function ranksByOwner(seasons: readonly Season[]): Map<string, SeasonRank[]> {
  const places = new Map<string, SeasonRank[]>()
  for (const { season, is_finished: isFinished, standings } of seasons.filter(hasBegun)) {
    for (const { owner, rank, name } of standings) {
      if (owner === null) continue
      const known = places.get(owner) ?? []
      if (known.at(-1)?.season === season) continue
      places.set(owner, [...known, { season, isFinished, rank, teams: standings.length, name }])
    }
  }
  return places
}

/** What an owner's team scored a game in a season, beside what all teams did. */
export type SeasonScoring = { season: number; isFinished: boolean; pf: number; perGame: number; mean: number }

/** An owner's scoring, oldest season first; seasons without a game are left out. */
export function toSeasonScoring(seasons: readonly Season[], owner: string): SeasonScoring[] {
  return seasons.flatMap(({ season, is_finished: isFinished, standings }) => {
    const team = standings.find((each) => each.owner === owner)
    const perGame = team === undefined ? null : pointsPerGame([team])
    const mean = pointsPerGame(standings)
    if (team === undefined || perGame === null || mean === null) return []
    return [{ season, isFinished, pf: team.pf, perGame, mean }]
  })
}

type TeamTotals = Pick<SeasonStanding, 'pf' | 'wins' | 'losses' | 'ties'>

function pointsPerGame(teams: readonly TeamTotals[]): number | null {
  const games = teams.reduce((sum, team) => sum + team.wins + team.losses + team.ties, 0)
  return games === 0 ? null : teams.reduce((sum, team) => sum + team.pf, 0) / games
}

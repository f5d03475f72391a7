import { hasBegun } from '../season-status.ts'
import type { Season, SeasonStanding } from '../use-history.ts'

export type SeasonRank = {
  season: number
  isFinished: boolean
  rank: number
  teams: number
  name: string
}

/** Only seasons that have begun, oldest first. An owner of two teams gets the better rank. */
export function ranksByOwner(seasons: readonly Season[]): Map<string, SeasonRank[]> {
  const ranks = new Map<string, SeasonRank[]>()
  for (const { season, is_finished: isFinished, standings } of seasons.filter(hasBegun)) {
    for (const { owner, rank, name } of standings) {
      if (owner === null) continue
      const ownerRanks = ranks.get(owner) ?? []
      if (ownerRanks.at(-1)?.season === season) continue
      ranks.set(owner, [...ownerRanks, { season, isFinished, rank, teams: standings.length, name }])
    }
  }
  return ranks
}

export type SeasonScoring = {
  season: number
  isFinished: boolean
  pf: number
  perGame: number
  leagueAverage: number
}

/** Oldest first, without seasons in which no game was played for head-to-head points. */
export function toSeasonScoring(seasons: readonly Season[], owner: string): SeasonScoring[] {
  const counted = seasons.filter(({ scoring_format: format }) => format === 'points')
  return counted.flatMap(({ season, is_finished: isFinished, standings }) => {
    const team = standings.find((standing) => standing.owner === owner)
    const perGame = team === undefined ? null : pointsPerGame([team])
    const leagueAverage = pointsPerGame(standings)
    const pf = team?.pf ?? null
    if (pf === null || perGame === null || leagueAverage === null) return []
    return [{ season, isFinished, pf, perGame, leagueAverage }]
  })
}

type TeamTotals = Pick<SeasonStanding, 'pf' | 'games'>

function pointsPerGame(teams: readonly TeamTotals[]): number | null {
  const known = teams.filter(({ pf }) => pf !== null)
  const games = known.reduce((sum, team) => sum + team.games, 0)
  return games === 0 ? null : known.reduce((sum, team) => sum + (team.pf ?? 0), 0) / games
}

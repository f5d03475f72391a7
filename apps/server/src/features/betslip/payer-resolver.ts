import type { BettingWeek } from '@fieldhouse/domain/betting-week'
import {
  decidingWeek,
  lowestScorers,
  orderByWhoPays,
  type SeasonScores,
} from '@fieldhouse/domain/lowest-scorer'
import type { Points } from '@fieldhouse/domain/points'
import type { LeagueTeam, TeamReader } from '../../database/team-reader.ts'
import type { LeagueOwners } from './owner-store.ts'
import type { ScoreStore } from './score-store.ts'

/** The team that pays for a slip, and the week in which it scored so. */
export type Payer = {
  team: string
  /** Whoever has the team here, else its owner at the provider, else the team itself. */
  owner: string
  points: Points
  decidingWeek: BettingWeek
  /** Other teams with the same score, by name. */
  tiedWith: string[]
}

export type PayerResolver = ReturnType<typeof payerResolver>

export function payerResolver(scores: ScoreStore, teams: TeamReader) {
  return {
    /** Who pays for each of these weeks of a season; null where the scores are unknown. */
    async findPayers(
      leagueId: number,
      season: number,
      weeks: readonly number[],
      owners: LeagueOwners,
    ): Promise<Map<number, Payer | null>> {
      const deciders = weeks.map((week) => ({ week, decided: decidingWeek({ season, week }) }))
      const years = [...new Set(deciders.map(({ decided }) => decided.season))]
      const stored = new Map(
        await Promise.all(years.map(async (year) => [year, await loadSeason(leagueId, year)] as const)),
      )
      return new Map(
        deciders.map(({ week, decided }) => {
          const found = stored.get(decided.season) ?? null
          return [week, found === null ? null : findPayer(found, decided, owners)]
        }),
      )
    },
  }

  async function loadSeason(leagueId: number, season: number): Promise<SeasonData | null> {
    const [known, rows, ownerNames] = await Promise.all([
      scores.findScores(leagueId, season),
      teams.listTeams(leagueId, season),
      teams.listOwnerNames(leagueId, season),
    ])
    return known === null ? null : { scores: known, teams: rows, ownerNames }
  }
}

type SeasonData = {
  scores: SeasonScores
  teams: readonly LeagueTeam[]
  ownerNames: ReadonlyMap<number, readonly string[]>
}

/** Of teams with the same score the first one by name pays. */
function findPayer(season: SeasonData, decided: BettingWeek, owners: LeagueOwners): Payer | null {
  const lowest = lowestScorers(season.scores, decided.week)
  if (lowest === null) return null
  const [first, ...others] = orderByWhoPays(season.teams, lowest.teamIds)
  if (first === undefined) return null
  const assigned = first.assignment
  return {
    team: first.name,
    owner:
      assigned === null
        ? (season.ownerNames.get(first.teamId)?.[0] ?? first.name)
        : (owners.nameOfUser(assigned.userId) ?? assigned.name),
    points: lowest.points,
    decidingWeek: decided,
    tiedWith: others.map(({ name }) => name),
  }
}

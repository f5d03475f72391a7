import type { BettingWeek } from '@fieldhouse/domain/betslip/betting-week'
import {
  decidingWeek,
  lowestScorers,
  orderByWhoPays,
  type SeasonScores,
} from '@fieldhouse/domain/betslip/lowest-scorer'
import type { Points } from '@fieldhouse/domain/points'
import type { LeagueTeam, TeamReader } from '../../repositories/seasons/team-reader.ts'
import type { LeagueOwners } from './owner-store.ts'
import type { ScoreStore } from './score-store.ts'

/** The team that pays for a slip, and the week whose score decided it. */
export type Payer = {
  team: string
  /** The assigned member, else the provider's owner name, else the team name. */
  owner: string
  /** The assigned member; null without one. */
  userId: number | null
  points: Points
  decidingWeek: BettingWeek
  /** Names of other teams with the same score. */
  tiedWith: string[]
}

/** Finds who pays for each of these weeks, by week; null when the scores are unknown. */
export async function findPayers(
  { scores, teams }: { scores: ScoreStore; teams: TeamReader },
  leagueId: number,
  season: number,
  weeks: readonly number[],
  owners: LeagueOwners,
): Promise<Map<number, Payer | null>> {
  const slips = weeks.map((week) => ({ week, scoredIn: decidingWeek({ season, week }) }))
  const years = [...new Set(slips.map(({ scoredIn }) => scoredIn.season))]
  const seasonsByYear = new Map(
    await Promise.all(
      years.map(async (year): Promise<[number, SeasonData | null]> => {
        const [seasonScores, leagueTeams, ownerNames] = await Promise.all([
          scores.findScores(leagueId, year),
          teams.listTeams(leagueId, year),
          teams.listOwnerNames(leagueId, year),
        ])
        const data = seasonScores && { scores: seasonScores, teams: leagueTeams, ownerNames }
        return [year, data]
      }),
    ),
  )
  return new Map(
    slips.map(({ week, scoredIn }) => {
      const data = seasonsByYear.get(scoredIn.season) ?? null
      return [week, data === null ? null : findPayer(data, scoredIn, owners)]
    }),
  )
}

type SeasonData = {
  scores: SeasonScores
  teams: readonly LeagueTeam[]
  ownerNames: ReadonlyMap<number, readonly string[]>
}

/** If teams tie for the lowest score, the first by name pays. */
function findPayer(season: SeasonData, scoredIn: BettingWeek, owners: LeagueOwners): Payer | null {
  const lowest = lowestScorers(season.scores, scoredIn.week)
  if (lowest === null) return null
  const [first, ...others] = orderByWhoPays(season.teams, lowest.teamIds)
  if (first === undefined) return null
  const { assignment } = first
  return {
    team: first.name,
    owner:
      assignment === null
        ? (season.ownerNames.get(first.teamId)?.[0] ?? first.name)
        : (owners.nameOfUser(assignment.userId) ?? assignment.name),
    userId: assignment?.userId ?? null,
    points: lowest.points,
    decidingWeek: scoredIn,
    tiedWith: others.map(({ name }) => name),
  }
}

import type { SeedingRules } from '@fieldhouse/domain/insights/odds/seed-order'
import { seedsSoFar } from '@fieldhouse/domain/insights/race/projected-bracket'
import type { InsightSeason, InsightTeam } from '@fieldhouse/domain/insights/season/insight-season'
import type { TieBreaker } from '@fieldhouse/domain/seasons/season'

/** The team IDs in the order of the seeds so far, best first; null if unknown. */
export function currentSeeds(stored: InsightSeason): number[] | null {
  const { regular, schedule, teams } = stored
  if (schedule.format === 'points') return seedsSoFar(regular, seedingOf(stored))
  // Only the provider knows how categories count for the standings.
  if (regular.completedPeriods === 0) return null
  return seededOrder(teams)?.flatMap((index) => teams[index]?.teamId ?? []) ?? null
}

export function seedingOf({
  regular,
  schedule,
  teams,
}: Pick<InsightSeason, 'regular' | 'schedule' | 'teams'>): SeedingRules {
  return {
    tieBreaker: tieBreakerOf(schedule),
    divisions: divisionsOf(teams, schedule),
    finalOrder: regular.openGames.length === 0 ? seededOrder(teams) : null,
  }
}

export function tieBreakerOf({ seeding }: InsightSeason['schedule']): TieBreaker {
  return seeding?.tieBreaker ?? 'points_for'
}

/** null in a league with a single division. */
export function divisionsOf(
  teams: readonly InsightTeam[],
  { seeding }: InsightSeason['schedule'],
): number[] | null {
  // Teams can keep the divisions of an earlier season.
  if (seeding?.divisions.length === 1) return null
  const divisions = teams.map(({ divisionId }) => divisionId ?? -1)
  return new Set(divisions).size > 1 ? divisions : null
}

/** The provider's seeds replace ours, if all teams have one. */
function seededOrder(teams: readonly InsightTeam[]): number[] | null {
  if (teams.some(({ playoffSeed }) => playoffSeed === null)) return null
  const seedOf = (team: number) => teams[team]?.playoffSeed ?? 0
  return [...teams.keys()].sort((a, b) => seedOf(a) - seedOf(b))
}

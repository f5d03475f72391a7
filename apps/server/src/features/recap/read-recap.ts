import type { SeasonScores } from '@fieldhouse/domain/betslip/lowest-scorer'
import { buildRecap, type Recap } from '@fieldhouse/domain/notifications/recap'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import type { RecapWeek } from './recap-store.ts'

export type RecapSources = {
  /** Returns the scores of a season; null if it is not stored. */
  scoresOf: (leagueId: number, season: number) => Promise<SeasonScores | null>
  teams: Pick<TeamReader, 'listTeams'>
  archive: Pick<ArchiveReader, 'listLineups'>
}

/** Returns null if there is no recap for the week yet. */
export async function readRecap(
  { scoresOf, teams, archive }: RecapSources,
  { leagueId, season, week }: RecapWeek,
  hasBetslip: boolean,
): Promise<Recap | null> {
  const scores = await scoresOf(leagueId, season)
  const matchupPeriod = scores?.periods.find(({ weeks }) => weeks.at(-1) === week)
  if (scores === null || matchupPeriod === undefined) return null
  const lineups = await Promise.all(
    matchupPeriod.weeks.map(async (periodWeek) => ({
      week: periodWeek,
      teams: await archive.listLineups(leagueId, season, periodWeek),
    })),
  )
  return buildRecap({
    week,
    scores,
    teams: await teams.listTeams(leagueId, season),
    // Nobody regrets a bench that the provider sets.
    lineups: scores.isBestBall === true ? [] : lineups,
    hasBetslip,
  })
}

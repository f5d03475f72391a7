import type { SeasonScores } from '@fieldhouse/domain/betslip/lowest-scorer'
import type { HistoryInput } from '@fieldhouse/domain/history/history-input'
import type { Award } from '@fieldhouse/domain/insights/awards/weekly-awards'
import { rankPower } from '@fieldhouse/domain/insights/power/power-ranking'
import { seasonThrough } from '@fieldhouse/domain/insights/season/regular-season'
import { rosterStrengths } from '@fieldhouse/domain/insights/season/season-lineups'
import type { AnnouncedRecord } from '@fieldhouse/domain/notifications/activity-notifications'
import { buildRecap, type Recap } from '@fieldhouse/domain/notifications/recap'
import { buildRecapDocument, type OddsChange } from '@fieldhouse/domain/recap/build-recap-document'
import type { RecapDocument, RecapSection } from '@fieldhouse/domain/recap/recap-document'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { InsightReader } from '../../repositories/seasons/insight-reader.ts'
import type { RosterWeekReader } from '../../repositories/seasons/roster-week-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import type { RecapWeek } from './recap-store.ts'

export type RecapSources = {
  /** Returns the scores of a season; null if it is not stored. */
  scoresOf: (leagueId: number, season: number) => Promise<SeasonScores | null>
  teams: Pick<TeamReader, 'listTeams'>
  archive: Pick<ArchiveReader, 'listLineups'>
}

export type RecapDocumentSources = RecapSources & {
  insights: InsightReader
  rosterWeeks: Pick<RosterWeekReader, 'listRosterWeeks'>
  /** The awards of all weeks of a season. */
  awardsOf: (leagueId: number, season: number) => Promise<readonly Award[]>
  historyOf: (leagueId: number) => Promise<HistoryInput>
  /** The records that a week has broken; null while a game of it is undecided. */
  findRecords: (input: HistoryInput, season: number, week: number) => AnnouncedRecord[] | null
  /** How a period changed the odds of the playoffs; empty without odds, null if too many others wait for theirs. */
  oddsOf: (leagueId: number, season: number, period: number) => Promise<OddsChange[] | null>
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

/** Returns null if there is no recap for the week yet, and `busy` if too many others wait for their odds. */
export async function readRecapDocument(
  sources: RecapDocumentSources,
  recapWeek: RecapWeek,
  { hasBetslip, sections }: { hasBetslip: boolean; sections: readonly RecapSection[] },
): Promise<RecapDocument | 'busy' | null> {
  const { leagueId, season, week } = recapWeek
  const recap = await readRecap(sources, recapWeek, hasBetslip)
  const scores = recap === null ? null : await sources.scoresOf(leagueId, season)
  if (recap === null || scores === null) return null
  const period = scores.periods.find(({ weeks }) => weeks.at(-1) === week)?.period ?? week
  const has = (section: RecapSection) => sections.includes(section)
  const [teams, stored, awards, odds] = await Promise.all([
    sources.teams.listTeams(leagueId, season),
    sources.insights.findSeason(leagueId, season),
    has('awards') ? sources.awardsOf(leagueId, season) : [],
    has('odds') ? sources.oddsOf(leagueId, season, period) : [],
  ])
  if (odds === null) return 'busy'
  const isRegular = stored !== null && period <= stored.regular.completedPeriods
  return buildRecapDocument({
    leagueId,
    season,
    recap,
    scores,
    teams,
    // Of an earlier week, the table is not stored.
    standings: stored?.regular.completedPeriods === period ? teams : [],
    awards: awards.filter((award) => award.week === week),
    power: isRegular ? await rankTeams(sources, leagueId, season, seasonThrough(stored.regular, period)) : [],
    odds,
    records: has('records')
      ? (sources.findRecords(await sources.historyOf(leagueId), season, week) ?? [])
      : [],
    bracket: stored?.bracket ?? null,
    lastRegularPeriod: stored?.regular.lastPeriod ?? null,
    sections,
  })
}

async function rankTeams(
  { rosterWeeks }: RecapDocumentSources,
  leagueId: number,
  season: number,
  regular: Parameters<typeof rankPower>[0],
) {
  const rosters = await rosterWeeks.listRosterWeeks(leagueId, season)
  return rankPower(regular, 'composite', rosterStrengths(regular, rosters))
}

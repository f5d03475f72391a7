import type { SeasonScores } from '@fieldhouse/domain/betslip/betting-week'
import { rankPower } from '@fieldhouse/domain/insights/power-ranking'
import { rosterStrengths } from '@fieldhouse/domain/insights/season/insight-season'
import { seasonThrough } from '@fieldhouse/domain/insights/season/regular-season'
import { buildRecap, type Recap } from '@fieldhouse/domain/notifications/recap'
import { buildRecapDocument } from '@fieldhouse/domain/recap/build-recap-document'
import type { RecapDocument, RecapSection } from '@fieldhouse/domain/recap/recap-document'
import type { Context } from '../../context.ts'
import type { LeagueSeasons } from '../../repositories/league.ts'
import { findBrokenRecords } from '../../repositories/weekly-results.ts'
import { readAwards } from '../insights/read-awards.ts'
import { listWeekRaces } from '../insights/read-race.ts'

export type RecapWeek = { leagueId: number; season: number; week: number }

export type RecapContext = Pick<Context, 'leagues' | 'archive' | 'nfl' | 'computeRace'>

export async function readRecap(
  { leagues, archive }: Pick<Context, 'leagues' | 'archive'>,
  { leagueId, season, week }: RecapWeek,
  hasBetslip: boolean,
): Promise<Recap | null> {
  const league = await leagues.seasons(leagueId)
  const scores = scoresOf(league, season)
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
    teams: (league.season(season)?.teams ?? []).map(({ teamId, name }) => ({ teamId, name })),
    // Nobody regrets a bench that the provider sets.
    lineups: scores.isBestBall === true ? [] : lineups,
    hasBetslip,
  })
}

/** Returns null if there is no recap for the week yet, and `busy` if too many others wait for their odds. */
export async function readRecapDocument(
  ctx: RecapContext,
  recapWeek: RecapWeek,
  hasBetslip: boolean,
  sections: readonly RecapSection[],
): Promise<RecapDocument | 'busy' | null> {
  const { leagueId, season, week } = recapWeek
  const recap = await readRecap(ctx, recapWeek, hasBetslip)
  const league = await ctx.leagues.get(leagueId)
  const scores = scoresOf(league, season)
  if (recap === null || scores === null) return null
  const period = scores.periods.find(({ weeks }) => weeks.at(-1) === week)?.period ?? week
  const has = (section: RecapSection) => sections.includes(section)
  const [awards, odds] = await Promise.all([
    has('awards') ? readAwards(ctx, leagueId, season) : null,
    has('odds') ? readOddsChanges(ctx, league, season, period) : [],
  ])
  if (odds === null) return 'busy'
  const teams = league.teams(season)
  const stored = league.insights(season)
  const isRegular = stored !== null && period <= stored.regular.completedPeriods
  const regular = isRegular ? seasonThrough(stored.regular, period) : null
  return buildRecapDocument({
    leagueId,
    season,
    recap,
    scores,
    teams,
    // Of an earlier week, the table is not stored.
    standings: stored?.regular.completedPeriods === period ? teams : [],
    awards: awards?.awards.filter((award) => award.week === week) ?? [],
    power:
      regular === null
        ? []
        : rankPower(
            regular,
            'composite',
            rosterStrengths(regular, await ctx.archive.listRosterWeeks(leagueId, season)),
          ),
    odds,
    records: has('records') ? (findBrokenRecords(league, season, week) ?? []) : [],
    bracket: stored?.bracket ?? null,
    lastRegularPeriod: stored?.regular.lastPeriod ?? null,
    sections,
  })
}

export function scoresOf(league: LeagueSeasons, season: number): SeasonScores | null {
  const schedule = league.schedule(season)
  if (schedule === null) return null
  const { format, periods, isBestBall } = schedule
  return { format, periods, isBestBall, games: league.games(season), weekPoints: league.weeklyScores(season) }
}

/** How a period changed the odds of the playoffs; empty without odds, null if too many others wait for theirs. */
async function readOddsChanges(ctx: RecapContext, league: LeagueSeasons, season: number, period: number) {
  const weeks = await listWeekRaces(ctx, season, league.insights(season), [period - 1, period])
  if (weeks === null) return null
  const teamsAfter = (wanted: number) => weeks.find(({ week }) => week === wanted)?.race.teams ?? []
  const before = teamsAfter(period - 1)
  return teamsAfter(period).flatMap(({ teamId, odds, certainty }) => {
    if (odds === null) return []
    const earlier = before.find((team) => team.teamId === teamId)
    return {
      teamId,
      before: earlier?.odds?.playoffs ?? null,
      after: odds.playoffs,
      wasCertain: earlier?.certainty.place ?? null,
      isCertain: certainty.place,
    }
  })
}

import { emptySlotsOf, starterPoints, type TeamLineup, type WeekLineups } from '@fieldhouse/domain/lineup'
import { type Points, pointsFromDecimal, pointsToDecimal } from '@fieldhouse/domain/points'
import type { Finding } from '@fieldhouse/domain/season'
import { bySlot, slotOf } from '@fieldhouse/domain/slots'
import { ProviderError } from '../league-provider.ts'
import { lineupEntryOf, projectionOf } from './lineup-entry.ts'
import { readBodyAs } from './read-body.ts'
import { type Roster, WeekBody } from './week-body.ts'

type RequestedWeek = { leagueId: number; season: number; week: number }

type TeamRoster = { teamId: number; roster: Roster }

/**
 * The line-ups of one NFL week from an answer about it. Before the draft there are none, although
 * the games of the first week can still hold last season's players. Throws `wrong_league` when the
 * answer is about another week.
 */
export function translateWeek(answer: unknown, asked: RequestedWeek): WeekLineups {
  const body = readBodyAs(WeekBody, answer, asked)
  const { leagueId, season, week } = asked
  const empty = { providerLeagueId: leagueId, season, week, lineups: [], findings: [] }
  if (body.draftDetail?.drafted === false) return empty
  if ((body.scoringPeriodId ?? week) !== week) {
    throw new ProviderError('wrong_league', `asked for week ${week}, got week ${body.scoringPeriodId}`)
  }
  const places = slotCountsOf(body)
  const rosters = rostersOf(body, week)
  const lineups = rosters.map((each) => lineupOf(each, places, asked))
  const findings =
    rosters.length === 0
      ? [findingOf(`The provider sent no line-ups of week ${week}.`, 'missing_lineups', week)]
      : rosters.flatMap((each, index) => totalMismatchFindings(each, lineups[index], week))
  return { ...empty, lineups: lineups.sort((a, b) => a.teamId - b.teamId), findings }
}

function slotCountsOf({ settings }: WeekBody): Map<number, number> {
  const counts = settings?.rosterSettings?.lineupSlotCounts ?? {}
  return new Map(Object.entries(counts).map(([slotId, count]) => [Number(slotId), count]))
}

/** Each team once, from the games of the matchup period that the week belongs to; byes have one too. */
function rostersOf(body: WeekBody, week: number): TeamRoster[] {
  const weeks = body.settings?.scheduleSettings?.matchupPeriods
  const rosters = new Map<number, TeamRoster>()
  for (const { matchupPeriodId, home, away } of body.schedule ?? []) {
    if (weeks?.[matchupPeriodId]?.includes(week) === false) continue
    for (const side of [home, away]) {
      const roster = side?.rosterForCurrentScoringPeriod
      if (side?.teamId == null || roster == null || rosters.has(side.teamId)) continue
      rosters.set(side.teamId, { teamId: side.teamId, roster })
    }
  }
  return [...rosters.values()]
}

function lineupOf(
  { teamId, roster }: TeamRoster,
  places: ReadonlyMap<number, number>,
  asked: RequestedWeek,
): TeamLineup {
  const entries = (roster.entries ?? []).map((entry) => lineupEntryOf(entry, asked)).sort(bySlot)
  return {
    teamId,
    entries,
    emptySlots: emptySlotsOf(places, entries),
    points: starterPoints(entries),
    projectedPoints: starterProjection(roster, asked),
  }
}

function starterProjection({ entries }: Roster, asked: RequestedWeek): Points | null {
  const starters = (entries ?? []).filter((entry) => slotOf(entry.lineupSlotId).isStarter)
  const projected = starters.flatMap((entry) => projectionOf(entry, asked) ?? [])
  return projected.length === 0 ? null : pointsFromDecimal(projected.reduce((sum, each) => sum + each, 0))
}

function totalMismatchFindings(
  { teamId, roster }: TeamRoster,
  lineup: TeamLineup | undefined,
  week: number,
): Finding[] {
  if (lineup === undefined || roster.appliedStatTotal == null) return []
  const told = pointsFromDecimal(roster.appliedStatTotal)
  if (told === lineup.points) return []
  const [sum, total] = [lineup.points, told].map(pointsToDecimal)
  const detail = `The starters of team ${teamId} add up to ${sum} in week ${week}, the provider says ${total}.`
  return [findingOf(detail, 'lineup_total', week)]
}

function findingOf(detail: string, code: Finding['code'], week: number): Finding {
  return { code, detail, week, gameId: null }
}

import { type Points, pointsToDecimal } from '@fieldhouse/domain/points'
import type { GameFinding } from '@fieldhouse/domain/seasons/consistency'
import { scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import type { Finding, Member, SeasonCalendar } from '@fieldhouse/domain/seasons/season'

export function finding(code: Finding['code'], detail: string, week: number | null = null): Finding {
  return { code, detail, week, gameId: null }
}

/** A placeholder for an owner who is none of the members, so that the team keeps its owner. */
export function unknownMember(memberId: string): Member {
  return { memberId, name: 'Unknown owner', isManager: false, isCreator: false }
}

/** Reports a scoring type that is not known here, so that nobody takes the season for one of head-to-head points. */
export function formatFindings(scoringType: string | null): Finding[] {
  if (scoringFormatOf(scoringType) !== 'unknown') return []
  const detail = `The scoring type ${scoringType} is not known. The scores are stored, but nothing is computed from them.`
  return [finding('unknown_format', detail)]
}

/** Reports teams without a record, because a record of 0-0-0 would look like a real one. */
export function missingRecordFindings(host: string, names: readonly string[]): Finding[] {
  if (names.length === 0) return []
  return [finding('missing_record', `${host} sent no win–loss record for these teams: ${names.join(', ')}.`)]
}

export function lineupTotalFindings(
  host: string,
  week: number,
  { teamId, points }: { teamId: number; points: Points },
  reported: Points,
): Finding[] {
  if (reported === points) return []
  const [sum, total] = [points, reported].map(pointsToDecimal)
  const detail = `The starters of team ${teamId} scored ${sum} in week ${week}, but ${host} reports ${total}.`
  return [finding('lineup_total', detail, week)]
}

export function unknownTeamFinding(
  { gameId, period }: { gameId: number; period: number },
  teamId: number | undefined,
  calendar: SeasonCalendar,
): GameFinding {
  const reason = `skipped because team ${teamId} is not in the league.`
  return {
    ...finding('unknown_team', `Game ${gameId} was ${reason}`, firstWeekOf(period, calendar)),
    gameId,
    ofSeveral: (count) => `${count} games were ${reason}`,
  }
}

export function firstWeekOf(period: number, { periods }: SeasonCalendar): number | null {
  return periods.find((each) => each.period === period)?.weeks[0] ?? null
}

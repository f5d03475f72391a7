import type { Finding, LeagueSeason } from '@fieldhouse/domain/season'
import { ProviderError } from '../league-provider.ts'
import { type LeagueBody, readBody } from './bodies.ts'
import { calendarOf, progressOf } from './calendar.ts'
import { gamesOf } from './games.ts'
import { membersOf, missingCommissionerFindings } from './members.ts'
import { mergeBodies } from './merge.ts'
import { normalizeWhitespace } from './normalize-whitespace.ts'
import { isNoSeason } from './read-body.ts'
import { missingRecordFindings, teamOf, unknownOwners } from './teams.ts'

/**
 * One season from the answers to one or more requests about it, each with its own views; where two
 * say the same thing the earlier one counts. Throws `unexpected_shape` when they have no teams: a
 * season without teams must not replace a good one.
 */
export function translateSeason(
  answers: readonly unknown[],
  asked: { leagueId: number; season: number },
): LeagueSeason {
  const body = mergeBodies(
    answers.filter((answer) => !isNoSeason(answer)).map((answer) => readBody(answer, asked)),
  )
  const entries = body.teams ?? []
  if (entries.length === 0) throw new ProviderError('unexpected_shape', 'teams: there are none')
  const teams = entries.map(teamOf)
  const calendar = calendarOf(body)
  const progress = progressOf(body, calendar)
  const members = membersOf(body.members ?? [])
  const unknown = unknownOwners(teams, members)
  const teamIds = new Set(teams.map((team) => team.teamId))
  const { games, findings } = gamesOf(body.schedule ?? [], { calendar, progress, teamIds })
  return {
    providerLeagueId: asked.leagueId,
    season: asked.season,
    ...settingsOf(body),
    size: body.settings?.size ?? teams.length,
    calendar,
    progress,
    previousSeasons: otherSeasons(body, asked.season),
    members: [...members, ...unknown.members],
    teams,
    games,
    findings: [
      ...missingDataFindings(body),
      ...missingRecordFindings(entries),
      ...missingCommissionerFindings(body.members ?? []),
      ...unknown.findings,
      ...findings,
    ],
  }
}

function settingsOf({ settings }: LeagueBody): Pick<LeagueSeason, 'name' | 'isPublic' | 'scoringType'> {
  return {
    name: normalizeWhitespace(settings?.name) || null,
    isPublic: settings?.isPublic ?? null,
    scoringType: normalizeWhitespace(settings?.scoringSettings?.scoringType) || null,
  }
}

/** The history endpoint lists the season itself among them. */
function otherSeasons(body: LeagueBody, season: number): number[] {
  const others = new Set(body.status?.previousSeasons)
  others.delete(season)
  return [...others].sort((a, b) => a - b)
}

function missingDataFindings(body: LeagueBody): Finding[] {
  const schedule = body.settings?.scheduleSettings
  const findings: Finding[] = []
  if (schedule?.matchupPeriodCount == null || schedule.matchupPeriods == null) {
    const detail = 'The provider did not say how long the regular season is or in which weeks it is played.'
    findings.push({ code: 'missing_settings', detail, week: null, gameId: null })
  }
  if (body.schedule == null) {
    const detail = 'The provider sent no schedule.'
    findings.push({ code: 'missing_schedule', detail, week: null, gameId: null })
  }
  return findings
}

import type { LeagueSettings } from '@fieldhouse/contract/league-settings'
import type { getMeta, getMyRole, listJoinRequests, listUserLeagues } from '@fieldhouse/contract/leagues'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { EditConflicts } from '@fieldhouse/domain/league/edit-conflicts'
import { type LeagueAtProvider, leaguePageUrl } from '@fieldhouse/domain/league/provider-pages'
import { canManageLeague, type LeagueRole } from '@fieldhouse/domain/league/roles'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import type { ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import type { LeagueScope } from '../../auth/league-access-store.ts'
import type { CurrentUser } from '../../auth/session-store.ts'
import type { LeagueInfo } from '../../repositories/seasons/season-reader.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'
import type { PendingJoinRequest } from './join-store.ts'
import type { ComparedSetting, StoredSettings } from './settings-store.ts'
import type { UserLeague } from './store.ts'

type Meta = ResponseOf<typeof getMeta>

export function presentRole(user: CurrentUser, role: LeagueRole | null): ResponseOf<typeof getMyRole> {
  return { role, is_admin: canManageLeague(user, role) }
}

export function presentMeta(
  league: LeagueScope,
  {
    season,
    format,
    info,
    atProvider,
    teamId,
    people,
  }: {
    season: number
    format: ScoringFormat
    info: LeagueInfo | null
    /** null for a league without a source. */
    atProvider: LeagueAtProvider | null
    teamId: number | null
    people: Meta['people']
  },
): Meta {
  return {
    name: league.name,
    current_year: season,
    scoring_format: format,
    seasons: info?.seasons ?? [],
    league_info:
      info === null
        ? null
        : {
            season_number: info.seasonNumber,
            first_year: info.firstYear,
            commissioner: info.commissioner,
          },
    espn_league_id: league.espnLeagueId,
    provider_page:
      atProvider === null ? null : { provider: atProvider.provider, url: leaguePageUrl(atProvider) },
    espn_team_id: teamId,
    features: league.hasBetslip ? ['betslip'] : [],
    people,
  }
}

/** @param pictures of owners, by team ID */
export function presentPeople(
  teams: readonly LeagueTeam[],
  pictures: ReadonlyMap<number, string>,
): NonNullable<Meta['people']> {
  return teams.flatMap(({ teamId, assignment, logo, color }) =>
    assignment === null
      ? []
      : [{ name: assignment.name, team_id: teamId, picture: pictures.get(teamId) ?? logo, color }],
  )
}

export function presentUserLeague({
  team,
  ...league
}: UserLeague): ResponseOf<typeof listUserLeagues>['leagues'][number] {
  if (team === null) return { ...league, team }
  const { pointsFor, format, ...rest } = team
  return {
    ...league,
    team: { ...rest, points_for: pointsToDecimalOrNull(pointsFor), scoring_format: format },
  }
}

export function presentJoinRequest<Rest extends object>({
  createdAt,
  ...rest
}: Rest & { createdAt: number }) {
  return { ...rest, created_at: new Date(createdAt).toISOString() }
}

export function presentSettings(settings: StoredSettings, now: Date): LeagueSettings {
  const { hidesPicks, changesAt } = settings.hiding
  return {
    name: settings.name,
    season_note: settings.seasonNote ?? '',
    has_betslip: settings.hasBetslip,
    hides_picks: hidesPicks,
    hides_picks_from: changesAt !== null && now < changesAt ? changesAt.toISOString() : null,
    has_recap: settings.hasRecap,
    recap_sections: [...settings.recapSections],
    google_sheet_id: settings.sheetId ?? '',
    google_sheet_gid: settings.sheetGid ?? '',
    espn_league_id: settings.espnLeagueId,
  }
}

const SETTING_FIELDS = {
  name: 'name',
  seasonNote: 'season_note',
  sheetId: 'google_sheet_id',
  sheetGid: 'google_sheet_gid',
  espnLeagueId: 'espn_league_id',
} as const satisfies Record<ComparedSetting, keyof LeagueSettings>

/** By field of the response, in which an empty text stands for none. */
export function presentNewerSettings(newer: EditConflicts<ComparedSetting>): EditConflicts {
  return Object.fromEntries(
    Object.entries(newer).map(([setting, { value, ...change }]) => [
      SETTING_FIELDS[setting as ComparedSetting],
      { ...change, value: value ?? '' },
    ]),
  )
}

export function presentPendingRequest({
  team,
  ...request
}: PendingJoinRequest): ResponseOf<typeof listJoinRequests>['requests'][number] {
  return {
    ...presentJoinRequest(request),
    team: team === null ? null : { league_team_id: team.id, name: team.name },
  }
}

import {
  deleteLeague,
  getLeagueSettings,
  type LeagueSettings,
  leaveLeague,
  listMembers,
  removeMember,
  saveLeagueSettings,
} from '@fieldhouse/contract/leagues/settings'
import type { EditConflicts } from '@fieldhouse/domain/league/edit-conflicts'
import { RECAP_SECTIONS } from '@fieldhouse/domain/recap/recap-document'
import type { z } from 'zod'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/presenters/to-wire.ts'
import { parseLeagueName } from '../../http/requests/league-name.ts'
import { jobRunningMessage } from '../../ingestion/messages.ts'
import {
  type ComparedSetting,
  removeLeague,
  type SettingsChange,
  type StoredSettings,
  saveSettings,
  selectSettings,
} from './changes.ts'
import * as members from './members.ts'
import { parseEspnLeagueId, parseSheetFields } from './parse-league-fields.ts'

type Body = z.output<(typeof saveLeagueSettings)['schema']['body']>

export const leagueSettings = [
  operation(getLeagueSettings, async ({ ctx, league }) => {
    const settings = await selectSettings(ctx.db, league.id)
    if (settings === null) throw new ApiError('league_not_found')
    return presentSettings(settings, ctx.now())
  }),

  operation(saveLeagueSettings, async ({ ctx, league, user, body }) => {
    const changes = { ...toChanges(body), keepsServerCookies: user.isAdmin }
    const result = await saveSettings(ctx.db, league.id, changes, user, ctx.now())
    switch (result.kind) {
      case 'saved':
        break
      case 'edit_conflict':
        throw new ApiError(result.kind, { newer: presentNewerSettings(result.newer) })
      case 'job_running':
        throw new ApiError(result.kind, { message: jobRunningMessage(result.job, ctx.now()) })
      case 'espn_seasons_stored':
        throw new ApiError(result.kind, { message: espnSeasonsMessage(result) })
      default:
        throw new ApiError(result.kind)
    }
    const { settings } = result
    return { message: `Settings saved for ${settings.name}.`, settings: presentSettings(settings, ctx.now()) }
  }),

  operation(listMembers, async ({ ctx, league: { id } }) => {
    const league = await ctx.leagues.get(id)
    const season = league.currentSeason(ctx.now())
    const list = await members.listMembers(ctx.db, id)
    return {
      members: list.map(({ userId, ...member }) => ({
        ...toWire(member),
        team: league.teamOf(season, userId)?.name ?? null,
      })),
    }
  }),

  operation(removeMember, async ({ ctx, league: { id, name }, user, body }) => {
    const result = await members.removeMember(ctx.db, id, body.username, user, ctx.now())
    if (result.kind === 'last_league_admin')
      throw new ApiError(result.kind, { message: 'The last admin of a league cannot be removed.' })
    if (result.kind !== 'removed') throw new ApiError(result.kind)
    return { message: `${result.username} was removed from ${name}.` }
  }),

  operation(leaveLeague, async ({ ctx, league: { id, name }, user }) => {
    const rejection = await members.leaveLeague(ctx.db, id, user, ctx.now())
    if (rejection === 'member_not_found')
      throw new ApiError(rejection, { message: `You're not a member of ${name}.` })
    if (rejection === 'last_league_admin') {
      const message = `You're the only admin of ${name}. Make somebody else an admin, or delete the league, before you leave.`
      throw new ApiError(rejection, { message })
    }
    return { message: `You left ${name}.` }
  }),

  operation(deleteLeague, async ({ ctx, league, user, body }) => {
    if (body.name !== league.name) {
      const message = `Type ${league.name} exactly as shown.`
      throw new ApiError('name_not_confirmed', { fields: { name: message } })
    }
    await removeLeague(ctx.db, league, user, ctx.now())
    return { message: `League ${league.name} deleted.` }
  }),
]

/** An empty text stands for none. */
function presentSettings(settings: StoredSettings, now: Date): LeagueSettings {
  const { hiding, seasonNote, recapSections, sheetId, sheetGid, ...rest } = settings
  const { hidesPicks, changesAt } = hiding
  return {
    ...toWire(rest),
    season_note: seasonNote ?? '',
    hides_picks: hidesPicks,
    hides_picks_from: changesAt !== null && now < changesAt ? changesAt.toISOString() : null,
    recap_sections: [...recapSections],
    google_sheet_id: sheetId ?? '',
    google_sheet_gid: sheetGid ?? '',
  }
}

const SETTING_FIELDS = {
  name: 'name',
  seasonNote: 'season_note',
  sheetId: 'google_sheet_id',
  sheetGid: 'google_sheet_gid',
  espnLeagueId: 'espn_league_id',
} as const satisfies Record<ComparedSetting, keyof LeagueSettings>

/** By field of the response. */
function presentNewerSettings(newer: EditConflicts<ComparedSetting>): EditConflicts {
  return Object.fromEntries(
    Object.entries(newer).map(([setting, { value, ...change }]) => [
      SETTING_FIELDS[setting as ComparedSetting],
      { ...change, value: value ?? '' },
    ]),
  )
}

const LIST_FORMAT = new Intl.ListFormat('en-US', { type: 'conjunction' })

function espnSeasonsMessage({ espnLeagueId, seasons }: { espnLeagueId: number; seasons: number[] }): string {
  const [verb, noun, them] = seasons.length === 1 ? ['is', 'season', 'it'] : ['are', 'seasons', 'them']
  return `The ${LIST_FORMAT.format(seasons.map(String))} ${noun} of ESPN league ${espnLeagueId} ${verb} stored. Changing the ID deletes ${them}.`
}

/** What is not in the body does not change. */
function toChanges(body: Body): SettingsChange {
  const { name, season_note: note, recap_sections: sections, google_sheet_id: sheet, expected } = body
  return withoutUndefined({
    name: name === undefined ? undefined : parseLeagueName(name),
    seasonNote: note === '' ? null : note,
    hasBetslip: body.has_betslip,
    hidesPicks: body.hides_picks,
    hasRecap: body.has_recap,
    recapSections: sections && RECAP_SECTIONS.filter((section) => sections.includes(section)),
    ...(sheet === undefined ? {} : sheetChange(sheet, body.google_sheet_gid ?? '')),
    espnLeagueId: body.espn_league_id === undefined ? undefined : parseEspnLeagueId(body.espn_league_id),
    deletesEspnSeasons: body.deletes_espn_seasons,
    expected: expected && toExpected(expected),
  })
}

function toExpected(expected: NonNullable<Body['expected']>): NonNullable<SettingsChange['expected']> {
  const orNull = (field: keyof typeof expected) => (expected[field] === '' ? null : expected[field])
  return {
    name: expected.name,
    seasonNote: orNull('season_note'),
    sheetId: orNull('google_sheet_id'),
    sheetGid: orNull('google_sheet_gid'),
    espnLeagueId: expected.espn_league_id,
  }
}

/** The sheet and its tab change together: clearing the sheet also clears the tab. */
function sheetChange(sheet: string, gid: string): Pick<StoredSettings, 'sheetId' | 'sheetGid'> {
  const parsed = parseSheetFields(sheet, gid)
  return { sheetId: parsed.sheetId, sheetGid: parsed.sheetId === null ? null : parsed.sheetGid }
}

function withoutUndefined<Value extends object>(
  value: Value,
): { [Name in keyof Value]?: Exclude<Value[Name], undefined> } {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(entries) as { [Name in keyof Value]?: Exclude<Value[Name], undefined> }
}

import {
  deleteLeague,
  getLeagueSettings,
  leaveLeague,
  listMembers,
  removeMember,
  saveLeagueSettings,
} from '@fieldhouse/contract/league-settings'
import { RECAP_SECTIONS } from '@fieldhouse/domain/recap/recap-document'
import type { z } from 'zod'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { parseLeagueName } from '../../http/requests/league-name.ts'
import type { Routes } from '../../http/requests/validation.ts'
import { jobRunningMessage } from '../../ingestion/messages.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { MemberStore } from './member-store.ts'
import { parseEspnLeagueId, parseSheetFields } from './parse-league-fields.ts'
import { presentNewerSettings, presentSettings } from './present.ts'
import type { SettingsChange, SettingsStore, StoredSettings } from './settings-store.ts'

export type SettingsOptions = {
  store: SettingsStore
  members: MemberStore
  seasons: SeasonReader
  now: () => Date
}

export const settingsRoutes: Routes<SettingsOptions> = (app, options) => {
  const { store, members, seasons, now } = options

  app.route({
    ...getLeagueSettings,
    async handler(request) {
      const settings = await store.get(leagueOf(request).id)
      if (settings === null) throw new ApiError('league_not_found')
      return presentSettings(settings, now())
    },
  })

  app.route({
    ...saveLeagueSettings,
    async handler(request) {
      const user = currentUser(request)
      const changes = { ...toChanges(request.body), keepsServerCookies: user.isAdmin }
      const result = await store.save(leagueOf(request).id, changes, user, now())
      switch (result.kind) {
        case 'saved':
          break
        case 'edit_conflict':
          throw new ApiError(result.kind, { newer: presentNewerSettings(result.newer) })
        case 'job_running':
          throw new ApiError(result.kind, { message: jobRunningMessage(result.job, now()) })
        case 'espn_seasons_stored':
          throw new ApiError(result.kind, { message: espnSeasonsMessage(result) })
        default:
          throw new ApiError(result.kind)
      }
      const { settings } = result
      return { message: `Settings saved for ${settings.name}.`, settings: presentSettings(settings, now()) }
    },
  })

  app.route({
    ...listMembers,
    async handler(request) {
      const { id } = leagueOf(request)
      const leagueMembers = await members.list(id, await seasons.getCurrentSeason(id, now()))
      return { members: leagueMembers.map((member) => ({ ...member, since: member.since.toISOString() })) }
    },
  })

  app.route({
    ...removeMember,
    async handler(request) {
      const { id, name } = leagueOf(request)
      const result = await members.remove(id, request.body.username, currentUser(request), now())
      if (result.kind === 'last_league_admin') {
        throw new ApiError(result.kind, { message: 'The last admin of a league cannot be removed.' })
      }
      if (result.kind !== 'removed') throw new ApiError(result.kind)
      return { message: `${result.username} was removed from ${name}.` }
    },
  })

  app.route({
    ...leaveLeague,
    async handler(request) {
      const { id, name } = leagueOf(request)
      const rejection = await members.leave(id, currentUser(request), now())
      if (rejection === 'member_not_found')
        throw new ApiError(rejection, { message: `You're not a member of ${name}.` })
      if (rejection === 'last_league_admin') {
        const message = `You're the only admin of ${name}. Make somebody else an admin, or delete the league, before you leave.`
        throw new ApiError(rejection, { message })
      }
      return { message: `You left ${name}.` }
    },
  })

  app.route({
    ...deleteLeague,
    async handler(request) {
      const league = leagueOf(request)
      if (request.body.name !== league.name) {
        const message = `Type ${league.name} exactly as shown.`
        throw new ApiError('name_not_confirmed', { fields: { name: message } })
      }
      await store.delete(league, currentUser(request), now())
      return { message: `League ${league.name} deleted.` }
    },
  })
}

const LIST_FORMAT = new Intl.ListFormat('en-US', { type: 'conjunction' })

function espnSeasonsMessage({ espnLeagueId, seasons }: { espnLeagueId: number; seasons: number[] }): string {
  const [verb, noun, them] = seasons.length === 1 ? ['is', 'season', 'it'] : ['are', 'seasons', 'them']
  return `The ${LIST_FORMAT.format(seasons.map(String))} ${noun} of ESPN league ${espnLeagueId} ${verb} stored. Changing the ID deletes ${them}.`
}

function toChanges(body: z.output<(typeof saveLeagueSettings)['schema']['body']>): SettingsChange {
  const {
    name,
    season_note: note,
    has_betslip,
    hides_picks,
    has_recap,
    recap_sections,
    espn_league_id,
  } = body
  const { google_sheet_id: sheet } = body
  return {
    ...(name === undefined ? {} : { name: parseLeagueName(name) }),
    ...(note === undefined ? {} : { seasonNote: note === '' ? null : note }),
    ...(has_betslip === undefined ? {} : { hasBetslip: has_betslip }),
    ...(hides_picks === undefined ? {} : { hidesPicks: hides_picks }),
    ...(has_recap === undefined ? {} : { hasRecap: has_recap }),
    ...(recap_sections === undefined
      ? {}
      : { recapSections: RECAP_SECTIONS.filter((section) => recap_sections.includes(section)) }),
    ...(sheet === undefined ? {} : sheetChange(sheet, body.google_sheet_gid ?? '')),
    ...(espn_league_id === undefined ? {} : { espnLeagueId: parseEspnLeagueId(espn_league_id) }),
    deletesEspnSeasons: body.deletes_espn_seasons ?? false,
    ...(body.expected === undefined ? {} : { expected: toExpected(body.expected) }),
  }
}

/** An empty text stands for none. */
function toExpected({
  name,
  season_note: note,
  google_sheet_id: sheet,
  google_sheet_gid: gid,
  espn_league_id: espnLeagueId,
}: NonNullable<z.output<(typeof saveLeagueSettings)['schema']['body']>['expected']>) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(note === undefined ? {} : { seasonNote: note || null }),
    ...(sheet === undefined ? {} : { sheetId: sheet || null }),
    ...(gid === undefined ? {} : { sheetGid: gid || null }),
    ...(espnLeagueId === undefined ? {} : { espnLeagueId }),
  }
}

/** The sheet and its tab change together: clearing the sheet also clears the tab. */
function sheetChange(sheet: string, gid: string): Pick<StoredSettings, 'sheetId' | 'sheetGid'> {
  const parsed = parseSheetFields(sheet, gid)
  return { sheetId: parsed.sheetId, sheetGid: parsed.sheetId === null ? null : parsed.gid }
}

import { createLeague, getMeta, getMyRole, listLeagues, listUserLeagues } from '@fieldhouse/contract/leagues'
import { isSiteStaff } from '@fieldhouse/domain/league/roles'
import { normalizeName } from '@fieldhouse/domain/names'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { parseLeagueName } from '../../http/requests/league-name.ts'
import type { Routes } from '../../http/requests/validation.ts'
import { checkSport, type SportCheck } from '../../ingestion/check-sport.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import { parseSheetFields, parseSource } from './parse-league-fields.ts'
import { presentMeta, presentPeople, presentRole, presentUserLeague } from './present.ts'
import type { LeagueStore } from './store.ts'

export type LeaguesOptions = SportCheck & {
  store: LeagueStore
  seasons: SeasonReader
  teams: TeamReader
  /** Reads the uploaded pictures of the owners of a season's teams, by team ID. */
  readPictures: (
    leagueId: number,
    season: number,
  ) => Promise<{ byTeam: ReadonlyMap<number, string>; areCurrent: () => Promise<boolean> }>
  /** The name of the league that is created with the Betslip enabled. */
  betslipLeague: string | undefined
}

export const leaguesRoutes: Routes<LeaguesOptions> = (app, options) => {
  const { store, seasons, teams, readPictures, now } = options

  app.route({
    ...listLeagues,
    async handler() {
      return { leagues: (await store.listNames()).map((name) => ({ name })) }
    },
  })

  app.route({
    ...listUserLeagues,
    async handler(request) {
      const user = currentUser(request)
      const { username } = request.params
      const isOwn = normalizeName(username) === normalizeName(user.username)
      if (!isOwn && !isSiteStaff(user)) throw new ApiError('not_allowed')
      const leagues = await store.listByUser(username)
      if (leagues === null) throw new ApiError('user_not_found')
      return { leagues: leagues.map(presentUserLeague) }
    },
  })

  app.route({
    ...getMyRole,
    async handler(request) {
      const { role } = leagueOf(request)
      return presentRole(currentUser(request), role)
    },
  })

  app.route({
    ...getMeta,
    async handler(request) {
      const league = leagueOf(request)
      const season = await seasons.getCurrentSeason(league.id, now())
      const [info, format, leagueTeams, pictures, atProvider] = await Promise.all([
        seasons.getLeagueInfo(league.id),
        seasons.getFormat(league.id, season),
        teams.listTeams(league.id, season),
        readPictures(league.id, season),
        store.findAtProvider(league.id),
      ])
      request.revalidate = pictures.areCurrent
      const { userId } = currentUser(request)
      const team = leagueTeams.find(({ assignment }) => assignment?.userId === userId)
      return presentMeta(league, {
        season,
        format,
        info,
        atProvider,
        teamId: team?.teamId ?? null,
        people: presentPeople(leagueTeams, pictures.byTeam),
      })
    },
  })

  app.route({
    ...createLeague,
    async handler(request) {
      const { google_sheet_id, google_sheet_gid } = request.body
      const name = parseLeagueName(request.body.name)
      const source = parseSource(request.body)
      const { sheetId, gid } = parseSheetFields(google_sheet_id ?? '', google_sheet_gid ?? '')
      const hasBetslip =
        options.betslipLeague !== undefined && normalizeName(options.betslipLeague) === normalizeName(name)
      await checkSport(options, source, request.signal)
      const creator = currentUser(request)
      const mayUseServerCookies = creator.isAdmin
      const league = { name, source, sheetId, sheetGid: gid, hasBetslip, mayUseServerCookies }
      const isCreated = await store.create(league, creator, now())
      if (!isCreated) throw new ApiError('league_name_taken')
      return { message: `League ${name} created.` }
    },
  })
}

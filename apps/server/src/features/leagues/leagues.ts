import * as contract from '@fieldhouse/contract/leagues/leagues'
import { leaguePageUrl } from '@fieldhouse/domain/league/league-providers'
import { canManageLeague, isSiteStaff } from '@fieldhouse/domain/league/roles'
import { normalizeName } from '@fieldhouse/domain/names'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { seasonAt, UNKNOWN_RECORD } from '@fieldhouse/domain/seasons/season'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { ApiError, orThrow } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import { createReadingPlan } from '../../ingestion/backfill-plan.ts'
import { createCookieCipher, saveCookies, testCookies } from '../../ingestion/league-cookies.ts'
import { checkSport, parseLeagueName } from '../../ingestion/league-fields.ts'
import { recordAuditEntry } from '../../repositories/audit.ts'
import { findLeagueAtProvider, saveSources } from '../../repositories/league-sources.ts'
import { addMember, findUser } from '../../repositories/memberships.ts'
import { readSignup } from '../../repositories/site-settings.ts'
import { readTeamPictures } from '../history/read-history.ts'
import { joinRequests } from './members.ts'
import { parseSheetFields, parseSource } from './parse-league-fields.ts'
import { createDenial, parseGivenCookies } from './preview.ts'

export const leagues = [
  /** Where people need an invite link, only the leagues of the user, and all for staff. */
  operation(contract.listLeagues, async ({ ctx: { db, settings }, user }) => {
    const isOpen = isSiteStaff(user) || (await readSignup(db, settings)) === 'open'
    const all = db.selectFrom('leagues').select('name').orderBy('name_key')
    const own = all.where((eb) =>
      eb.exists(
        eb
          .selectFrom('memberships')
          .select('user_id')
          .whereRef('memberships.league_id', '=', 'leagues.id')
          .where('user_id', '=', user.userId),
      ),
    )
    return { leagues: await (isOpen ? all : own).execute() }
  }),

  operation(contract.listUserLeagues, async ({ ctx, user, params: { username } }) => {
    const isOwn = normalizeName(username) === normalizeName(user.username)
    if (!isOwn && !isSiteStaff(user)) throw new ApiError('not_allowed')
    const person = orThrow(await findUser(ctx.db, username), 'user_not_found')
    const memberships = await ctx.db
      .selectFrom('memberships')
      .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
      .select(['leagues.id', 'leagues.name', 'memberships.role'])
      .where('memberships.user_id', '=', person.id)
      .orderBy('leagues.name_key')
      .execute()
    return {
      leagues: await Promise.all(
        memberships.map(async ({ id, ...membership }) => ({
          ...membership,
          ...(await readNewestTeam(ctx, id, person.id)),
        })),
      ),
    }
  }),

  operation(contract.getMyRole, ({ user, league: { role } }) => ({
    role,
    is_admin: canManageLeague(user, role),
  })),

  operation(contract.getMeta, async ({ ctx, league, user, request }) => {
    const stored = await ctx.leagues.get(league.id)
    const season = stored.currentSeason(ctx.now())
    const [pictures, atProvider] = await Promise.all([
      readTeamPictures(ctx, league.id, season),
      findLeagueAtProvider(ctx.db, league.id),
    ])
    request.revalidate = pictures.areCurrent
    const info = stored.info()
    return {
      name: league.name,
      current_year: season,
      scoring_format: stored.format(season),
      seasons: info?.seasons ?? [],
      league_info: info && toWire(info),
      espn_league_id: league.espnLeagueId,
      provider_page: atProvider && { provider: atProvider.provider, url: leaguePageUrl(atProvider) },
      espn_team_id: stored.teamOf(season, user.userId)?.teamId ?? null,
      features: league.hasBetslip ? ['betslip' as const] : [],
      people: stored.teams(season).flatMap(({ teamId, assignment, coOwners, logo, color }) => {
        const picture = pictures.byTeam.get(teamId) ?? logo
        const users = assignment === null ? [] : [assignment, ...coOwners]
        return users.map(({ name }) => ({ name, team_id: teamId, picture, color }))
      }),
    }
  }),

  operation(contract.createLeague, async ({ ctx, user, body, request }) => {
    const name = parseLeagueName(body.name)
    const source = body.source === null ? null : parseSource({ ...body, source: body.source })
    const cookies = source?.provider === 'espn' ? parseGivenCookies(body.cookies) : null
    const googleSheet = parseSheetFields(body.google_sheet_id ?? '', body.google_sheet_gid ?? '')
    const { BETSLIP_LEAGUE: betslipLeague } = ctx.settings
    const hasBetslip = betslipLeague !== undefined && normalizeName(betslipLeague) === normalizeName(name)
    if (source !== null) await checkSport(ctx, source, request.signal)
    const verdict = cookies === null ? null : await testCookies(ctx, Number(source?.leagueId), cookies)
    if (verdict === 'refused') throw createDenial(true)
    const { sheetId: sheet_id, sheetGid: sheet_gid } = googleSheet
    const now = ctx.now()
    try {
      const leagueId = await inTransaction(ctx.db, async (transaction) => {
        const { id } = await transaction
          .insertInto('leagues')
          .values({
            name,
            name_key: normalizeName(name),
            espn_league_id: 0,
            sheet_id,
            sheet_gid,
            has_betslip: hasBetslip ? 1 : 0,
            // The server's cookies are for the leagues of site admins.
            may_use_server_cookies: user.isAdmin ? 1 : 0,
            created_at: now.getTime(),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        if (source !== null)
          await saveSources(transaction, id, [{ ...source, firstSeason: null, lastSeason: null }])
        await addMember(transaction, id, user.userId, 'admin', now)
        const detail =
          source === null
            ? { name }
            : source.provider === 'espn'
              ? { name, espn_league_id: Number(source.leagueId) }
              : { name, provider: source.provider, league_id: source.leagueId }
        const entry = { at: now, actor: user, action: 'league.create', leagueId: id, detail } as const
        await recordAuditEntry(transaction, entry)
        if (cookies !== null) {
          const saved = { ...cookies, isTested: verdict === 'accepted' }
          await saveCookies(transaction, createCookieCipher(ctx.settings.secretKey), id, saved, user, now)
        }
        return id
      })
      if (source !== null && body.reads_season != null) {
        const range = { start: null, end: seasonAt(now), first: { season: body.reads_season } }
        const payload = createReadingPlan(range)
        await ctx.jobs.requestForLeague({ leagueId, kind: 'backfill', payload, requestedBy: user.userId })
      }
    } catch (error) {
      throw isUniqueViolation(error) ? new ApiError('league_name_taken') : error
    }
    return { message: `League ${name} created.` }
  }),

  ...joinRequests,
]

async function readNewestTeam(ctx: Context, leagueId: number, userId: number) {
  const league = await ctx.leagues.get(leagueId)
  const [season] = league.years()
  if (season === undefined) return { season: null, team: null }
  const team = league.teamOf(season, userId)
  return {
    season,
    team: team && {
      ...team,
      ...(team.record ?? UNKNOWN_RECORD),
      points_for: pointsToDecimalOrNull(team.pointsFor),
      scoring_format: league.format(season),
    },
  }
}

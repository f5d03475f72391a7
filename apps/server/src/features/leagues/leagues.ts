import * as contract from '@fieldhouse/contract/leagues/leagues'
import type { RequestOf, ResponseOf } from '@fieldhouse/contract/operation'
import { LEAGUE_PROVIDERS, leaguePageUrl } from '@fieldhouse/domain/league/league-providers'
import { parseCookies, parseLeagueId, parseSheetUrl } from '@fieldhouse/domain/league/provider-input'
import { canManageLeague, isSiteStaff } from '@fieldhouse/domain/league/roles'
import { normalizeName } from '@fieldhouse/domain/names'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { type SeasonTeam, seasonAt, UNKNOWN_RECORD } from '@fieldhouse/domain/seasons/season'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { ApiError, invalidField, orThrow } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import { createReadingPlan } from '../../ingestion/backfill-plan.ts'
import { messageFor } from '../../ingestion/fetch-league.ts'
import { createCookieCipher, saveCookies, testCookies } from '../../ingestion/league-cookies.ts'
import {
  checkSport,
  createOtherSport,
  parseLeagueName,
  parseProviderLeague,
  refuseOtherSport,
} from '../../ingestion/league-fields.ts'
import {
  type LeaguePreview,
  OtherSportError,
  type ProviderCookies,
  ProviderError,
  providerNamed,
} from '../../providers/league-provider.ts'
import { recordAuditEntry } from '../../repositories/audit.ts'
import { findLeagueAtProvider, saveSources } from '../../repositories/league-sources.ts'
import { addMember, findUser } from '../../repositories/memberships.ts'
import { readSignup } from '../../repositories/site-settings.ts'
import { readTeamPictures } from '../history/read-history.ts'
import { joinRequests } from './members.ts'

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

/** All requests of a preview together. Somebody waits for it. */
const TIMEOUT_MS = 20_000

type League = ReturnType<typeof parseSource>

/** A look at a league of a provider before it is created. Nothing is stored. */
export const leaguePreview = [
  operation(contract.previewLeague, async ({ ctx, user, body, request }) => {
    await request.confirmRights()
    const league = parseSource(body)
    const { provider } = league
    const { hasCredentials } = LEAGUE_PROVIDERS[provider]
    const given = hasCredentials ? parseGivenCookies(body.cookies) : null
    // As when the league has been created: those of the server are for the leagues of site admins.
    const own = hasCredentials && user.isAdmin ? ctx.serverCookies : null
    const cookies = given ?? own
    const preview = await readPreview(ctx, league, cookies, given !== null, request.signal)
    if (preview === null) throw createNotFound(league, body.source === undefined)
    const { season, knownSeasons } = preview
    const readWith: ResponseOf<typeof contract.previewLeague>['read_with'] =
      given !== null ? 'given' : cookies !== null ? 'server' : 'none'
    const names = new Map(season.members.map(({ memberId, name }) => [memberId, name]))
    return {
      provider,
      league_id: season.providerLeagueId,
      espn_league_id: provider === 'espn' ? Number(season.providerLeagueId) : null,
      name: season.name,
      season: season.season,
      seasons: knownSeasons.seasons,
      denied_seasons: knownSeasons.denied,
      is_public: season.isPublic,
      read_with: readWith,
      teams: season.teams
        .toSorted((a, b) => a.teamId - b.teamId)
        .map((team) => ({
          team_id: team.teamId,
          name: team.name,
          abbrev: team.abbrev,
          logo: ctx.images.ofLogo(team.logo),
          owners: primaryOwnerFirst(team).flatMap((id) => names.get(id) ?? []),
        })),
    }
  }),
]

async function readPreview(
  { providers, log, now }: Context,
  { provider, leagueId }: League,
  cookies: ProviderCookies | null,
  isGiven: boolean,
  requestSignal: AbortSignal,
): Promise<LeaguePreview | null> {
  const signal = AbortSignal.any([requestSignal, AbortSignal.timeout(TIMEOUT_MS)])
  const unavailable = (error: ProviderError) =>
    new ApiError('provider_unavailable', { message: messageFor(provider, error, cookies !== null, '') })
  try {
    const league = { leagueId, newest: seasonAt(now()), cookies, signal }
    return await providerNamed(providers, provider).previewLeague(league)
  } catch (error) {
    if (signal.aborted) throw unavailable(new ProviderError('unavailable', 'no response in time'))
    if (!(error instanceof ProviderError)) throw error
    if (error instanceof OtherSportError) throw createOtherSport(error.reason)
    if (error.failure === 'not_visible' && LEAGUE_PROVIDERS[provider].hasCredentials)
      throw createDenial(isGiven)
    log.warn({ err: error }, 'failed to preview league')
    throw unavailable(error)
  }
}

function primaryOwnerFirst({ primaryOwnerId, ownerIds }: SeasonTeam): string[] {
  return ownerIds.toSorted((a, b) => Number(b === primaryOwnerId) - Number(a === primaryOwnerId))
}

function createNotFound({ provider, leagueId }: League, isEspnField: boolean): ApiError {
  const { label } = LEAGUE_PROVIDERS[provider]
  const message = `${label} couldn't find league ${leagueId}. Check the ID, or paste the URL of your league's page.`
  const field = isEspnField ? 'espn_league_id' : 'league_id'
  return new ApiError('provider_league_not_found', { message, fields: { [field]: message } })
}

/** null without any. Throws `cookies_refused` if the text does not contain both. */
function parseGivenCookies(text: string): ProviderCookies | null {
  if (text === '') return null
  const { swid, s2 } = parseCookies(text)
  if (swid !== null && s2 !== null) return { swid, s2 }
  const missing = swid === null ? (s2 === null ? 'SWID or espn_s2' : 'SWID') : 'espn_s2'
  throw cookieError('cookies_refused', `We didn't find ${missing} in this text. Copy both cookies.`)
}

function createDenial(areCookiesGiven: boolean): ApiError {
  return areCookiesGiven
    ? cookieError(
        'cookies_refused',
        'ESPN rejected these cookies for this league. Copy them again, signed in to ESPN as a member of the league.',
      )
    : cookieError('league_private', 'This league is private. Add ESPN cookies to read it.')
}

function cookieError(code: 'cookies_refused' | 'league_private', message: string): ApiError {
  return new ApiError(code, { message, fields: { cookies: message } })
}

/** Reads the ESPN league ID from an ID or a URL. Throws `league_id_required` and `other_sport`. */
export function parseEspnLeagueId(input: string | number): number {
  refuseOtherSport(String(input), 'espn_league_id')
  return orThrow(parseLeagueId(String(input)), 'league_id_required')
}

/** The league at its provider. Throws `league_id_required` unless exactly one is given, and `other_sport`. */
function parseSource({
  espn_league_id: espnLeagueId,
  source,
}: Pick<NonNullable<RequestOf<typeof contract.previewLeague>['body']>, 'espn_league_id' | 'source'>) {
  if (source === undefined)
    return { provider: 'espn', leagueId: `${parseEspnLeagueId(espnLeagueId ?? '')}` } as const
  if (espnLeagueId !== undefined) throw invalidField('source', 'Send espn_league_id or source, not both.')
  return parseProviderLeague(source)
}

/** Either field may contain the whole URL. Throws `invalid_input` for a field that cannot be parsed. */
export function parseSheetFields(
  sheetText: string,
  gidText: string | number,
): { sheetId: string | null; sheetGid: string | null } {
  const parsedSheet = parseSheetUrl(sheetText)
  const parsedGid = parseSheetUrl(String(gidText))
  if (sheetText.trim() !== '' && parsedSheet.sheetId === null)
    throw invalidField('google_sheet_id', 'Enter a Google Sheets URL or a spreadsheet ID.')
  if (String(gidText).trim() !== '' && parsedGid.gid === null && parsedGid.sheetId === null)
    throw invalidField('google_sheet_gid', "Enter the tab's gid: the number at the end of its URL.")
  return { sheetId: parsedSheet.sheetId ?? parsedGid.sheetId, sheetGid: parsedGid.gid ?? parsedSheet.gid }
}

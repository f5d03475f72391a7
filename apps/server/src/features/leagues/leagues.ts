import {
  approveJoinRequest,
  createLeague,
  getMeta,
  getMyRole,
  listJoinRequests,
  listLeagues,
  listMyJoinRequests,
  listUserLeagues,
  rejectJoinRequest,
  requestLeague,
} from '@fieldhouse/contract/leagues/leagues'
import { leaguePageUrl } from '@fieldhouse/domain/league/provider-pages'
import { canManageLeague, isSiteStaff, roleWithArticle } from '@fieldhouse/domain/league/roles'
import { normalizeName } from '@fieldhouse/domain/names'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { UNKNOWN_RECORD } from '@fieldhouse/domain/seasons/season'
import { requireManagedLeague } from '../../auth/access.ts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/presenters/to-wire.ts'
import { parseLeagueName } from '../../http/requests/league-name.ts'
import { checkSport } from '../../ingestion/check-sport.ts'
import { findLeagueAtProvider } from '../../repositories/leagues/league-sources.ts'
import { findUser } from '../../repositories/leagues/memberships.ts'
import { readTeamPictures } from '../history/read-history.ts'
import { insertLeague } from './changes.ts'
import { approveRequest, listDecidable, listRequestsOf, rejectRequests, requestToJoin } from './members.ts'
import { parseSheetFields, parseSource } from './parse-league-fields.ts'

export const leagues = [
  operation(listLeagues, async ({ ctx }) => ({
    leagues: await ctx.db.selectFrom('leagues').select('name').orderBy('name_key').execute(),
  })),

  operation(listUserLeagues, async ({ ctx, user, params: { username } }) => {
    const isOwn = normalizeName(username) === normalizeName(user.username)
    if (!isOwn && !isSiteStaff(user)) throw new ApiError('not_allowed')
    const person = await findUser(ctx.db, username)
    if (person === null) throw new ApiError('user_not_found')
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

  operation(getMyRole, ({ user, league: { role } }) => ({ role, is_admin: canManageLeague(user, role) })),

  operation(getMeta, async ({ ctx, league, user, request }) => {
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
      league_info:
        info === null
          ? null
          : {
              season_number: info.seasonNumber,
              first_year: info.firstYear,
              commissioner: info.commissioner,
            },
      espn_league_id: league.espnLeagueId,
      provider_page: atProvider && { provider: atProvider.provider, url: leaguePageUrl(atProvider) },
      espn_team_id: stored.teamOf(season, user.userId)?.teamId ?? null,
      features: league.hasBetslip ? ['betslip' as const] : [],
      people: stored.teams(season).flatMap(({ teamId, assignment, logo, color }) => {
        if (assignment === null) return []
        const picture = pictures.byTeam.get(teamId) ?? logo
        return [{ name: assignment.name, team_id: teamId, picture, color }]
      }),
    }
  }),

  operation(createLeague, async ({ ctx, user, body, request }) => {
    const name = parseLeagueName(body.name)
    const source = parseSource(body)
    const googleSheet = parseSheetFields(body.google_sheet_id ?? '', body.google_sheet_gid ?? '')
    const { BETSLIP_LEAGUE: betslipLeague } = ctx.settings
    const hasBetslip = betslipLeague !== undefined && normalizeName(betslipLeague) === normalizeName(name)
    await checkSport(ctx, source, request.signal)
    if (!(await insertLeague(ctx.db, { name, source, ...googleSheet, hasBetslip }, user, ctx.now())))
      throw new ApiError('league_name_taken')
    return { message: `League ${name} created.` }
  }),

  operation(requestLeague, async ({ ctx, user: { userId }, body }) => {
    const name = parseChosenLeague(body.league)
    const league = name === null ? null : await ctx.leagueAccess.findLeague(name, userId)
    if (name !== null && league === null) throw new ApiError('league_not_found')
    if (!(await requestToJoin(ctx.db, userId, league?.id ?? null, body.message ?? '', ctx.now())))
      throw new ApiError('already_member')
    return { message: `Your request to join ${league === null ? 'a league' : league.name} was sent.` }
  }),

  operation(listMyJoinRequests, async ({ ctx, user }) => ({
    requests: toWire(await listRequestsOf(ctx.db, user.userId)),
  })),

  operation(listJoinRequests, async ({ ctx, user }) => {
    const requests = await listDecidable(ctx.db, user)
    return {
      requests: requests.map(({ team, ...request }) => ({
        ...toWire(request),
        team: team && { league_team_id: team.teamId, name: team.name },
      })),
    }
  }),

  operation(approveJoinRequest, async ({ ctx, user, body }) => {
    const { username, league_team_id: teamId = null } = body
    const name = parseChosenLeague(body.league)
    const leagueId = name === null ? null : (await requireManagedLeague(ctx.leagueAccess, name, user)).id
    const result = await approveRequest(ctx.db, { username, leagueId, teamId }, user, ctx.now())
    if (result.kind !== 'approved') throw new ApiError(result.kind)
    const { username: member, league, role, hasTeam } = result
    return {
      message: `${member} joined ${league} as ${roleWithArticle(role)}${hasTeam ? ' with their team' : ''}.`,
    }
  }),

  operation(rejectJoinRequest, async ({ ctx, user, body }) => {
    const result = await rejectRequests(ctx.db, body.username, user, ctx.now())
    if (result.kind !== 'rejected') throw new ApiError(result.kind)
    const { username, count } = result
    const requests = count === 1 ? 'the request' : `${count} requests`
    return { message: `Rejected ${requests} from ${username}.` }
  }),
]

/** The newest season of a league, and the user's team in it; null without one. */
async function readNewestTeam(ctx: Context, leagueId: number, userId: number) {
  const league = await ctx.leagues.get(leagueId)
  const [season] = league.years()
  if (season === undefined) return { season: null, team: null }
  const team = league.teamOf(season, userId)
  return {
    season,
    team: team && {
      name: team.name,
      logo: team.logo,
      color: team.color,
      rank: team.rank,
      ...(team.record ?? UNKNOWN_RECORD),
      points_for: pointsToDecimalOrNull(team.pointsFor),
      scoring_format: league.format(season),
    },
  }
}

/** The form sends an empty string when no league is selected. */
function parseChosenLeague(text: string | null | undefined): string | null {
  const name = text?.trim() ?? ''
  return name === '' ? null : name
}

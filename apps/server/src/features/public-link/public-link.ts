import type { getScoreboard, LeagueMatchup } from '@fieldhouse/contract/matchups'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import * as contract from '@fieldhouse/contract/public-link'
import type { listStandings } from '@fieldhouse/contract/standings'
import type { LeagueHistory } from '@fieldhouse/domain/history/league-history'
import type { GameRecord, LeagueRecords } from '@fieldhouse/domain/history/league-records'
import type { Owner } from '@fieldhouse/domain/history/owners'
import type { PlayedSide, RankedSeason } from '@fieldhouse/domain/history/played-games'
import { joinNames } from '@fieldhouse/domain/pluralize'
import { pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import { UNKNOWN_RECORD } from '@fieldhouse/domain/seasons/season'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { hashToken, newLinkCode } from '../../crypto/crypto.ts'
import type { Db } from '../../database/engine/database.ts'
import { upsert } from '../../database/engine/queries.ts'
import { ApiError, orThrow } from '../../http/errors/api-error.ts'
import { type ContractApp, operation } from '../../http/operation.ts'
import { escapeHtml } from '../../mail/mail.ts'
import { changeLeague } from '../../repositories/change-league.ts'
import { boundedQueue } from '../../threads/work-queues.ts'
import { readMatchup, readScoreboard } from '../matchups/read-matchups.ts'
import { type CardCall, type CardContent, readCardImage } from '../share-images/read-card-image.ts'
import { readStandings } from '../standings/read-standings.ts'

/** Of the twenty places in the queue for drawing, so that members get the others. */
const drawing = boundedQueue({ maxConcurrent: 4, maxWaiting: 50, maxWaitMs: 5_000 })

export const publicLink = [
  operation(contract.getPublicLink, async ({ ctx, league }) => {
    const row = await ctx.db
      .selectFrom('public_links')
      .leftJoin('users', 'users.id', 'public_links.created_by')
      .select(['shows_owners', 'public_links.created_at', 'username as created_by'])
      .where('league_id', '=', league.id)
      .executeTakeFirst()
    if (row === undefined) return { link: null }
    const { shows_owners, created_at, created_by } = row
    const at = new Date(created_at).toISOString()
    return { link: { shows_owners: shows_owners === 1, created_at: at, created_by } }
  }),

  /** Replaces the address of a link that is on. Of its code, only the hash is stored. */
  operation(contract.createPublicLink, async (call) => {
    const { league, body, user, reply } = call
    const { shows_owners } = body
    const code = newLinkCode()
    const created = await changeLeague(call, async ({ transaction, now, audit }) => {
      const values = {
        code_hash: hashToken(code),
        shows_owners: shows_owners ? 1 : 0,
        created_at: now.getTime(),
        created_by: user.userId,
      }
      await upsert(transaction, 'public_links', { league_id: league.id }, values)
      await audit('league.create-public-link', { shows_owners })
      return now.toISOString()
    })
    reply.header('cache-control', 'no-store')
    return {
      message: "Copy the address now. It won't be shown again.",
      path: `/public/${code}`,
      link: { shows_owners, created_at: created, created_by: user.username },
    }
  }),

  operation(contract.savePublicLink, async (call) => {
    const { shows_owners } = call.body
    await changeLeague(call, async ({ transaction, audit }) => {
      const { numUpdatedRows } = await transaction
        .updateTable('public_links')
        .set({ shows_owners: shows_owners ? 1 : 0 })
        .where('league_id', '=', call.league.id)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw linkIsOff()
      await audit('league.save-public-link', { shows_owners })
    })
    return { message: shows_owners ? 'The public link names owners.' : 'The public link names teams only.' }
  }),

  operation(contract.revokePublicLink, async (call) => {
    await changeLeague(call, async ({ transaction, audit }) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('public_links')
        .where('league_id', '=', call.league.id)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw linkIsOff()
      await audit('league.revoke-public-link')
    })
    return { message: "The public link is off. Its address doesn't work any more." }
  }),

  operation(contract.getPublicLeague, async (call) => {
    const { id, name, showsOwners } = await openLeague(call)
    const seasons = (await call.ctx.leagues.seasons(id)).years()
    return { league: name, seasons, shows_owners: showsOwners }
  }),

  operation(contract.getPublicStandings, async (call) => {
    const { id, showsOwners } = await openLeague(call)
    return presentPublicStandings(await readStandings(call.ctx, id, call.query.season, null), showsOwners)
  }),

  operation(contract.getPublicScoreboard, async (call) => {
    const { id } = await openLeague(call)
    return presentPublicScoreboard(await readScoreboard(call.ctx, id, call.query, null))
  }),

  operation(contract.getPublicHistory, async (call) => {
    const { id, showsOwners } = await openLeague(call)
    return presentPublicHistory((await call.ctx.leagues.seasons(id)).history(), showsOwners)
  }),

  operation(contract.getPublicStandingsImage, async (call) => {
    const league = await openLeague(call)
    const found = await readStandings(call.ctx, league.id, call.query.season, null)
    const standings = presentPublicStandings(found, false)
    if (standings.teams.length === 0) throw new ApiError('nothing_to_share')
    return sendCard(call, league, { kind: 'standings', standings: toStandingsCard(standings) })
  }),

  operation(contract.getPublicMatchupImage, async (call) => {
    const league = await openLeague(call)
    const { season, week, game } = call.params
    const found = await readMatchup(call.ctx, league.id, { season, week, game })
    if (found === null) throw new ApiError('game_not_found', { message: 'Game not found.' })
    return sendCard(call, league, { kind: 'matchup', season, matchup: toMatchupCard(found.matchup) })
  }),
]

/** The league of a code. Throws the same error for codes that are wrong, replaced and turned off. */
async function openLeague(call: {
  ctx: Context
  params: { code: string }
  reply: FastifyReply
}): Promise<PublicLeague> {
  // Neither search engines nor caches keep what an admin may turn off.
  call.reply.headers({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' })
  return orThrow(await findPublicLeague(call.ctx.db, call.params.code), 'public_link_not_found')
}

type ImageCall = CardCall & { request: FastifyRequest; reply: FastifyReply }

async function sendCard(call: ImageCall, { name }: PublicLeague, content: CardContent) {
  const { addressBlock } = call.request
  const png = await drawing.run(addressBlock, () => readCardImage(call, name, content))
  return call.reply.type('image/png').send(png)
}

function linkIsOff(): ApiError {
  return new ApiError('public_link_not_found', { message: 'The public link is already off.' })
}

type PublicLeague = { id: number; name: string; showsOwners: boolean }

async function findPublicLeague(db: Db, code: string): Promise<PublicLeague | null> {
  const row = await db
    .selectFrom('public_links')
    .innerJoin('leagues', 'leagues.id', 'public_links.league_id')
    .select(['leagues.id', 'leagues.name', 'public_links.shows_owners'])
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst()
  if (row === undefined) return null
  return { id: row.id, name: row.name, showsOwners: row.shows_owners === 1 }
}

type Standings = ResponseOf<typeof listStandings>

type PublicStandings = ResponseOf<typeof contract.getPublicStandings>

/**
 * Leaves out what the contract does not name, here and below, so that a field that is added for members stays private
 * until somebody decides otherwise.
 */
function presentPublicStandings(standings: Standings, showsOwners: boolean): PublicStandings {
  const teams = standings.standings.map((team) => ({ ...team, owners: showsOwners ? team.owners : [] }))
  return contract.getPublicStandings.schema.response[200].parse({ ...standings, teams })
}

function presentPublicScoreboard(scoreboard: ResponseOf<typeof getScoreboard>) {
  return contract.getPublicScoreboard.schema.response[200].parse(scoreboard)
}

function toStandingsCard(standings: PublicStandings): Standings {
  const noPerson = { abbrev: '', owners: [], assigned_user: null, is_mine: false, weekly_points: [] }
  const { teams, ...season } = standings
  return { ...season, standings: teams.map((team) => ({ ...team, ...noPerson })), last_error: null }
}

export function toMatchupCard(matchup: LeagueMatchup): LeagueMatchup {
  const { id, status, state, result, is_playoff, round, nfl_weeks, week, away, home } = matchup
  const game = { id, status, state, result, is_playoff, round, nfl_weeks, week, lineup_week: null }
  return { ...game, away: toCardSide(away), home: toCardSide(home) }
}

function toCardSide(side: LeagueMatchup['home']): LeagueMatchup['home'] {
  const { team_id, name, logo, color, score, categories, record, seed, rank } = side
  const shown = { team_id, name, logo, color, score, categories, record, seed, rank }
  return {
    ...shown,
    proj: null,
    win_chance: null,
    remaining: null,
    top_scorer: null,
    owners: [],
    assigned_user: null,
    lineup: null,
  }
}

type PublicHistory = ResponseOf<typeof contract.getPublicHistory>

function presentPublicHistory(history: LeagueHistory, showsOwners: boolean): PublicHistory {
  const nameOf = (owner: Owner | null) => (showsOwners ? (owner?.name ?? null) : null)
  return {
    first_year: history.firstSeason,
    seasons: history.seasons.toReversed().map((season) => presentPublicSeason(season, nameOf)),
    team_names: history.teamNames.map(({ name, seasons, titles }) => {
      return { name, seasons: seasons.length, titles }
    }),
    owners: (showsOwners ? history.totals : []).map(({ owner, years, titles, record }) => {
      return { name: owner.name, seasons: years, titles, ...record }
    }),
    records: presentRecords(history.records, nameOf),
  }
}

type NameOf = (owner: Owner | null) => string | null

function presentPublicSeason({ season, format, isFinished, teams, podium }: RankedSeason, nameOf: NameOf) {
  const champions = podium
    .filter(({ place }) => place === 1)
    .map(({ team, owner }) => ({ name: team.name, logo: team.logo, owner: nameOf(owner) }))
  return {
    season,
    scoring_format: format,
    is_finished: isFinished,
    teams: teams.map(({ place, team, owner }) => ({
      rank: place,
      name: team.name,
      logo: team.logo,
      owner: nameOf(owner),
      ...(team.record ?? UNKNOWN_RECORD),
      points_for: pointsToDecimalOrNull(team.pointsFor),
    })),
    champion: champions[0] ?? null,
    champions,
  }
}

function presentRecords(records: LeagueRecords, nameOf: NameOf): PublicHistory['records'] {
  const presentSide = ({ owner, team, points }: PlayedSide) => ({
    name: team.name,
    owner: nameOf(owner),
    score: pointsToDecimal(points),
  })
  const present = (record: GameRecord | null): contract.PublicRecord | null =>
    record && {
      season: record.game.season,
      week: record.game.period,
      value: pointsToDecimal(record.value),
      side: record.side,
      home: presentSide(record.game.home),
      away: presentSide(record.game.away),
    }
  return {
    highest_game: present(records.highest_game),
    biggest_blowout: present(records.biggest_blowout),
    highest_team_game: present(records.highest_team_game),
    highest_loser: present(records.highest_loser),
    lowest_winner: present(records.lowest_winner),
    closest_win: present(records.closest_win),
  }
}

type ShownStandings = ReturnType<typeof presentPublicStandings>

export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  change: (document: string) => string,
) => Promise<FastifyReply>

export function publicDocumentRoutes(app: Pick<ContractApp, 'get'>, ctx: Context, sendPage: SendPage): void {
  const { limits } = contract.getPublicLeague.config

  app.get<{ Params: { code: string } }>('/public/:code', { config: { limits } }, async (request, reply) => {
    const { code } = request.params
    reply.type('text/html; charset=utf-8').headers({ 'x-robots-tag': 'noindex', 'cache-control': 'no-cache' })
    const league = await findPublicLeague(ctx.db, code)
    if (league === null)
      return sendPage(request, reply.code(404), (document) => withHead(document, [NO_INDEX]))
    const standings = presentPublicStandings(await readStandings(ctx, league.id, undefined, null), false)
    const address = `${ctx.publicUrl()}/public/${code}`
    const image = `${ctx.publicUrl()}/api/public/${code}/standings/image/?format=wide`
    const previews = {
      'og:type': 'website',
      'og:site_name': 'Fieldhouse',
      'og:url': address,
      'og:title': league.name,
      'og:description': describe(standings),
      ...(standings.teams.length > 0 && {
        'og:image': image,
        'og:image:type': 'image/png',
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': `Standings of ${league.name}`,
      }),
    }
    const tags = Object.entries(previews).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    )
    const card = '<meta name="twitter:card" content="summary_large_image" />'
    return sendPage(request, reply, (document) => withHead(document, [NO_INDEX, ...tags, card], league.name))
  })
}

const NO_INDEX = '<meta name="robots" content="noindex" />'

function withHead(document: string, tags: readonly string[], title?: string): string {
  const html = document.replace('</title>', () => `</title>\n    ${tags.join('\n    ')}`)
  if (title === undefined) return html
  return html.replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(title)} · Fieldhouse</title>`)
}

function describe({
  teams,
  season,
  scoring_format: format,
  is_finished: isFinished,
}: ShownStandings): string {
  const [leader] = teams
  const champions = teams.filter(({ rank }) => isFinished && rank === 1).map(({ name }) => name)
  if (champions.length > 1) return `Champions of ${season}: ${joinNames(champions)}`
  if (leader === undefined) return 'Standings, scores and history.'
  const { name, points_for: points } = leader
  const result = hasMatchups(format)
    ? ` (${formatRecord(leader)})`
    : format === 'roto'
      ? ''
      : ` (${points} points)`
  return `${isFinished ? 'Champion' : 'Leader'} of ${season}: ${name}${result}`
}

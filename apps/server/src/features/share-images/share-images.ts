import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as contract from '@fieldhouse/contract/share-images'
import type { Owner } from '@fieldhouse/domain/history/owners'
import { headToHead } from '@fieldhouse/domain/history/played-games'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { ApiError, orThrow } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import type { ImagePaths } from '../../images/image-paths.ts'
import type { ImageCache, ImageProxy } from '../../media/image-proxy.ts'
import type { League, LeagueSeasons } from '../../repositories/league.ts'
import { findRecapOfWeek } from '../../repositories/weekly-results.ts'
import { type TaskThread, taskThread, threadProgram } from '../../threads/task-thread.ts'
import { readDraft } from '../draft/read-draft.ts'
import { requireOwner } from '../history/read-history.ts'
import { readRace } from '../insights/read-race.ts'
import { readSeasonCards } from '../insights/read-season-cards.ts'
import { readMatchup } from '../matchups/read-matchups.ts'
import { readRecap } from '../recap/read-recap.ts'
import { readStandings } from '../standings/read-standings.ts'
import { readTeam } from '../teams/read-team.ts'
import { readTrade } from '../transactions/read-transactions.ts'
import type { CardTeam } from './card.ts'
import type { CardTask } from './drawing-thread.ts'
import { type CardCall, type CardContent, readCardImage, type SeasonCardTeam } from './read-card-image.ts'

export const shareImages = [
  operation(contract.getMatchupImage, async (call) => {
    const { season, week, game } = call.params
    const found = await readMatchup(call.ctx, call.league.id, { season, week, game })
    if (found === null) throw new ApiError('game_not_found', { message: 'Game not found.' })
    return sendCard(call, { kind: 'matchup', season, matchup: found.matchup })
  }),

  operation(contract.getStandingsImage, async (call) => {
    const standings = await readStandings(call.ctx, call.league.id, call.query.season, null)
    if (standings.standings.length === 0) throw new ApiError('nothing_to_share')
    return sendCard(call, { kind: 'standings', standings })
  }),

  operation(contract.getRaceImage, async (call) => {
    const { ctx, query } = call
    const league = await ctx.leagues.get(call.league.id)
    const season = query.season ?? league.currentSeason(ctx.now())
    const race = orThrow(await readRace(ctx, season, league.insights(season)), 'busy')
    if (race.unavailable !== null) throw nothingToShare('There is no playoff race of that season.')
    return sendCard(call, { kind: 'race', race, teams: toCardTeams(league, race.season) })
  }),

  operation(contract.getSeasonCardImage, async (call) => {
    const { ctx, query } = call
    const season = query.season ?? (await ctx.leagues.seasons(call.league.id)).lastSeason(ctx.now())
    const found = await readSeasonCards(ctx, call.league.id, season, query.team_id ?? null)
    if (typeof found === 'string') throw new ApiError(found)
    const card = found.cards.find((each) => each.kind === query.card)
    if (card === undefined) throw nothingToShare('That season has no card of this kind.')
    const teams = found.teams.filter((team) => card.team_ids.includes(team.team_id))
    return sendCard(call, { kind: 'season-card', season: found.season, card, teams })
  }),

  operation(contract.getTeamImage, async (call) => {
    const found = await readTeam(call.ctx, call.league, call.params.team, { season: call.query.season })
    if (found === null) throw new ApiError('team_not_found')
    const { season, scoring_format, team, weekly_points } = found.response
    return sendCard(call, { kind: 'team', page: { season, scoring_format, team, weekly_points } })
  }),

  operation(contract.getRecapImage, async (call) => {
    const { ctx, params } = call
    const { season } = params
    const league = await ctx.leagues.get(call.league.id)
    // A recap is about the matchups that end with its week.
    const period = league.schedule(season)?.periods.find(({ weeks }) => weeks.includes(params.week))
    const recapWeek = { leagueId: league.id, season, week: period?.weeks.at(-1) ?? params.week }
    // Who buys the next parlay concerns members only.
    const recap = await readRecap(ctx, recapWeek, false)
    if (recap === null) throw nothingToShare('There is no recap of that week.')
    const document = await findRecapOfWeek(ctx.db, recapWeek)
    return sendCard(call, { kind: 'recap', season, recap, document, teams: toCardTeams(league, season) })
  }),

  operation(contract.getRecordsImage, async (call) => {
    const { records } = (await call.ctx.leagues.seasons(call.league.id)).history()
    const { record: name = null } = call.query
    if (name !== null && records[name] === null) throw nothingToShare('Record not found.')
    return sendCard(call, { kind: 'records', name, records })
  }),

  operation(contract.getComparisonImage, async (call) => {
    const league = await call.ctx.leagues.seasons(call.league.id)
    const [a, b] = [requireOwner(league, call.query.a), requireOwner(league, call.query.b)]
    if (a === b) throw new ApiError('same_owner')
    const meetings = headToHead(league.history().games, a, b)
    const sides = [toCardTeam(league, a), toCardTeam(league, b)] as const
    return sendCard(call, { kind: 'head-to-head', sides, meetings })
  }),

  operation(contract.getTradeImage, async (call) => {
    const { season, trade: id } = call.params
    const trade = await readTrade(call.ctx, call.league.id, season, id)
    if (trade === null) throw new ApiError('item_not_found', { message: 'Trade not found.' })
    return sendCard(call, { kind: 'trade', trade })
  }),

  operation(contract.getDraftImage, async (call) => {
    const { season, kind, teams, picks } = await readDraft(call.ctx, call.league.id, call.query.season)
    if (picks.length === 0) throw nothingToShare('No picks of that draft are known.')
    return sendCard(call, { kind: 'draft', draft: { season, kind, teams, picks } })
  }),
]

type ImageCall = CardCall & { league: { name: string }; reply: FastifyReply }

async function sendCard(call: ImageCall, content: CardContent) {
  return call.reply.type('image/png').send(await readCardImage(call, call.league.name, content))
}

function nothingToShare(message: string): ApiError {
  return new ApiError('nothing_to_share', { message })
}

function toCardTeams(league: League, season: number): SeasonCardTeam[] {
  return league.teams(season).map(({ teamId, name, logo, color }) => ({ teamId, name, logo, color }))
}

function toCardTeam(league: LeagueSeasons, owner: Owner): CardTeam {
  const { seasons, colors } = league.history()
  const teams = seasons.flatMap((season) => season.teams.filter((each) => each.owner === owner))
  return { name: owner.name, logo: teams.at(-1)?.team.logo ?? null, color: colors.get(owner) }
}

/** A change of the number draws all cards again. */
const DESIGN = 2
/** How long a card waits for logos that are not cached yet, so that a preview is there within a second. Later ones have them. */
const MAX_LOGO_WAIT_MS = 400

type CardDrawer = TaskThread<CardTask, Uint8Array>

export const cardDrawer = (): CardDrawer => taskThread(threadProgram('drawing-thread', import.meta.url))

type ImageMakerOptions = {
  paths: Pick<ImagePaths, 'findLogoUrl'>
  proxy: ImageProxy
  drawer: CardDrawer
  cache: ImageCache
  log: Pick<FastifyBaseLogger, 'warn'>
  now: () => Date
}

/** A function that draws cards, one with the same content once. null if too many others are waiting. */
export function imageMaker({
  paths,
  proxy,
  drawer,
  cache,
  log,
  now,
}: ImageMakerOptions): Context['drawCard'] {
  const drawings = new Map<string, Promise<Buffer | null>>()

  return async (card, logoPaths) => {
    const logos = await loadLogos(logoPaths)
    const logoTimes = [...logos].map(([path, { storedAt }]) => [path, storedAt.getTime()])
    const key = createHash('sha256')
      .update(JSON.stringify([DESIGN, card.style, card.content, logoTimes]))
      .digest('hex')
    const stored = await cache.read(key, now())
    if (stored !== null) return stored.bytes
    const bytesOf = new Map([...logos].map(([path, { bytes }]) => [path, bytes]))
    const drawing =
      drawings.get(key) ??
      drawAndCache(key, { ...(card as CardTask), logos: bytesOf }).finally(() => drawings.delete(key))
    drawings.set(key, drawing)
    return drawing
  }

  async function drawAndCache(key: string, task: CardTask): Promise<Buffer | null> {
    const drawn = await drawer.run(task)
    if (drawn === null) return null
    const png = Buffer.from(drawn)
    // A full disk is no reason to withhold the picture.
    await cache
      .write(key, png, now())
      .catch((err: unknown) => log.warn({ err }, 'failed to cache a share image'))
    return png
  }

  async function loadLogos(all: readonly (string | null)[]) {
    const wanted = [...new Set(all)].filter((path) => path !== null).sort()
    const timeout = new AbortController()
    const late = delay(MAX_LOGO_WAIT_MS, null, { signal: timeout.signal, ref: false }).catch(() => null)
    const logos = await Promise.all(
      wanted.map(async (path) => [path, await Promise.race([loadLogo(path), late])] as const),
    )
    timeout.abort()
    return new Map(logos.flatMap(([path, logo]) => (logo === null ? [] : [[path, logo] as const])))
  }

  async function loadLogo(path: string) {
    const [, signature = '', picture = ''] = /^\/api\/images\/logos\/([^/]+)\/([^/]+)\/$/.exec(path) ?? []
    const url = paths.findLogoUrl(signature, picture)
    return url === null ? null : proxy.get(url, 256)
  }
}

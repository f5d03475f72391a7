import {
  getPublicHistory,
  getPublicLeague,
  getPublicMatchupImage,
  getPublicScoreboard,
  getPublicStandings,
  getPublicStandingsImage,
} from '@fieldhouse/contract/public-league'
import {
  createPublicLink,
  getPublicLink,
  revokePublicLink,
  savePublicLink,
} from '@fieldhouse/contract/public-link'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import { boundedQueue } from '../../jobs/bounded-queue.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import {
  presentPublicHistory,
  presentPublicLink,
  presentPublicScoreboard,
  presentPublicStandings,
  toMatchupCard,
  toStandingsCard,
} from './present.ts'
import type { PublicSources } from './sources.ts'
import type { PublicLeague, PublicLinkStore } from './store.ts'

/** Of the twenty places in the queue for drawing, so that members get the others. */
const drawing = boundedQueue({ maxConcurrent: 4, maxWaiting: 50, maxWaitMs: 5_000 })

export type PublicLinkOptions = {
  store: PublicLinkStore
  seasons: Pick<SeasonReader, 'listSeasons'>
  sources: PublicSources
  now: () => Date
}

/** The address at which outsiders read a league, and what it shows. */
export const publicLinkRoutes: Routes<PublicLinkOptions> = (app, options) => {
  const { store, seasons, sources, now } = options

  app.route({
    ...getPublicLink,
    async handler(request) {
      const link = await store.find(leagueOf(request).id)
      return { link: link === null ? null : presentPublicLink(link) }
    },
  })

  app.route({
    ...createPublicLink,
    async handler(request, reply) {
      const { shows_owners: showsOwners } = request.body
      const { code, link } = await store.create(
        leagueOf(request).id,
        showsOwners,
        currentUser(request),
        now(),
      )
      reply.header('cache-control', 'no-store')
      return {
        message: "Copy the address now. It won't be shown again.",
        path: `/public/${code}`,
        link: presentPublicLink(link),
      }
    },
  })

  app.route({
    ...savePublicLink,
    async handler(request) {
      const { shows_owners: showsOwners } = request.body
      if (!(await store.setShowsOwners(leagueOf(request).id, showsOwners, currentUser(request), now())))
        throw linkIsOff()
      return { message: showsOwners ? 'The public link names owners.' : 'The public link names teams only.' }
    },
  })

  app.route({
    ...revokePublicLink,
    async handler(request) {
      if (!(await store.revoke(leagueOf(request).id, currentUser(request), now()))) throw linkIsOff()
      return { message: "The public link is off. Its address doesn't work any more." }
    },
  })

  app.route({
    ...getPublicLeague,
    async handler(request, reply) {
      const { id, name, showsOwners } = await openLeague(request.params.code, reply)
      return { league: name, seasons: await seasons.listSeasons(id), shows_owners: showsOwners }
    },
  })

  app.route({
    ...getPublicStandings,
    async handler(request, reply) {
      const { id, showsOwners } = await openLeague(request.params.code, reply)
      return presentPublicStandings(await sources.getStandings(id, request.query.season), showsOwners)
    },
  })

  app.route({
    ...getPublicScoreboard,
    async handler(request, reply) {
      const { id } = await openLeague(request.params.code, reply)
      return presentPublicScoreboard(await sources.getScoreboard(id, request.query))
    },
  })

  app.route({
    ...getPublicHistory,
    async handler(request, reply) {
      const { id, showsOwners } = await openLeague(request.params.code, reply)
      return presentPublicHistory(await sources.getHistory(id), showsOwners)
    },
  })

  app.route({
    ...getPublicStandingsImage,
    async handler(request, reply) {
      const { id, name } = await openLeague(request.params.code, reply)
      const { format, theme, season } = request.query
      const standings = presentPublicStandings(await sources.getStandings(id, season), false)
      if (standings.teams.length === 0) throw new ApiError('nothing_to_share')
      const card = { kind: 'standings', standings: toStandingsCard(standings) } as const
      return sendPicture(reply, await draw(request, card, { format, theme, league: name }))
    },
  })

  app.route({
    ...getPublicMatchupImage,
    async handler(request, reply) {
      const { id, name } = await openLeague(request.params.code, reply)
      const { season, week, game } = request.params
      const found = await sources.findMatchup(id, { season, week, game })
      if (found === null) throw new ApiError('game_not_found', { message: 'Game not found.' })
      const { format, theme } = request.query
      const card = { kind: 'matchup', season, matchup: toMatchupCard(found.matchup) } as const
      return sendPicture(reply, await draw(request, card, { format, theme, league: name }))
    },
  })

  function draw({ addressBlock }: FastifyRequest, ...card: Parameters<PublicSources['draw']>) {
    return drawing.run(addressBlock, () => sources.draw(...card))
  }

  /** The league of a code. Throws the same error for codes that are wrong, replaced and turned off. */
  async function openLeague(code: string, reply: FastifyReply): Promise<PublicLeague> {
    // Neither search engines nor caches keep what an admin may turn off.
    reply.headers({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' })
    const league = await store.findLeague(code)
    if (league === null) throw new ApiError('public_link_not_found')
    return league
  }
}

function linkIsOff(): ApiError {
  return new ApiError('public_link_not_found', { message: 'The public link is already off.' })
}

function sendPicture(reply: FastifyReply, png: Buffer | null) {
  if (png === null) throw new ApiError('busy')
  return reply.type('image/png').send(png)
}

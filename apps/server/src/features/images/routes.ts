import { getHeadshot, getLinkImage, getLogo, getNflLogo, type IMAGE_SIZES } from '@fieldhouse/contract/images'
import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { nflTeamByAbbrev } from '@fieldhouse/domain/nfl/nfl-teams'
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { ImagePaths } from '../../images/image-paths.ts'
import { headshotUrl, nflLogoUrl } from '../../images/picture-hosts.ts'
import { type ImageProxy, PROXIED_IMAGE_TYPE } from '../../media/image-proxy.ts'
import type { PlayerReader } from '../../repositories/seasons/player-reader.ts'

/** The same path can show a new headshot before a season. */
const IMAGE_CACHING = `private, max-age=${(7 * DAY_MS) / 1000}, immutable`
/** Its host may be back soon. */
const MISSING_CACHING = `private, max-age=${(5 * MINUTE_MS) / 1000}`

export type ImagesOptions = {
  paths: ImagePaths
  players: Pick<PlayerReader, 'findByIds'>
  proxy: ImageProxy
  /** Reads the pictures of linked pages; null when previews are turned off. */
  linkImages: ImageProxy | null
}

type ImageRequest = { query: { size: (typeof IMAGE_SIZES)[number] } }

export const imagesRoutes: Routes<ImagesOptions> = (app, { paths, players, proxy, linkImages }) => {
  app.route({
    ...getLogo,
    handler: (request, reply) =>
      sendImage(request, reply, paths.findLogoUrl(request.params.signature, request.params.picture)),
  })

  app.route({
    ...getLinkImage,
    handler(request, reply) {
      const { signature, picture } = request.params
      const url = linkImages === null ? null : paths.findLinkImageUrl(signature, picture)
      return sendImage(request, reply, url, linkImages ?? proxy)
    },
  })

  app.route({
    ...getHeadshot,
    async handler(request, reply) {
      const { player } = request.params
      // Nobody can make the server request the headshots of others.
      const isStored = paths.isOn && (await players.findByIds([player])).has(player)
      return sendImage(request, reply, isStored ? headshotUrl(player) : null)
    },
  })

  app.route({
    ...getNflLogo,
    handler(request, reply) {
      const team = paths.isOn ? nflTeamByAbbrev(request.params.team) : null
      return sendImage(request, reply, team === null ? null : nflLogoUrl(team.abbrev))
    },
  })

  async function sendImage(
    { query: { size } }: ImageRequest,
    reply: FastifyReply,
    url: string | null,
    images = proxy,
  ) {
    const image = url === null ? null : await images.get(url, size)
    reply.header('cache-control', image === null ? MISSING_CACHING : IMAGE_CACHING)
    if (image === null) throw new ApiError('picture_not_found')
    return reply
      .header(
        'content-security-policy',
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      )
      .type(PROXIED_IMAGE_TYPE)
      .send(image.bytes)
  }
}

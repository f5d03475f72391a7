import * as contract from '@fieldhouse/contract/share-images'
import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { nflTeamByAbbrev } from '@fieldhouse/domain/nfl/nfl-teams'
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { headshotUrl, nflLogoUrl } from '../../images/image-paths.ts'
import { type ImageProxy, PROXIED_IMAGE_TYPE } from '../../media/image-proxy.ts'
import { findPlayers } from '../../repositories/player-reader.ts'

/** The same path can show a new headshot before a season. */
const IMAGE_CACHING = `private, max-age=${(7 * DAY_MS) / 1000}, immutable`
/** Its host may be back soon. */
const MISSING_CACHING = `private, max-age=${(5 * MINUTE_MS) / 1000}`

export const images = [
  operation(contract.getLogo, ({ ctx, params, query, reply }) =>
    sendImage(reply, ctx.proxy, ctx.images.findLogoUrl(params.signature, params.picture), query.size),
  ),

  operation(contract.getLinkImage, ({ ctx, params, query, reply }) => {
    const url = ctx.images.findLinkImageUrl(params.signature, params.picture)
    return sendImage(reply, ctx.linkImages, url, query.size)
  }),

  operation(contract.getHeadshot, async ({ ctx, params: { player }, query, reply }) => {
    // Nobody can make the server request the headshots of others.
    const isStored = ctx.images.isOn && (await findPlayers(ctx.db, [player])).has(player)
    return sendImage(reply, ctx.proxy, isStored ? headshotUrl(player) : null, query.size)
  }),

  operation(contract.getNflLogo, ({ ctx, params, query, reply }) => {
    const team = ctx.images.isOn ? nflTeamByAbbrev(params.team) : null
    return sendImage(reply, ctx.proxy, team && nflLogoUrl(team.abbrev), query.size)
  }),
]

async function sendImage(
  reply: FastifyReply,
  proxy: ImageProxy | null,
  url: string | null,
  size: (typeof contract.IMAGE_SIZES)[number],
) {
  const image = url === null || proxy === null ? null : await proxy.get(url, size)
  reply.header('cache-control', image === null ? MISSING_CACHING : IMAGE_CACHING)
  if (image === null) throw new ApiError('picture_not_found')
  return reply
    .header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox")
    .type(PROXIED_IMAGE_TYPE)
    .send(image.bytes)
}

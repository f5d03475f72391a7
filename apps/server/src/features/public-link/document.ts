import { getPublicLeague } from '@fieldhouse/contract/public-link'
import { joinNames } from '@fieldhouse/domain/pluralize'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { ContractApp } from '../../http/operation.ts'
import { escapeHtml } from '../../mail/mail.ts'
import { readStandings } from '../standings/read-standings.ts'
import { findPublicLeague, presentPublicStandings } from './public-link.ts'

type Standings = ReturnType<typeof presentPublicStandings>

export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  change: (document: string) => string,
) => Promise<FastifyReply>

export function publicDocumentRoutes(app: Pick<ContractApp, 'get'>, ctx: Context, sendPage: SendPage): void {
  const { limits } = getPublicLeague.config

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

function describe({ teams, season, scoring_format: format, is_finished: isFinished }: Standings): string {
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

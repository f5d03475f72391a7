import type { Player } from '../players.ts'
import { jsonResponse, type SimulatedResponse, type SiteRequest } from '../simulated-http.ts'
import { type Report, reportsAbout } from './reports.ts'

const DEFAULT_LIMIT = 50

/** ESPN's fantasy news for the requested player IDs, newest first across all players. */
export function playerNews({ request, at, newestSeason, seasonOf }: SiteRequest): SimulatedResponse {
  const { searchParams: query } = request.url
  const playerIds = new Set(query.getAll('playerId').map(Number))
  if (playerIds.size === 0) return jsonResponse({ code: 500, message: 'playerId is required' }, 500)
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT)
  const season = seasonOf(newestSeason)
  const players = season?.players.filter((player) => playerIds.has(player.id)) ?? []
  const feed = players
    .flatMap((player) =>
      season === null ? [] : reportsAbout(season, player, at.getTime()).map((report) => ({ player, report })),
    )
    .sort((a, b) => b.report.atMs - a.report.atMs || a.report.id - b.report.id)
    .slice(0, limit)
    .map(buildItem)
  return jsonResponse({
    timestamp: formatInstant(at.getTime()),
    resultsOffset: 0,
    status: 'success',
    resultsLimit: limit,
    resultsCount: feed.length,
    feed,
  })
}

function buildItem({ player, report }: { player: Player; report: Report }): object {
  const { id, atMs, kind, headline } = report
  const isNote = kind === 'note'
  const mobile = { href: `http://m.espn.go.com/wireless/story?storyId=${id}` }
  const web = { href: `https://www.espn.com/fantasy/football/story/_/id/${id}` }
  return {
    id,
    type: isNote ? 'Rotowire' : 'Story',
    headline,
    description: headline,
    story: '',
    published: formatInstant(atMs),
    lastModified: formatInstant(atMs),
    links: {
      api: { self: {} },
      ...(isNote
        ? {}
        : { app: { sportscenter: { href: `sportscenter://x-callback-url/showStory?uid=${id}` } } }),
      mobile,
      ...(isNote ? {} : { web }),
    },
    premium: false,
    playerId: player.id,
  }
}

function formatInstant(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.\d{3}Z$/, 'Z')
}

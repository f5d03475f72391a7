import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import type { SimulatedSeason } from '../league/simulate-league.ts'
import { momentOf } from '../nfl.ts'
import { type Player, simulatePlayerWeek } from '../players.ts'
import { guidOf, type Random, randomFrom } from '../random.ts'
import { jsonResponse, type SimulatedResponse, type SiteRequest } from '../simulated-http.ts'

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

const DEFAULT_DAYS = 30

const PUBLISHERS = [
  { name: 'The Gridiron Ledger', url: 'https://ledger.example' },
  { name: 'Sideline & Chain', url: 'https://sideline.example' },
  { name: 'Harbor Evening Post', url: 'https://post.example' },
] as const

type Item = { title: string; atMs: number; publisher: (typeof PUBLISHERS)[number] }

/** Articles about the player whose name is quoted in the query, in no particular order. */
export function newsSearch({ request, seed, at, newestSeason, seasonOf }: SiteRequest): SimulatedResponse {
  const query = request.url.searchParams.get('q') ?? ''
  const name = /"([^"]+)"/.exec(query)?.[1]?.toLowerCase()
  const days = Number(/\bwhen:(\d+)d\b/.exec(query)?.[1] ?? DEFAULT_DAYS)
  const season = seasonOf(newestSeason)
  const player = season?.players.find((each) => fullNameOf(each).toLowerCase() === name)
  const items = season === null || player === undefined ? [] : newsAbout(season, player, at.getTime())
  const recent = items.filter(({ atMs }) => atMs > at.getTime() - days * DAY_MS)
  const body = renderChannel(query, at, randomFrom(seed, 'search', query).shuffle(recent))
  return { status: 200, body, type: 'application/xml; charset=utf-8' }
}

function newsAbout(season: SimulatedSeason, player: Player, atMs: number): Item[] {
  const namesake = season.players.find((each) => each !== player && each.firstName === player.firstName)
  const stories = reportsAbout(season, player, atMs).filter((report) => report.kind === 'story')
  const notes = reportsAbout(season, player, atMs).filter((report) => report.kind === 'note')
  const others = namesake === undefined ? [] : reportsAbout(season, namesake, atMs).slice(0, 1)
  const publisherOf = (id: number) => PUBLISHERS[id % PUBLISHERS.length] ?? PUBLISHERS[0]
  return [
    ...stories.map(({ headline, id, atMs: publishedMs }) => ({
      title: headline,
      id,
      atMs: publishedMs + 40 * MINUTE_MS,
    })),
    ...notes.map(({ id, atMs: publishedMs }) => ({
      title: `What ${fullNameOf(player)} means for your fantasy lineup`,
      id,
      atMs: publishedMs + 90 * MINUTE_MS,
    })),
    ...others.map(({ id, atMs: publishedMs }) => ({
      title: `${namesake === undefined ? '' : fullNameOf(namesake)} is flying under the radar`,
      id,
      atMs: publishedMs,
    })),
  ]
    .filter((item) => item.atMs <= atMs)
    .map(({ title, id, atMs: publishedMs }) => ({ title, atMs: publishedMs, publisher: publisherOf(id) }))
}

function renderChannel(query: string, at: Date, items: readonly Item[]): string {
  const link = `https://news.google.com/search?q=${encodeURIComponent(query)}&hl=en-US&gl=US&ceid=US:en`
  const head = `<generator>NFE/5.0</generator><title>${escapeXml(query)} - Google News</title><link>${escapeXml(link)}</link><language>en-US</language><lastBuildDate>${at.toUTCString()}</lastBuildDate>`
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><rss version="2.0"><channel>${head}${items.map(renderItem).join('')}</channel></rss>`
}

function renderItem({ title, atMs, publisher }: Item): string {
  const guid = `CBMi${guidOf(`${title} ${atMs} ${publisher.name}`).replaceAll('-', '')}`
  const link = `https://news.google.com/rss/articles/${guid}?oc=5`
  const description = `<a href="${link}" target="_blank">${escapeXml(title)}</a>&nbsp;&nbsp;<font color="#6f6f6f">${escapeXml(publisher.name)}</font>`
  return [
    `<item><title>${escapeXml(`${title} - ${publisher.name}`)}</title><link>${link}</link>`,
    `<guid isPermaLink="false">${guid}</guid><pubDate>${new Date(atMs).toUTCString()}</pubDate>`,
    `<description>${escapeXml(description)}</description>`,
    `<source url="${publisher.url}">${escapeXml(publisher.name)}</source></item>`,
  ].join('')
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** A report about a player. Notes use the last name, stories the full name. */
type Report = { id: number; atMs: number; kind: 'note' | 'story'; headline: string }

const DAYS_BACK = 30
const REPORT_RATE = 0.2
const STORY_RATE = 0.3

const INJURY_PHRASES = [
  "has been ruled out and won't travel with the team.",
  "missed practice again and isn't expected back soon.",
  'watched from the sideline again Thursday.',
]
const HEALTHY_PHRASES = [
  'took every first-team rep in practice.',
  'was limited Wednesday but a full participant Friday.',
  'is in line for a bigger workload.',
  'drew praise from his coach after another steady game.',
  "isn't worried about the matchup, and neither is his coach.",
]

/** Returns the reports about a player from the last 30 days, newest first. */
function reportsAbout(season: SimulatedSeason, player: Player, atMs: number): Report[] {
  const today = Math.floor(atMs / DAY_MS)
  return Array.from({ length: DAYS_BACK }, (_, daysAgo) => today - daysAgo)
    .flatMap((day) => reportOn(season, player, day) ?? [])
    .filter((report) => report.atMs <= atMs)
}

function reportOn(season: SimulatedSeason, player: Player, day: number): Report | null {
  const random = randomFrom(season.seed, 'report', player.id, day)
  if (random.float() >= REPORT_RATE) return null
  const kind = random.float() < STORY_RATE ? 'story' : 'note'
  const { week } = momentOf(season.season, new Date(day * DAY_MS))
  const { health } = simulatePlayerWeek(season.seed, season.season, season.nfl, player, week)
  const isHurt = health === 'OUT' || health === 'INJURY_RESERVE'
  const name = kind === 'story' ? fullNameOf(player) : player.lastName
  return {
    id: 50_000_000 + random.integer(0, 9_999_999),
    atMs: day * DAY_MS + random.integer(8, 22) * HOUR_MS + random.integer(0, 59) * MINUTE_MS,
    kind,
    headline: `${name}${health === 'QUESTIONABLE' ? ' (ankle)' : ''} ${pickOne(isHurt ? INJURY_PHRASES : HEALTHY_PHRASES, random)}`,
  }
}

function fullNameOf({ firstName, lastName }: Player): string {
  return `${firstName} ${lastName}`
}

function pickOne(phrases: readonly string[], random: Random): string {
  return phrases[random.integer(0, phrases.length - 1)] ?? ''
}

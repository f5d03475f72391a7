import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import type { SimulatedSeason } from '../league/simulate-league.ts'
import type { Player } from '../players.ts'
import { guidOf, randomFrom } from '../random.ts'
import type { SimulatedResponse, SiteRequest } from '../simulated-http.ts'
import { fullNameOf, reportsAbout } from './reports.ts'

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

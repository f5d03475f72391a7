import { findTextLinks } from '@fieldhouse/domain/league/text-links'
import { findRecordName, type RecordName } from '../../../features/history/games/game-format.ts'
import { isTradeView } from '../../../features/transactions/transaction-views.ts'
import { type Location, parseQuery } from '../../../router/router.ts'

export type QuoteTarget =
  | { kind: 'player'; player: number; season: number | null }
  | { kind: 'game'; season: number; week: number; game: number }
  | { kind: 'trade'; season: number; trade: string }
  | { kind: 'team'; team: number; season: number | null }
  | { kind: 'record'; record: RecordName }
  | { kind: 'season'; season: number }

export type Quote = {
  /** As it stands in the text. */
  url: string
  location: Partial<Location>
  target: QuoteTarget
}

export type QuotedContent = { text: string; quotes: Quote[] }

/** Other links of a text stay links. */
export const MAX_QUOTES = 3

/** A link at the beginning or the end of a line is removed from the text; one within a sentence stays. */
export function quoteText(text: string, site: { origin: string; league: string }): QuotedContent {
  const quotes: Quote[] = []
  let shown = ''
  let end = 0
  for (const link of findTextLinks(text)) {
    const quote = parseQuote(link.url, site)
    if (quote === null) continue
    const isKnown = quotes.some(({ target }) => isSame(target, quote.target))
    if (!isKnown && quotes.length === MAX_QUOTES) continue
    if (!isKnown) quotes.push(quote)
    const before = shown + text.slice(end, link.start)
    if (!isBlank(lastLine(before)) && !isBlank(firstLine(text.slice(link.end)))) continue
    shown = before
    end = link.end
  }
  shown += text.slice(end)
  return quotes.length === 0 ? { text, quotes } : { text: withoutGaps(shown), quotes }
}

/**
 * null for other sites, other leagues, and pages without a card. The router decides how an address is read, so that the
 * card and the page that it opens are about the same thing.
 */
export function parseQuote(url: string, site: { origin: string; league: string }): Quote | null {
  const address = new URL(url, site.origin)
  if (address.origin !== site.origin || address.pathname !== '/' || address.username !== '') return null
  const location = parseQuery(address.search)
  if (location.route !== 'league' || location.league !== site.league) return null
  const target = targetOf(location)
  return target === null ? null : { url, location, target }
}

function targetOf(location: Partial<Location>): QuoteTarget | null {
  const { tab, season = null, week, game, team, player, post, owners = [], view = null } = location
  if (player != null) return { kind: 'player', player, season }
  switch (tab) {
    case 'matchup':
      if (season === null || week == null || game == null) return null
      return { kind: 'game', season, week, game }
    case 'league social':
      if (season === null || post == null || !isTradeView(view)) return null
      return { kind: 'trade', season, trade: post }
    case 'roster':
      return team == null ? null : { kind: 'team', team, season }
    case 'history': {
      const record = findRecordName(view)
      if (record !== null) return { kind: 'record', record }
      const isSeason = season !== null && view === null && game == null && owners.length === 0
      return isSeason ? { kind: 'season', season } : null
    }
    default:
      return null
  }
}

function isSame(a: QuoteTarget, b: QuoteTarget): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

const lastLine = (text: string) => text.slice(text.lastIndexOf('\n') + 1)
const firstLine = (text: string) => text.split('\n', 1)[0] ?? ''
const isBlank = (line: string) => line.trim() === ''

function withoutGaps(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd())
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim()
}

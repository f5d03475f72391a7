import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeLocation, NO_SELECTION, toUrl } from '../../router/router.ts'
import { MAX_QUOTES, parseQuote, type QuoteTarget, quoteText } from './quoted-text.tsx'

const SITE = { origin: 'https://league.example', league: 'Sunday Night' }
const HERE = { route: 'league', league: SITE.league, tab: 'overview', ...NO_SELECTION } as const
const linkTo = (change: Parameters<typeof changeLocation>[1]) =>
  `${SITE.origin}${toUrl(changeLocation(HERE, change))}`
const gameLink = (game: number) => linkTo({ tab: 'matchup', season: 2025, week: 3, game })
const GAME = gameLink(11)

describe('parseQuote', () => {
  it.each<[Parameters<typeof changeLocation>[1], QuoteTarget | null]>([
    [
      { tab: 'matchup', season: 2025, week: 3, game: 11 },
      { kind: 'game', season: 2025, week: 3, game: 11 },
    ],
    [
      { tab: 'standings', player: -16_001 },
      { kind: 'player', player: -16_001, season: null },
    ],
    [
      { tab: 'roster', season: 2024, player: 7 },
      { kind: 'player', player: 7, season: 2024 },
    ],
    [
      { tab: 'league social', view: 'trade', season: 2025, post: 'ab-1' },
      { kind: 'trade', season: 2025, trade: 'ab-1' },
    ],
    [
      { tab: 'league social', view: 'moves', season: 2025, post: 'ab-1' },
      { kind: 'trade', season: 2025, trade: 'ab-1' },
    ],
    [
      { tab: 'roster', team: 4 },
      { kind: 'team', team: 4, season: null },
    ],
    [
      { tab: 'history', view: 'record-highest-team-game' },
      { kind: 'record', record: 'highest_team_game' },
    ],
    [
      { tab: 'history', season: 2021 },
      { kind: 'season', season: 2021 },
    ],
    [{ tab: 'matchup', season: 2025, week: 3 }, null],
    [{ tab: 'league social', post: 'post-4' }, null],
    [{ tab: 'history', view: 'record-constructor' }, null],
    [{ tab: 'history', view: 'draft', season: 2021 }, null],
    [{ tab: 'history', season: 2021, game: 4 }, null],
    [{ tab: 'standings' }, null],
  ])('reads a link to %j', (change, target) => {
    expect(parseQuote(linkTo(change), SITE)?.target ?? null).toEqual(target)
  })

  it('reads a relative link', () => {
    expect(parseQuote(GAME.slice(SITE.origin.length), SITE)?.target.kind).toBe('game')
  })

  it.each([
    GAME.replace('https:', 'http:'),
    GAME.replace('league.example', 'league.example.org'),
    GAME.replace('league.example', 'league.example:8443'),
    GAME.replace('league.example', 'ada@league.example'),
    GAME.replace('/?', '/admin?'),
    GAME.replace('Sunday', 'Monday'),
    GAME.replace('game=11', 'game=11e3'),
    GAME.replace('game=11', 'game=99999999999'),
    GAME.replace('league=', 'route=admin&league='),
  ])('shows no card for %s', (url) => {
    expect(parseQuote(url, SITE)).toBeNull()
  })

  it('reads every location as the router does', () => {
    const number = fc.option(fc.integer({ min: -99_999, max: 99_999 }))
    const selection = fc.record({
      season: number,
      week: number,
      game: number,
      team: number,
      player: number,
      post: fc.option(fc.string({ minLength: 1 })),
      view: fc.option(fc.constantFrom('trade', 'record-closest-win', 'draft', 'x')),
    })
    const tab = fc.constantFrom('matchup', 'league social', 'roster', 'history', 'standings')
    fc.assert(
      fc.property(tab, selection, (name, change) => {
        const quote = parseQuote(linkTo({ tab: name, ...change }), SITE)
        if (quote === null) return
        expect(quote.location).toMatchObject({ league: SITE.league, tab: name, ...change })
        expect(Object.values(quote.target)).not.toContain(undefined)
      }),
    )
  })
})

describe('quoteText', () => {
  it.each([
    [GAME, ''],
    [`What a game\n${GAME}`, 'What a game'],
    [`What a game: ${GAME}`, 'What a game:'],
    [`${GAME} is today`, 'is today'],
    [`One\n\n${GAME}\n\nTwo`, 'One\n\nTwo'],
    [`Have you seen ${GAME} yet?`, `Have you seen ${GAME} yet?`],
    [`${GAME} ${gameLink(12)} ${gameLink(13)}`, ''],
    [`${GAME}\nhttps://example.org/`, 'https://example.org/'],
    ['No link', 'No link'],
  ])('removes the links of %j that stand alone', (text, shown) => {
    expect(quoteText(text, SITE).text).toBe(shown)
  })

  it('shows at most three cards, and one for links to the same page', () => {
    const text = [11, 12, 11, 13, 14].map(gameLink).join('\n')
    const { text: shown, quotes } = quoteText(text, SITE)
    expect(quotes.map(({ url }) => url)).toEqual([11, 12, 13].map(gameLink))
    expect(quotes).toHaveLength(MAX_QUOTES)
    expect(shown).toBe(gameLink(14))
  })

  it('removes nothing but links to pages with cards and blank space', () => {
    const part = fc.oneof(fc.constantFrom(GAME, gameLink(12), '\n', ' ', 'Go Owls'), fc.string())
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const text = parts.join(' ')
        const { text: shown, quotes } = quoteText(text, SITE)
        const words = (content: string) =>
          content.split(/\s+/).filter((word) => word !== '' && !quotes.some(({ url }) => word.includes(url)))
        expect(words(shown)).toEqual(words(text))
      }),
    )
  })
})

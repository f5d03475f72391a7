import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../duration.ts'
import { type Headline, mentionsPlayer, mergeHeadlines, playerSearchName } from './news.ts'

const NOW = new Date('2026-10-11T15:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS)

let headlineCount = 0
function aHeadline(more: Partial<Headline> = {}): Headline {
  headlineCount += 1
  return {
    id: `${headlineCount}`,
    player: 'Rook Calloway',
    title: `Headline ${headlineCount}`,
    source: 'The Gridiron Ledger',
    link: `https://ledger.example/${headlineCount}`,
    isDirect: false,
    publishedAt: hoursAgo(1),
    ...more,
  }
}

const merge = (...headlines: Headline[]) => mergeHeadlines(headlines, NOW)

describe('mergeHeadlines', () => {
  it('sorts newest first', () => {
    const [a, b, c] = [
      aHeadline({ publishedAt: hoursAgo(3) }),
      aHeadline({ publishedAt: hoursAgo(1) }),
      aHeadline({ publishedAt: hoursAgo(2) }),
    ]
    expect(merge(a, b, c)).toEqual([b, c, a])
  })

  it('shows a story once: the direct link, otherwise the first headline', () => {
    const first = aHeadline({ title: 'Calloway is out!', publishedAt: hoursAgo(30) })
    const duplicate = aHeadline({ title: 'CALLOWAY: is out', source: 'ESPN', publishedAt: hoursAgo(2) })
    expect(merge(duplicate, first)).toEqual([first])
    const direct = { ...duplicate, isDirect: true }
    expect(merge(direct, first)).toEqual([direct])
    expect(merge({ ...first, isDirect: true }, direct)).toEqual([{ ...first, isDirect: true }])
  })

  it('does not merge the same title for another player or days later', () => {
    const title = 'Is out for Sunday'
    const [a, b] = [aHeadline({ title }), aHeadline({ title, player: 'Bo Run' })]
    expect(merge(a, b)).toHaveLength(2)
    expect(merge(aHeadline({ title, publishedAt: hoursAgo(60) }), aHeadline({ title }))).toHaveLength(2)
    expect(merge(aHeadline({ title, publishedAt: hoursAgo(49) }), aHeadline({ title }))).toHaveLength(1)
  })

  it('merges headlines with the same source and ID if the title was corrected', () => {
    const before = aHeadline({ id: 'x', title: 'Calloway out', publishedAt: hoursAgo(100) })
    expect(merge(before, aHeadline({ id: 'x', title: 'Calloway ruled out' }))).toHaveLength(1)
    expect(merge(before, aHeadline({ id: 'x', source: 'ESPN', title: 'Calloway ruled out' }))).toHaveLength(2)
  })

  it('returns at most 5 headlines per player and 60 in total', () => {
    const headlinesOfOnePlayer = Array.from({ length: 7 }, (_, hours) =>
      aHeadline({ publishedAt: hoursAgo(hours) }),
    )
    expect(merge(...headlinesOfOnePlayer)).toEqual(headlinesOfOnePlayer.slice(0, 5))
    const headlinesOfManyPlayers = Array.from({ length: 13 }, (_, index) =>
      Array.from({ length: 5 }, () => aHeadline({ player: `Player ${String.fromCharCode(65 + index)}` })),
    ).flat()
    expect(merge(...headlinesOfManyPlayers)).toHaveLength(60)
  })

  it('drops headlines older than two weeks, clamps future dates and truncates titles to 300 characters', () => {
    const tooOld = aHeadline({ publishedAt: hoursAgo(14 * 24 + 1) })
    const fromFuture = aHeadline({ publishedAt: hoursAgo(-5), title: '  Calloway\n  rests ' })
    expect(merge(tooOld, fromFuture)).toEqual([{ ...fromFuture, publishedAt: NOW, title: 'Calloway rests' }])
    const [long] = merge(aHeadline({ title: '🏈'.repeat(400) }))
    expect(Array.from(long?.title ?? '')).toHaveLength(300)
    expect(long?.title.isWellFormed()).toBe(true)
    expect(merge(aHeadline({ title: ' \n ' }))).toEqual([])
  })
})

describe('mentionsPlayer', () => {
  it.each([
    ['Calloway returns to practice', 'Rook Calloway', true],
    ["How Calloway's day went", 'Rook Calloway', true],
    ['What Calloways want', 'Rook Calloway', true],
    ['Ja’Quan O’Malley is back', "Ja'Quan O'Malley", true],
    ['OMalley scores', "Ja'Quan O'Malley", true],
    ['Walker, III, is out', 'Rook Walker III', true],
    ['Amon-Ra St. Brown shines', 'Amon-Ra St. Brown', true],
    ['Brown shines', 'Amon-Ra St. Brown', false],
    ['Callowayville votes', 'Rook Calloway', false],
    ['Rook and the rest', 'Rook Calloway', false],
    ['Bears dominate', 'Bears D/ST', true],
    ['Søren Łukasz trains', 'Soren Lukasz', true],
    ['Anything', '…', false],
  ])('for the title %j and the player %s, returns %s', (title, player, expected) => {
    expect(mentionsPlayer(title, player)).toBe(expected)
  })

  it('searches for a defense by team name', () => {
    expect(playerSearchName('Bears D/ST')).toBe('Bears')
    expect(playerSearchName('Rook Calloway')).toBe('Rook Calloway')
    expect(playerSearchName('Bears \t D/ST ')).toBe('Bears')
  })
})

import { describe, expect, it } from 'vitest'
import { type Headline, mentionsPlayer, mergeHeadlines, playerSearchName } from './news.ts'

const HOUR = 3_600_000
const NOW = new Date('2026-10-11T15:00:00Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR)

let made = 0
function aHeadline(more: Partial<Headline> = {}): Headline {
  made += 1
  return {
    id: `${made}`,
    player: 'Rook Calloway',
    title: `Headline ${made}`,
    source: 'The Gridiron Ledger',
    link: `https://ledger.example/${made}`,
    isDirect: false,
    publishedAt: ago(1),
    ...more,
  }
}

const merged = (...headlines: Headline[]) => mergeHeadlines(headlines, NOW)

describe('headlines of several sources', () => {
  it('are one list, newest first', () => {
    const [a, b, c] = [
      aHeadline({ publishedAt: ago(3) }),
      aHeadline({ publishedAt: ago(1) }),
      aHeadline({ publishedAt: ago(2) }),
    ]
    expect(merged(a, b, c)).toEqual([b, c, a])
  })

  it('are told once: by who links directly, else by who was first', () => {
    const first = aHeadline({ title: 'Calloway is out!', publishedAt: ago(30) })
    const again = aHeadline({ title: 'CALLOWAY: is out', source: 'ESPN', publishedAt: ago(2) })
    expect(merged(again, first)).toEqual([first])
    const direct = { ...again, isDirect: true }
    expect(merged(direct, first)).toEqual([direct])
    expect(merged({ ...first, isDirect: true }, direct)).toEqual([{ ...first, isDirect: true }])
  })

  it('that say the same of another player, or days later, are two', () => {
    const title = 'Is out for Sunday'
    const [a, b] = [aHeadline({ title }), aHeadline({ title, player: 'Bo Run' })]
    expect(merged(a, b)).toHaveLength(2)
    expect(merged(aHeadline({ title, publishedAt: ago(60) }), aHeadline({ title }))).toHaveLength(2)
    expect(merged(aHeadline({ title, publishedAt: ago(49) }), aHeadline({ title }))).toHaveLength(1)
  })

  it('are one when a source gives both the same name, though it mended the title', () => {
    const before = aHeadline({ id: 'x', title: 'Calloway out', publishedAt: ago(100) })
    expect(merged(before, aHeadline({ id: 'x', title: 'Calloway ruled out' }))).toHaveLength(1)
    expect(merged(before, aHeadline({ id: 'x', source: 'ESPN', title: 'Calloway ruled out' }))).toHaveLength(
      2,
    )
  })

  it('are at most five of a player and sixty in all', () => {
    const ofOne = Array.from({ length: 7 }, (_, hours) => aHeadline({ publishedAt: ago(hours) }))
    expect(merged(...ofOne)).toEqual(ofOne.slice(0, 5))
    const ofMany = Array.from({ length: 13 }, (_, index) =>
      Array.from({ length: 5 }, () => aHeadline({ player: `Player ${String.fromCharCode(65 + index)}` })),
    ).flat()
    expect(merged(...ofMany)).toHaveLength(60)
  })

  it('are of the last two weeks, those from the future of now, with titles of 300 letters', () => {
    const old = aHeadline({ publishedAt: ago(14 * 24 + 1) })
    const early = aHeadline({ publishedAt: ago(-5), title: '  Calloway\n  rests ' })
    expect(merged(old, early)).toEqual([{ ...early, publishedAt: NOW, title: 'Calloway rests' }])
    const [long] = merged(aHeadline({ title: '🏈'.repeat(400) }))
    expect(Array.from(long?.title ?? '')).toHaveLength(300)
    expect(long?.title.isWellFormed()).toBe(true)
    expect(merged(aHeadline({ title: ' \n ' }))).toEqual([])
  })
})

describe('a title', () => {
  it.each([
    ['Calloway returns to practice', 'Rook Calloway', true],
    ['How Calloway’s day went', 'Rook Calloway', true],
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
  ])('%j is about %s: %s', (title, player, is) => {
    expect(mentionsPlayer(title, player)).toBe(is)
  })

  it('of a defense is searched for by its team', () => {
    expect(playerSearchName('Bears D/ST')).toBe('Bears')
    expect(playerSearchName('Rook Calloway')).toBe('Rook Calloway')
  })
})

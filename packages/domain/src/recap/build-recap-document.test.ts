import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Award } from '../insights/awards/weekly-awards.ts'
import { pointsFromDecimal } from '../points.ts'
import type { PlayoffBracket, PlayoffGame } from '../seasons/playoffs.ts'
import { buildRecapDocument } from './build-recap-document.ts'
import type { RecapDocument } from './recap-document.ts'
import { recapFacts, scoredGame } from './testing/recap-facts.ts'

type Facts = Parameters<typeof recapFacts>[0]

const build = (facts: Facts) => buildRecapDocument(recapFacts(facts))
const kindsOf = (facts: Facts) => build(facts).games.map(({ kind }) => kind)

const award = (name: Award['name'], teamId: number, points: number, player?: string): Award => ({
  name,
  week: 1,
  teamId,
  value: pointsFromDecimal(points),
  gameId: null,
  player: player === undefined ? null : { playerId: 1, name: player, position: null },
})

describe('the kind of a game', () => {
  it.each([
    ['a margin below 5 points', scoredGame(1, 'A', 100, 'B', 95.01), 'thriller'],
    ['a margin of 5 points', scoredGame(1, 'A', 100, 'B', 95), 'plain'],
    ['a margin of 40 points', scoredGame(1, 'A', 140, 'B', 100), 'rout'],
    ['equal scores', scoredGame(1, 'A', 100, 'B', 100), 'tie'],
  ] as const)('is decided by %s', (_, game, kind) => {
    expect(kindsOf({ games: [game] })).toEqual([kind])
  })

  it('is about streaks of three games before anything ordinary', () => {
    const before = [1, 2, 3].map((period) => scoredGame(period, 'A', 100, 'B', 90))
    const after = (game: ReturnType<typeof scoredGame>) =>
      build({ week: 4, games: [...before, game] }).games[0]
    expect(after(scoredGame(4, 'A', 100, 'C', 90))).toMatchObject({ kind: 'streak', streak: 4 })
    expect(after(scoredGame(4, 'A', 90, 'C', 100))).toMatchObject({ kind: 'ended', streak: 3 })
    expect(after(scoredGame(4, 'B', 100, 'C', 90))).toMatchObject({ kind: 'relief', streak: 3 })
    expect(after(scoredGame(4, 'B', 90, 'C', 100))).toMatchObject({ kind: 'skid', streak: 4 })
  })

  it('is an upset if the winner was at least four places and half of the league behind', () => {
    const power = (rank: number) => [
      { teamId: 1, rank: 1, previousRank: rank },
      { teamId: 2, rank: 2, previousRank: 1 },
    ]
    const games = [scoredGame(2, 'A', 110, 'B', 100)]
    expect(kindsOf({ week: 2, games, power: power(5) })).toEqual(['upset'])
    expect(kindsOf({ week: 2, games, power: power(4) })).toEqual(['plain'])
  })

  it('counts margins per week in rounds of two weeks', () => {
    const periods = [{ period: 1, weeks: [1, 2] }]
    expect(kindsOf({ week: 2, periods, games: [scoredGame(1, 'A', 200, 'B', 191)] })).toEqual(['thriller'])
    expect(kindsOf({ week: 2, periods, games: [scoredGame(1, 'A', 250, 'B', 180)] })).toEqual(['plain'])
  })
})

function playoffGame(
  period: number,
  home: string,
  homePoints: number,
  away: string,
  awayPoints: number,
): PlayoffGame {
  const game = scoredGame(period, home, homePoints, away, awayPoints)
  return { ...game, gameId: period, bracket: 'winners' } as unknown as PlayoffGame
}

function finals(games: PlayoffGame[], winnerId: number | null): PlayoffBracket {
  const pairing = {
    games,
    first: games[0]?.period ?? 0,
    last: games.at(-1)?.period ?? 0,
    teamIds: [1, 2] as [number, number],
    winnerId,
    round: { name: 'Championship', bracket: 'championship' as const },
  }
  const round = {
    name: 'Championship',
    periods: games.map(({ period }) => period),
    byes: [],
    consolation: [],
  }
  return { status: 'finished', championId: winnerId, rounds: [{ ...round, championship: [pairing] }] }
}

describe('the championship', () => {
  it('leads the recap, whatever else happened', () => {
    const games = [scoredGame(17, 'C', 150, 'D', 149.9), scoredGame(17, 'A', 120, 'B', 100)]
    const bracket = finals([playoffGame(17, 'A', 120, 'B', 100)], 1)
    const { headline, story, games: told } = build({ week: 17, games, bracket })
    expect(told.map(({ kind }) => kind)).toEqual(['title', 'thriller'])
    expect(headline).toMatch(/^(Champions: Anchors|The title goes to Anchors)$/)
    expect(story[0]).toMatch(/championship/)
  })

  it('goes to the winner of both games, not of the last one', () => {
    const legs = [playoffGame(16, 'A', 130, 'B', 100), playoffGame(17, 'A', 100, 'B', 110)]
    const games = [scoredGame(16, 'A', 130, 'B', 100), scoredGame(17, 'A', 100, 'B', 110)]
    const bracket = finals(legs, 1)
    expect(build({ week: 16, games, bracket }).games[0]?.kind).toBe('leg')
    const last = build({ week: 17, games, bracket })
    expect(last.games[0]?.series).toEqual({
      winner: { id: 1, name: 'Anchors' },
      score: '230.0',
      against: '210.0',
    })
    expect(last.headline).toContain('Anchors')
    expect(last.story[0]).toContain('230.0–210.0 on aggregate')
  })

  it('is not said to be won if the scores are equal', () => {
    const games = [scoredGame(17, 'A', 100, 'B', 100)]
    const { story, games: told } = build({
      week: 17,
      games,
      bracket: finals([playoffGame(17, 'A', 100, 'B', 100)], null),
    })
    expect(told[0]?.kind).toBe('tie')
    expect(story.join(' ')).not.toMatch(/championship|beat|title/)
  })
})

const WEEK: Facts = {
  week: 1,
  games: [
    scoredGame(1, 'A', 150.25, 'B', 101.1),
    scoredGame(1, 'C', 99.5, 'D', 99.4),
    scoredGame(1, 'E', 120, 'F', 110),
    scoredGame(1, 'G', 88, 'H', 88),
  ],
}

describe('a recap', () => {
  it('has only the sections that the league wants', () => {
    const awards = [award('player_of_the_week', 1, 41.2, 'Wes Tarn')]
    const records = [
      {
        name: 'closest_win' as const,
        holder: 'Ada Quill',
        points: pointsFromDecimal(0.1),
        gameId: 1,
        period: 1,
      },
    ]
    const standings = [
      {
        teamId: 1,
        name: 'Anchors',
        rank: 1,
        record: { wins: 1, losses: 0, ties: 0 },
        pointsFor: pointsFromDecimal(150.25),
      },
    ]
    const all = build({ ...WEEK, awards, records, standings })
    expect(all.awards.map(({ label }) => label)).toEqual(['High score', 'Low score', 'Player of the week'])
    expect(all.records).toEqual([{ label: 'closest win', holder: 'Ada Quill', value: '0.1' }])
    expect(all.standings).toEqual([
      { team: { id: 1, name: 'Anchors' }, rank: 1, record: '1-0', points: '150.3' },
    ])
    const some = build({ ...WEEK, awards, records, standings, sections: ['standings'] })
    expect([some.games, some.awards, some.records, some.lists]).toEqual([[], [], [], []])
    expect(some.story.join(' ')).toContain('Anchors')
    expect(some.headline).toBe('Week 1 Recap')
  })

  it('lists what a week changed in the power ranking and in the odds, and nothing in the first weeks', () => {
    const first = build({ ...WEEK, power: [{ teamId: 1, rank: 1, previousRank: null }] })
    expect([first.power, first.odds]).toEqual([[], []])
    const { power, odds, story } = build({
      ...WEEK,
      power: [
        { teamId: 2, rank: 1, previousRank: 2 },
        { teamId: 1, rank: 2, previousRank: 1 },
        { teamId: 3, rank: 3, previousRank: 3 },
      ],
      odds: [
        { teamId: 1, before: 0.5, after: 0.75, wasCertain: 'open', isCertain: 'open' },
        { teamId: 2, before: 0.999, after: 1, wasCertain: 'open', isCertain: 'clinched' },
        { teamId: 3, before: 0.004, after: 0, wasCertain: 'open', isCertain: 'eliminated' },
        { teamId: 4, before: 0.5, after: 0.505, wasCertain: 'open', isCertain: 'open' },
      ],
    })
    expect(power.map(({ team, change }) => [team.name, change])).toEqual([
      ['Buoys', 1],
      ['Anchors', -1],
    ])
    expect(odds.map(({ team, before, after, status }) => [team.name, before, after, status])).toEqual([
      ['Buoys', '>99%', '100%', 'clinched'],
      ['Capstans', '<1%', '0%', 'eliminated'],
      ['Anchors', '50%', '75%', 'up'],
    ])
    expect(story.at(-1)).toMatch(/50%.*75%/)
  })

  it('says who had no game', () => {
    const bye = {
      period: 1,
      result: 'undecided' as const,
      home: { teamId: 8, points: pointsFromDecimal(90) },
      away: null,
    }
    const { byes, story } = build({ games: [scoredGame(1, 'A', 100, 'B', 80), bye] })
    expect(byes).toEqual([{ id: 8, name: 'Hulls' }])
    expect(story.join(' ')).toMatch(/Hulls had the week off|no game for Hulls/)
  })

  it('blames a bench that would have won the game', () => {
    const { story } = build({ ...WEEK, awards: [award('bench_blunder', 4, 12.5)] })
    expect(story.join(' ')).toMatch(
      /Dinghies lost by 0.1 and left 12.5|The bench of Dinghies held 12.5 points more, in a game lost by 0.1/,
    )
  })

  it('is the same whenever it is written, and another one in the next week', () => {
    expect(build(WEEK)).toEqual(build(WEEK))
    const games = WEEK.games.map((game) => ({ ...game, period: 2 }))
    expect(build({ ...WEEK, week: 2, games }).story[0]).not.toBe(build(WEEK).story[0])
  })
})

/** Games of up to 20 teams with any scores. */
const anyWeek = fc
  .array(fc.tuple(fc.integer({ min: -200, max: 22_000 }), fc.integer({ min: -200, max: 22_000 })), {
    minLength: 1,
    maxLength: 10,
  })
  .chain((scores) =>
    fc.record({
      scores: fc.constant(scores),
      week: fc.integer({ min: 1, max: 17 }),
      season: fc.integer({ min: 2000, max: 2030 }),
    }),
  )

const LETTERS = 'ABCDEFGHIJKLMNOPQRST'

/** Names without digits, so that every digit in a text is a figure. */
const NAMES = Array.from(LETTERS, (letter) => `Team${letter.repeat(3)}`)

function buildAny({
  scores,
  week,
  season,
}: {
  scores: [number, number][]
  week: number
  season: number
}): RecapDocument {
  const games = scores.map(([home, away], index) => ({
    period: week,
    result: home === away ? ('tie' as const) : home > away ? ('home' as const) : ('away' as const),
    home: { teamId: 2 * index + 1, points: pointsFromDecimal(home / 100) },
    away: { teamId: 2 * index + 2, points: pointsFromDecimal(away / 100) },
  }))
  return build({ week, season, games, names: NAMES.slice(0, 2 * scores.length) })
}

const numbersIn = (text: string) => text.match(/\d+(?:\.\d+)?/g) ?? []

it('has no number in its story that is not one of its facts', () => {
  fc.assert(
    fc.property(anyWeek, (week) => {
      const { story, headline, games, awards } = buildAny(week)
      const facts = new Set([
        ...games.flatMap(({ score, against, margin, streak }) => [
          ...numbersIn(`${score} ${against} ${margin}`),
          `${streak}`,
        ]),
        ...awards.flatMap(({ value }) => numbersIn(value)),
      ])
      for (const number of numbersIn([headline, ...story].join(' '))) expect(facts).toContain(number)
    }),
  )
})

it('tells every game once, and repeats no sentence pattern', () => {
  fc.assert(
    fc.property(anyWeek, (week) => {
      const { story, games } = buildAny(week)
      const text = story.join(' ')
      for (const { winner, loser } of games)
        expect(text.includes(winner.name) && text.includes(loser.name)).toBe(true)
      const patterns = text
        .replace(/-?\d+(?:\.\d+)?/g, '0')
        .replace(/Team[A-Z]+/g, 'T')
        .split(/(?<=[.?!]) /)
      expect(new Set(patterns).size).toBe(patterns.length)
    }),
  )
})

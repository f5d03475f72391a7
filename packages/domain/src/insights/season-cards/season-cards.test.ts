import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Points, pointsFromDecimal } from '../../points.ts'
import type { LeagueTransaction } from '../../rosters/transactions.ts'
import { gamesOfTeam, type RegularSeason } from '../season/regular-season.ts'
import {
  A,
  aRegularSeason,
  B,
  C,
  D,
  finalGame,
  finalGames,
  REFERENCE_LEAGUE,
} from '../testing/reference-league.ts'
import { aRosterPlayer, aRosterWeek } from '../testing/roster-weeks.ts'
import { anyRegularSeason } from '../testing/season-arbitraries.ts'
import { leagueCards } from './league-cards.ts'
import { enoughCards, ownerCardMakers } from './owner-cards.ts'
import { describeCard, type SeasonCard, type SeasonStory, type StoryOdds } from './season-card.ts'
import {
  bestPickup,
  bestTrade,
  closestEscape,
  countMoves,
  extremeWeeks,
  longestWinStreak,
  marginOf,
  onlyFactOf,
  rivalsOf,
  toughestLoss,
} from './season-figures.ts'

const NAMES = new Map([
  [A, 'Anchors'],
  [B, 'Buoys'],
  [C, 'Cutters'],
  [D, 'Dinghies'],
])

/** A story of games alone, in which the team with the most points is the champion. */
function aStory(season: RegularSeason, more: Partial<SeasonStory> = {}): SeasonStory {
  const teams = season.teams.map(({ teamId }) => {
    const games = gamesOfTeam(season.games, teamId)
    const count = (result: number) => games.filter((game) => game.result === result).length
    return {
      teamId,
      name: NAMES.get(teamId) ?? `Team ${teamId}`,
      record: { wins: count(1), losses: count(0), ties: count(0.5) },
      pointsFor: games.reduce((sum, { own }) => sum + own.points, 0) as Points,
    }
  })
  const byPoints = teams.toSorted((a, b) => b.pointsFor - a.pointsFor)
  const champion = byPoints.filter(({ teamId }) => more.championIds?.includes(teamId))
  const order = [...new Set([...champion, ...byPoints])]
  return {
    season,
    teams: teams.map((team) => ({ ...team, place: order.indexOf(team) + 1 })),
    championIds: order.slice(0, 1).map(({ teamId }) => teamId),
    runnerUpId: order[1]?.teamId ?? null,
    lineups: [],
    isBestBall: false,
    transactions: [],
    picks: [],
    odds: [],
    ...more,
  }
}

const REFERENCE = aStory(REFERENCE_LEAGUE, { championIds: [C], runnerUpId: D })

const cardOf = (cards: readonly SeasonCard[], kind: SeasonCard['kind']) =>
  cards.find((card) => card.kind === kind)

describe('the reference league as a finished season', () => {
  it('has the best and the worst week of A', () => {
    expect(extremeWeeks(REFERENCE_LEAGUE, A)).toMatchObject({
      best: { week: 1, points: 12050, rank: 1, teams: 4 },
      worst: { week: 2, points: 8800, rank: 4 },
    })
  })

  it.each([
    [A, 10.5, 1, 105, 3],
    [B, 0.1, 2, 110, 1],
    [C, 5.5, 3, null, null],
    [D, 35, 3, 101, 2],
  ])('has the closest escape and the toughest loss of team %i', (teamId, margin, week, loss, lossWeek) => {
    const won = closestEscape(REFERENCE_LEAGUE, teamId) ?? expect.fail()
    expect([marginOf(won), won.game.period]).toEqual([pointsFromDecimal(margin), week])
    const lost = toughestLoss(REFERENCE_LEAGUE, teamId)
    expect(lost && [lost.own.points / 100, lost.game.period]).toEqual(loss && [loss, lossWeek])
  })

  it.each([
    [A, [1]],
    [B, [2]],
    [C, [2, 3]],
    [D, [3]],
  ])('has the longest winning streak of team %i', (teamId, weeks) => {
    expect(longestWinStreak(REFERENCE_LEAGUE, teamId).map(({ game }) => game.period)).toEqual(weeks)
  })

  it.each([
    [B, 'points_in_loss', 11000],
    [C, 'fewest_against', 27790],
    [D, 'season_high', 14000],
  ])('has what is true of team %i only', (teamId, kind, value) => {
    expect(onlyFactOf(REFERENCE, teamId)).toMatchObject({ kind, value })
  })

  it('has the most wins without a top score, and the most perfect lineups', () => {
    const season = aRegularSeason(
      finalGames([
        [1, A, 99, B, 98],
        [1, C, 90, D, 80],
        [2, A, 98, B, 97],
        [2, C, 90, D, 80],
      ]),
    )
    const input = { season, championIds: [], lineups: [aRosterWeek(1, D, [aRosterPlayer(1, 80)])] }
    expect(onlyFactOf(input, C)).toMatchObject({ kind: 'wins_without_top', value: 2 })
    expect(onlyFactOf(input, D)).toMatchObject({ kind: 'perfect_lineups', value: 1 })
    // An empty lineup is not a perfect one.
    const empty = { ...input, lineups: [aRosterWeek(1, D, [])] }
    expect(onlyFactOf(empty, D)).toBeNull()
  })

  it('has the only team that beat a champion', () => {
    const champion = (...championIds: number[]) => ({ ...REFERENCE, championIds })
    // B lost to A and to C.
    expect(onlyFactOf(champion(B), A)).toBeNull()
    // D lost to B alone.
    expect(onlyFactOf(champion(D), B)).toMatchObject({ kind: 'beat_champion', game: { period: 2 } })
  })

  it('makes a set for every team from games alone', () => {
    expect(ownerCards(REFERENCE, C).map(({ kind }) => kind)).toEqual([
      'season',
      'weeks',
      'close_games',
      'luck',
      'report_card',
      'streak',
      'power',
      'only_one',
    ])
    expect(cardOf(ownerCards(REFERENCE, C), 'report_card')).toMatchObject({
      value: 'A−',
      weeks: 'Weeks 1–3',
      facts: [
        { label: 'Results', value: 'A+', note: '83.3% of games won' },
        { label: 'Scoring', value: 'B', note: '325.6 points' },
      ],
    })
    // A run of one win is no streak.
    expect(cardOf(ownerCards(REFERENCE, A), 'streak')).toBeUndefined()
    const luck = cardOf(ownerCards(REFERENCE, C), 'luck')
    expect(luck).toMatchObject({ value: '+1.0', caption: 'wins given by the schedule', weeks: 'Weeks 1–3' })
    expect(luck?.facts.map(({ value }) => value)).toEqual(['1st', '1.5', 'The own one'])
    expect(cardOf(ownerCards(REFERENCE, C), 'season')).toMatchObject({
      value: '2-0-1',
      caption: 'and the championship',
      facts: [{ value: '1st' }, { label: 'Points for', value: '325.6', note: '2nd most of 4' }],
    })
  })

  it('ranks the power of D from last to first', () => {
    const power = cardOf(ownerCards(REFERENCE, D), 'power')
    expect(power).toMatchObject({ value: '1st', caption: 'in the power ranking after week 3' })
    expect(power?.chart?.lines[0]?.points.map(({ value }) => value)).toEqual([4, 4, 1])
  })

  it('makes the cards of the league', () => {
    const cards = leagueCards(REFERENCE)
    expect(cards.map(({ kind, value, caption }) => [kind, value, caption])).toEqual([
      ['champion', 'Cutters', 'won the championship'],
      ['top_score', '140.0', 'points in week 3, Dinghies'],
      ['blowout', '42.2', 'points was the largest margin, Cutters'],
      ['closest_game', '0.1', 'points was the smallest margin, Buoys'],
      ['luckiest', '+1.0', 'wins given by the schedule, Cutters'],
      ['unluckiest', '−0.7', 'wins taken by the schedule, Anchors'],
    ])
    expect(cards[0]?.facts).toMatchObject([{ value: '2-0-1' }, { label: 'Runner-up', value: 'Dinghies' }])
    expect(cards[3]?.facts).toMatchObject([
      { value: '101.1–101.0', note: 'Week 2 vs Dinghies', game: { gameId: 4, period: 2 } },
    ])
  })

  it('names both champions of a shared title', () => {
    const shared = { ...REFERENCE, championIds: [C, D], runnerUpId: null }
    expect(leagueCards(shared)[0]).toMatchObject({
      title: 'Champions',
      value: 'Cutters and Dinghies',
      caption: 'share the championship',
      teamIds: [C, D],
      facts: [{ label: 'Cutters' }, { label: 'Dinghies' }],
    })
    for (const teamId of [C, D])
      expect(cardOf(ownerCards(shared, teamId), 'season')?.caption).toBe('and the championship')
  })

  it('describes a card in a sentence for each figure', () => {
    expect(describeCard(cardOf(ownerCards(REFERENCE, A), 'weeks') ?? expect.fail())).toBe(
      'Best and worst week, weeks 1–3: 120.5 points in week 1, the best score of that week. Best week: 120.5, 1st of 4 in week 1, vs Buoys. Worst week: 88.0, 4th of 4 in week 2, vs Cutters.',
    )
  })
})

describe('opponents', () => {
  it('counts those of at least three games, and decides equal rates by games, then by points', () => {
    const season = aRegularSeason(
      finalGames([
        [1, A, 80, B, 90],
        [2, A, 80, B, 90],
        [3, A, 80, C, 81],
        [4, A, 80, C, 81],
        [5, A, 80, C, 81],
        [6, A, 99, D, 80],
        [7, A, 80, D, 80],
        [8, A, 80, D, 80],
      ]),
    )
    expect(rivalsOf(season, A)).toMatchObject({
      nemesis: { teamId: C, losses: 3, difference: -300 },
      favorite: { teamId: D, wins: 1, ties: 2 },
    })
    expect(rivalsOf(season, D)).toMatchObject({ nemesis: { teamId: A }, favorite: null })
    expect(cardOf(ownerCards(aStory(season), A), 'opponents')).toMatchObject({
      value: '0-3',
      caption: 'against Cutters',
      facts: [{ note: '0-3, −3.0 points' }, { label: 'Favorite opponent', value: 'Dinghies' }],
    })
  })
})

it('ends a streak with a tie, and not with a bye', () => {
  const season = aRegularSeason(
    finalGames([
      [1, A, 90, B, 80],
      [3, A, 90, B, 80],
      [4, A, 80, B, 80],
      [5, A, 90, B, 80],
    ]),
  )
  expect(longestWinStreak(season, A).map(({ game }) => game.period)).toEqual([1, 3])
  expect(cardOf(ownerCards(aStory(season), A), 'streak')).toMatchObject({
    value: '2',
    weeks: 'Weeks 1–3',
    facts: [{}, { label: 'Ended by a tie', value: '80.0–80.0' }],
  })
})

it('compares weekly scores, and margins of games over two weeks', () => {
  const season = aRegularSeason([
    finalGame(1, 1, [A, [100, 60]], [B, [70, 80]]),
    finalGame(2, 1, [C, [90, 90]], [D, [50, 95]]),
  ])
  expect(extremeWeeks(season, A)).toMatchObject({
    best: { week: 1, points: 10000, rank: 1 },
    worst: { week: 2, points: 6000, rank: 4 },
  })
  expect(cardOf(leagueCards(aStory(season)), 'closest_game')).toMatchObject({
    value: '10.0',
    weeks: 'Weeks 1–2',
  })
})

const aTransaction = (more: Partial<LeagueTransaction>): LeagueTransaction => ({
  id: '1',
  season: 2025,
  week: 2,
  kind: 'waiver',
  status: 'done',
  reason: null,
  teamId: A,
  memberId: null,
  isByManager: false,
  proposedAt: null,
  decidedAt: null,
  bid: null,
  moves: [],
  ...more,
})

describe('lineups and moves', () => {
  const lineups = [1, 2, 3].flatMap((week) => [
    aRosterWeek(week, A, [aRosterPlayer(11, 20), aRosterPlayer(12, 5)], {
      optimal: pointsFromDecimal(150),
      leftOnBench: pointsFromDecimal(125),
      efficiency: 25 / 150,
    }),
    aRosterWeek(week, B, [aRosterPlayer(21, 3)]),
  ])
  const waiver = aTransaction({ moves: [{ playerId: 12, fromTeamId: null, toTeamId: A }], bid: 5 })
  const trade = aTransaction({
    id: '2',
    kind: 'trade',
    week: 1,
    moves: [
      { playerId: 11, fromTeamId: B, toTeamId: A },
      { playerId: 21, fromTeamId: A, toTeamId: B },
    ],
  })
  const failed = aTransaction({ id: '3', status: 'failed', moves: waiver.moves })
  const story = { ...REFERENCE, lineups, transactions: [waiver, trade, failed] }

  it('finds the best pickup and the best trade of a team', () => {
    expect(bestPickup(story, A)).toMatchObject({ playerId: 12, week: 2, started: 10 })
    expect(bestTrade(story, A)).toMatchObject({ netStarted: 51, week: 1 })
    // A trade that took more than it gave is not a best one.
    expect([bestPickup(story, B), bestTrade(story, B)]).toEqual([null, null])
    expect(cardOf(ownerCards(story, A), 'moves')).toMatchObject({
      value: '+51.0',
      facts: [
        { label: 'Best pickup', value: 'Player 12', note: '+10.0 started, from week 2' },
        { label: 'Best trade', value: 'Player 11', note: '+51.0 started, from week 1' },
      ],
    })
  })

  it('counts what was done, each trade once for each team', () => {
    expect(countMoves(story)).toEqual(
      new Map([
        [A, { pickups: 1, trades: 1 }],
        [B, { pickups: 0, trades: 1 }],
      ]),
    )
    const cards = leagueCards(story)
    expect(cardOf(cards, 'most_moves')).toMatchObject({ value: '1', caption: 'pickup, Anchors' })
    expect(cardOf(cards, 'most_trades')).toMatchObject({ value: '1', caption: 'trade, Anchors and Buoys' })
  })

  it('says how many trades cannot be counted, because their players are not listed', () => {
    const unlisted = aTransaction({ id: '9', kind: 'trade', moves: [] })
    const cards = leagueCards({ ...story, transactions: [...story.transactions, unlisted] })
    expect(cardOf(cards, 'most_trades')).toMatchObject({
      value: '1',
      facts: [{ label: 'ESPN does not list the players', value: '1 trade' }],
    })
  })

  it('leaves a trade out that was reversed', () => {
    const decidedAt = new Date('2024-10-02T12:00:00Z')
    const back = trade.moves.map(({ playerId, fromTeamId, toTeamId }) => ({
      playerId,
      fromTeamId: toTeamId,
      toTeamId: fromTeamId,
    }))
    const undone = { ...trade, decidedAt }
    const undo = aTransaction({ id: '4', kind: 'roster', decidedAt, moves: back })
    expect(bestTrade({ lineups, transactions: [undone, undo] }, A)).toBeNull()
    expect(countMoves({ lineups, transactions: [undone, undo] })).toEqual(new Map())
  })

  it('regrets the bench, but not where the provider sets the lineups', () => {
    expect(cardOf(ownerCards(story, A), 'bench')).toMatchObject({
      value: '375.0',
      weeks: 'Weeks 1–3, 3 lineups',
      // The best lineups would have won both lost games.
      facts: [{ label: 'Would have won', value: '2' }, { value: '16.7%' }, { value: '0' }],
    })
    expect(cardOf(ownerCards(story, C), 'bench')).toBeUndefined()
    expect(cardOf(ownerCards({ ...story, isBestBall: true }, A), 'bench')).toBeUndefined()
  })
})

describe('odds', () => {
  const week = (number: number, playoffs: number, certainty: StoryOdds['teams'][number]['certainty']) => ({
    week: number,
    teams: [{ teamId: A, playoffs, title: playoffs / 4, certainty }],
  })

  it('says when the place was clinched, and how low the odds had been', () => {
    const odds = [week(3, 0.104, null), week(4, 0.998, null), week(5, 1, 'clinched'), week(6, 1, 'clinched')]
    expect(cardOf(ownerCards({ ...REFERENCE, odds }, A), 'odds')).toMatchObject({
      value: 'Week 5',
      caption: 'clinched the playoffs',
      weeks: 'Weeks 3–6',
      facts: [
        { label: 'Lowest playoff odds', value: '10%', note: 'after week 3' },
        { label: 'Highest title odds', value: '25%' },
      ],
      chart: { unit: 'share', lines: [{ name: 'Playoffs' }, { name: 'Title' }] },
    })
  })

  it('says when the race was lost, and never 100% without a proof', () => {
    const odds = [week(3, 0.999, null), week(4, 0.5, null), week(5, 0, 'eliminated')]
    expect(cardOf(ownerCards({ ...REFERENCE, odds }, A), 'odds')).toMatchObject({
      value: 'Week 5',
      caption: 'out of the race',
      facts: [{ label: 'Highest playoff odds', value: '>99%' }, {}],
    })
  })
})

it('makes no set of fewer than three cards, and invents no zeros', () => {
  const season = aRegularSeason([])
  const story = aStory({ ...season, teams: [{ teamId: A, divisionId: null }] })
  expect([ownerCards(story, A), leagueCards(story)]).toEqual([[], []])
  const kinds = [A, B, C, D].flatMap((teamId) => ownerCards(REFERENCE, teamId).map(({ kind }) => kind))
  for (const kind of ['bench', 'moves', 'odds', 'opponents'] as const) expect(kinds).not.toContain(kind)
})

it('gives exactly one best week of the season to somebody, and what only one team has to one team', () => {
  fc.assert(
    fc.property(anyRegularSeason(), (season) => {
      const story = aStory(season)
      const ids = season.teams.map(({ teamId }) => teamId)
      const facts = ids.flatMap((teamId) => onlyFactOf(story, teamId)?.kind ?? [])
      expect(new Set(facts).size).toBe(facts.length)
      for (const teamId of ids) {
        const weeks = extremeWeeks(season, teamId) ?? expect.fail()
        expect(weeks.best.points).toBeGreaterThanOrEqual(weeks.worst.points)
        expect(weeks.best.rank).toBeLessThanOrEqual(weeks.worst.teams)
        const wins = gamesOfTeam(season.games, teamId).filter(({ result }) => result === 1).length
        expect(longestWinStreak(season, teamId).length).toBeLessThanOrEqual(wins)
        const { nemesis, favorite } = rivalsOf(season, teamId)
        if (nemesis !== null) expect(rivalsOf(season, nemesis.teamId).favorite).not.toBeNull()
        if (favorite !== null) expect(favorite.teamId).not.toBe(nemesis?.teamId)
      }
    }),
  )
})

it('does not change when the games come in another order', () => {
  fc.assert(
    fc.property(anyRegularSeason(), (season) => {
      const swapped = season.games.map(({ home, away, result, ...game }) => ({
        ...game,
        home: away,
        away: home,
        result: result === 'tie' ? result : result === 'home' ? ('away' as const) : ('home' as const),
      }))
      expect(leagueCards(aStory({ ...season, games: swapped }))).toEqual(leagueCards(aStory(season)))
    }),
  )
})

function ownerCards(story: SeasonStory, teamId: number) {
  return enoughCards(ownerCardMakers(story, teamId).map((make) => make()))
}

import type { LeagueEvents } from '@fieldhouse/contract/live'
import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { leagueQueryKey } from '../../api/operations.ts'
import {
  buildLineupSlot,
  buildMatchup,
  buildMatchupTeam,
  buildMyMatchupResponse,
  buildScoreboard,
} from '../../testing/matchup-fixtures.ts'
import { buildRoster, buildRosterRow } from '../../testing/roster-fixtures.ts'
import { showScores } from './league-events.ts'

type LiveScores = NonNullable<LeagueEvents['scoreboard']['scores']>

const LEAGUE = 'Harbour'
const [BEFORE, AFTER] = ['2026-11-22T18:00:00.000Z', '2026-11-22T18:01:00.000Z']
const FRESH = { season: 2026, updated_at: BEFORE, last_error: null }

const side = (score: number) => ({
  score,
  proj: score + 20,
  win_chance: 0.5,
  categories: null,
  remaining: null,
})

function buildScores(overrides: Partial<LiveScores> = {}): LiveScores {
  return {
    updated_at: AFTER,
    last_error: null,
    previous_updated_at: BEFORE,
    week: 12,
    lineup_week: 12,
    matchups: [{ id: 5, status: 'Live', state: 'live', result: null, away: side(31.5), home: side(40) }],
    scores: [],
    players: [{ espn_id: 11, proj: 14, actual: 9.25 }],
    changed: [],
    ...overrides,
  }
}

const TIMELINE_POINT = { at: BEFORE, state: 'live', home_score: 35, away_score: 31.5, home_win_chance: 0.4 }

let client: QueryClient
const keyOf = (...key: unknown[]): QueryKey => [...leagueQueryKey(LEAGUE), ...key]
// biome-ignore lint/suspicious/noExplicitAny: the tests read any field of the data
const read = (...key: unknown[]) => client.getQueryData<any>(keyOf(...key))
const show = (scores: LiveScores, season = 2026) => showScores(client, LEAGUE, { season, scores })

beforeEach(() => {
  client = new QueryClient()
  const matchup = { id: 5, away: buildMatchupTeam({ name: 'Cleats' }), home: buildMatchupTeam() }
  client.setQueryData(keyOf('standings', null), { ...FRESH, standings: [] })
  client.setQueryData(
    keyOf('scoreboard', null, null),
    buildScoreboard({ ...FRESH, matchups: [buildMatchup(matchup), buildMatchup()] }),
  )
  const lineup = [
    buildLineupSlot(0, 'Rook Calloway', { espn_id: 11 }),
    buildLineupSlot(20, 'Finn Ashgrove', { espn_id: 12, actual: 3 }),
  ]
  client.setQueryData(
    keyOf('matchup', null, null),
    buildMyMatchupResponse(
      { ...matchup, away: { ...matchup.away, lineup }, home: { ...matchup.home, lineup: null } },
      FRESH,
    ),
  )
  client.setQueryData(
    keyOf('roster', null),
    buildRoster({ ...FRESH, players: [buildRosterRow({ espn_id: 11 }), buildRosterRow({ espn_id: null })] }),
  )
})

function storeTimeline(): void {
  const game = { ...FRESH, week: 12, game_id: 5, facts: null }
  client.setQueryData(keyOf('timeline', 2026, 12, 5), { ...game, points: [TIMELINE_POINT] })
}

describe('scores of an event', () => {
  it('change matchups, lineups, the roster and the time in place', () => {
    expect(show(buildScores())).toEqual([])
    const [matchup, other] = read('scoreboard', null, null).matchups
    expect(matchup).toMatchObject({
      status: 'Live',
      away: { name: 'Cleats', score: 31.5 },
      home: { score: 40 },
    })
    expect(other).toMatchObject({ status: 'Not started', away: { score: null } })
    const mine = read('matchup', null, null).matchup
    expect(mine.away).toMatchObject({ score: 31.5, lineup: [{ proj: 14, actual: 9.25 }, { actual: 3 }] })
    expect(mine.home.lineup).toBe(null)
    expect(read('roster', null).players).toMatchObject([{ proj: 14, actual: 9.25 }, { actual: null }])
    for (const key of [
      ['standings', null],
      ['scoreboard', null, null],
      ['matchup', null, null],
      ['roster', null],
    ])
      expect(read(...key)).toMatchObject({ updated_at: AFTER, last_error: null })
  })

  it('have player cards and team pages read again, which show more than the event', () => {
    const row = buildRosterRow({ espn_id: 11 })
    client.setQueryData(keyOf('roster', 'player', 11, null), {
      ...FRESH,
      week: 12,
      espn_id: 11,
      this_week: row,
    })
    client.setQueryData(keyOf('roster', 'team', 2, null, null), {
      ...FRESH,
      roster: { week: 12, weeks: [12], players: [row] },
    })
    const outdated = [keyOf('roster', 'player', 11, null), keyOf('roster', 'team', 2, null, null)]
    expect(new Set(show(buildScores()))).toEqual(new Set(outdated))
    expect(read('roster', null).players[0]).toMatchObject({ proj: 14, actual: 9.25 })
  })

  it('have transactions and trades read again', () => {
    const { season } = FRESH
    client.setQueryData(keyOf('roster', 'transactions', {}), { pages: [{ season }], pageParams: [null] })
    client.setQueryData(keyOf('roster', 'trade', season, 'id'), { season, sides: [] })
    const outdated = [keyOf('roster', 'transactions', {}), keyOf('roster', 'trade', season, 'id')]
    expect(new Set(show(buildScores()))).toEqual(new Set(outdated))
  })

  it('continue the win probability of the game, by one point per minute', () => {
    storeTimeline()
    const pointAt = (at: string, home_win_chance: number) => ({
      ...TIMELINE_POINT,
      at,
      home_score: 40,
      home_win_chance,
    })
    show(buildScores())
    expect(read('timeline', 2026, 12, 5)).toMatchObject({
      updated_at: AFTER,
      points: [TIMELINE_POINT, pointAt(AFTER, 0.5)],
    })
    const [seconds, matchup] = [
      '2026-11-22T18:01:59.000Z',
      buildScores().matchups[0] as LiveScores['matchups'][number],
    ]
    const matchups = [{ ...matchup, home: { ...matchup.home, win_chance: 0.6 } }]
    show(buildScores({ previous_updated_at: AFTER, updated_at: seconds, matchups }))
    expect(read('timeline', 2026, 12, 5).points).toEqual([TIMELINE_POINT, pointAt(AFTER, 0.6)])
  })

  it('have a timeline read again that missed an event', () => {
    storeTimeline()
    const outdated = show(buildScores({ previous_updated_at: '2026-11-22T18:00:30.000Z' }))
    expect(outdated).toContainEqual(keyOf('timeline', 2026, 12, 5))
  })

  it('reorder the teams of a total points league', () => {
    const team = (team_id: number, score: number) => ({
      team_id,
      name: `${team_id}`,
      logo: null,
      is_mine: false,
      score,
    })
    client.setQueryData(
      keyOf('scoreboard', null, null),
      buildScoreboard({ ...FRESH, scores: [team(1, 50), team(2, 40), team(3, 40)] }),
    )
    show(
      buildScores({
        scores: [
          { team_id: 3, score: 60 },
          { team_id: 2, score: 50 },
          { team_id: 1, score: 50 },
        ],
      }),
    )
    const ids = read('scoreboard', null, null).scores.map((each: { team_id: number }) => each.team_id)
    expect(ids).toEqual([3, 1, 2])
  })

  it('have a roster on screen read again, because it contains more than the event', () => {
    const observer = new QueryObserver(client, {
      queryKey: keyOf('roster', null),
      staleTime: Number.POSITIVE_INFINITY,
    })
    onTestFinished(observer.subscribe(() => undefined))
    expect(show(buildScores())).toEqual([keyOf('roster', null)])
    expect(read('roster', null).players).toMatchObject([{ actual: 9.25 }, {}])
  })

  it('can arrive twice', () => {
    show(buildScores())
    expect(show(buildScores())).toEqual([])
  })

  it.each<[string, Partial<LiveScores>, QueryKey[]]>([
    [
      'what has changed in other ways',
      { changed: ['matchup', 'roster'] },
      [keyOf('matchup', null, null), keyOf('roster', null)],
    ],
    [
      'the standings with everything that has no time of its own',
      { changed: ['season'] },
      [
        keyOf('standings', null),
        ...['meta', 'snapshot', 'summary', 'insights', 'dues'].map((name) => keyOf(name)),
      ],
    ],
    [
      'another week',
      { week: 13, lineup_week: 13 },
      [keyOf('scoreboard', null, null), keyOf('matchup', null, null), keyOf('roster', null)],
    ],
    [
      'everything that missed an event',
      { previous_updated_at: '2026-11-22T18:00:30.000Z' },
      [
        keyOf('standings', null),
        ...['meta', 'snapshot', 'summary', 'insights', 'dues'].map((name) => keyOf(name)),
        keyOf('scoreboard', null, null),
        keyOf('matchup', null, null),
        keyOf('roster', null),
      ],
    ],
  ])('have %s read again', (_, scores, expected) => {
    expect(show(buildScores(scores))).toEqual(expected)
    for (const [, , ...key] of expected) expect(read(...key)?.updated_at).not.toBe(AFTER)
  })

  it('leave an earlier season to be read again', () => {
    client.setQueryData(
      keyOf('scoreboard', 2024, 3),
      buildScoreboard({ season: 2024, week: 12, updated_at: BEFORE }),
    )
    expect(show(buildScores())).toEqual([keyOf('scoreboard', 2024, 3)])
  })

  it('have data read again whose response is older than the event', async () => {
    void client.query({
      queryKey: keyOf('roster', null),
      queryFn: () => new Promise(() => undefined),
      staleTime: 0,
    })
    expect(show(buildScores())).toEqual([keyOf('roster', null)])
  })

  it('have data read again that is already marked as outdated', async () => {
    await client.invalidateQueries({ queryKey: keyOf('matchup'), refetchType: 'none' })
    expect(show(buildScores())).toEqual([keyOf('matchup', null, null)])
  })
})

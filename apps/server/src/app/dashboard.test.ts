import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildGame, buildSeason, buildSide } from '../testing/season-fixture.ts'
import { type Actor, createSocialLeague, type SocialLeague } from '../testing/social-league-fixture.ts'
import { storeWeek } from '../testing/store-week.ts'
import { buildLineup, buildPlayer, buildWeek } from '../testing/week-fixture.ts'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague()
})
afterEach(() => league.testApp.close())

const dashboardOf = async (actor: Actor) => (await league.clients[actor].get('/api/dashboard/')).body

async function refresh(
  games: Parameters<typeof buildGame>[0][],
  overrides: Parameters<typeof buildSeason>[0] = {},
): Promise<void> {
  const { testApp, clients } = league
  testApp.provider.read = () => buildSeason({ games: games.map((game) => buildGame(game)), ...overrides })
  await clients.boss.post('/api/refresh-espn/', { name: 'Harbour', season: 2026 })
  await clients.boss.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'player' })
}

const GAME = {
  gameId: 2,
  period: 2,
  home: buildSide({ teamId: 2 }),
  away: buildSide({ teamId: 1 }),
  result: 'undecided',
} as const

/** Adds a game of the NFL team 12 in week 2. */
async function addKickoff(kickoff: Date): Promise<void> {
  await league.testApp.db
    .insertInto('nfl_games')
    .values({
      game_id: 1,
      season: 2026,
      week: 2,
      home_team_id: 12,
      away_team_id: 13,
      kickoff_at: kickoff.getTime(),
      is_time_set: 1,
      state: 'pre',
      venue_id: null,
      venue_name: null,
      is_neutral: 0,
      is_indoor: 0,
    })
    .execute()
}

/** Moves the clock and keeps all sessions valid. */
async function travelTo(now: Date): Promise<void> {
  league.testApp.clock.now = now
  await league.testApp.db
    .updateTable('sessions')
    .set({ expires_at: now.getTime() + 30 * DAY_MS })
    .execute()
}

const after = (ms: number) => new Date(league.testApp.clock.now.getTime() + ms)

describe('the dashboard', () => {
  it("has the game of the user's team in the current week, and follows each refresh", async () => {
    await refresh([{}, GAME])
    const game = {
      season: 2026,
      week: 2,
      id: 2,
      state: 'before',
      away: { name: 'Anchors', is_mine: true },
      home: { name: 'Buoys', is_mine: false },
    }
    expect((await dashboardOf('player')).games).toMatchObject([{ league: 'Harbour', game }])
    expect((await dashboardOf('viewer')).games).toEqual([])
    await refresh([{}, { ...GAME, result: 'away' }])
    expect((await dashboardOf('player')).games).toMatchObject([{ game: { state: 'final', result: 'away' } }])
  })

  it('asks to fill empty slots and to replace starters who are out, before kickoff only', async () => {
    await refresh([{}, GAME])
    const kickoff = after(2 * HOUR_MS)
    await addKickoff(kickoff)
    const entries = [buildPlayer({ injuryStatus: 'OUT' })]
    const lineup = { ...buildLineup(1, entries), emptySlots: [23] }
    await storeWeek(league.testApp.db, league.leagueId, buildWeek({ week: 2, lineups: [lineup] }))
    expect((await dashboardOf('player')).tasks).toEqual([
      {
        kind: 'lineup',
        league: 'Harbour',
        empty_slots: ['FLEX'],
        players: [{ player: 'Rook Calloway', reason: 'out' }],
      },
    ])
    await travelTo(kickoff)
    expect((await dashboardOf('player')).tasks).toEqual([])
  })

  it('asks for a pick from Tuesday until picks lock', async () => {
    await league.clients.skipper.post('/api/league/Harbour/settings/', { has_betslip: true })
    // A Thursday. Picks lock on Saturday at 22:00 UTC.
    await travelTo(new Date('2026-10-15T12:00:00Z'))
    const task = { kind: 'pick', league: 'Harbour', season: 2026, week: 6, due: '2026-10-17T22:00:00.000Z' }
    expect((await dashboardOf('player')).tasks).toEqual([task])
    await league.clients.player.post('/api/league/Harbour/bets/save/', {
      season: 2026,
      week: 6,
      owner: 'Rosa Field',
      text: 'Bears (-110)',
    })
    expect((await dashboardOf('player')).tasks).toEqual([])
    expect((await dashboardOf('viewer')).tasks).toEqual([task])
    await travelTo(new Date('2026-10-17T22:00:00Z'))
    expect((await dashboardOf('viewer')).tasks).toEqual([])
  })

  it.each([true, false])('asks to vote until the user has, with anonymous votes: %s', async (anonymous) => {
    const closesAt = after(DAY_MS).toISOString()
    const { body } = await league.post('skipper', 'proposals/', {
      question: 'Two keepers?',
      options: ['Yes', 'No'],
      anonymous,
      closes_at: closesAt,
    })
    const task = {
      kind: 'vote',
      league: 'Harbour',
      question: 'Two keepers?',
      post: `proposal-${body.id}`,
      due: closesAt,
    }
    expect((await dashboardOf('player')).tasks).toEqual([task])
    await league.post('player', `proposals/${body.id}/vote/`, { option_id: body.options[0].id })
    expect((await dashboardOf('player')).tasks).toEqual([])
    expect((await dashboardOf('viewer')).tasks).toEqual([task])
  })

  it('counts the pending requests for admins of the league only', async () => {
    await league.clients.stranger.post('/api/request-league/', { league: 'Harbour', message: '' })
    expect((await dashboardOf('skipper')).tasks).toEqual([{ kind: 'requests', league: 'Harbour', count: 1 }])
    expect((await dashboardOf('player')).tasks).toEqual([])
    expect(await dashboardOf('stranger')).toEqual({ games: [], tasks: [], since: null })
  })
})

describe('what happened since the last visit', () => {
  it('is nothing on the first visit, however often the page is reloaded', async () => {
    await league.post('skipper', 'posts/', { content: 'Hello' })
    for (let hour = 0; hour < 6; hour += 1) {
      await travelTo(after(HOUR_MS + MINUTE_MS))
      expect((await dashboardOf('player')).since).toBe(null)
    }
  })

  it('has results, posts, comments and votes from the end of the last visit, until the next one', async () => {
    await dashboardOf('player')
    const lastVisit = league.testApp.clock.now
    const { id } = (await league.post('player', 'posts/', { content: 'Who trades?' })).body
    await league.post('skipper', 'proposals/', {
      question: 'Two keepers?',
      options: ['Yes', 'No'],
      closes_at: after(2 * DAY_MS).toISOString(),
    })
    await travelTo(after(5 * DAY_MS))
    const periods = [
      { period: 1, weeks: [5] },
      { period: 2, weeks: [6] },
    ]
    await refresh([{}, GAME], { calendar: { ...buildSeason().calendar, periods } })
    await league.post('viewer', 'posts/', { content: 'Me' })
    await league.post('viewer', `posts/${id}/comments/`, { body: 'Me' })
    const { since } = await dashboardOf('player')
    expect(since).toEqual({
      at: lastVisit.toISOString(),
      leagues: [
        {
          league: 'Harbour',
          results: [
            {
              season: 2026,
              week: 1,
              game_id: 1,
              outcome: 'win',
              score: 101.5,
              opponent_score: 88.02,
              opponent: 'Buoys',
            },
          ],
          posts: 1,
          comments: 1,
          proposals: 0,
          closed_votes: [{ question: 'Two keepers?', post: expect.stringMatching(/^proposal-\d+$/) }],
          records: [],
          trades: 0,
        },
      ],
    })
    await travelTo(after(2 * HOUR_MS))
    expect((await dashboardOf('player')).since).toEqual(since)
    await travelTo(after(5 * HOUR_MS))
    expect((await dashboardOf('player')).since.leagues).toEqual([])
  })

  it('leaves out what was there before the user joined the league', async () => {
    await dashboardOf('stranger')
    await league.post('skipper', 'posts/', { content: 'Old' })
    await travelTo(after(DAY_MS))
    await league.clients.boss.post('/api/assign-user/', {
      username: 'stranger',
      league: 'Harbour',
      role: 'player',
    })
    expect((await dashboardOf('stranger')).since.leagues).toEqual([])
  })
})

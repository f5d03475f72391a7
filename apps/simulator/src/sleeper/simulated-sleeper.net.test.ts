import { describe, expect, it, onTestFinished } from 'vitest'
import { teamsIn } from '../league/seed-users.ts'
import { simulateLeague } from '../league/simulate-league.ts'
import { startSimulatedProvider } from '../simulated-provider.ts'
import { createReader, type Json, league, SUNDAY } from '../testing/sleeper-reader.ts'
import { leagueIdOf, MOVED_LEAGUE, SHAPED_LEAGUES, type SleeperLeague } from './leagues.ts'

const [DYNASTY, KEEPER, BEST_BALL, DEFENDERS, TWO_WEEKS, EDITED] = SHAPED_LEAGUES as [
  SleeperLeague,
  SleeperLeague,
  SleeperLeague,
  SleeperLeague,
  SleeperLeague,
  SleeperLeague,
]

const read = createReader()
const sum = (points: Iterable<number>) =>
  Math.round([...points].reduce((total, each) => total + each, 0) * 100)

describe('the league after its move', () => {
  it('has the teams, people and results of the same league at ESPN', () => {
    const { finalOrder } = simulateLeague({ seed: 'harbor', season: 2025 })
    const rosters: Json[] = read(league(MOVED_LEAGUE, '/rosters', 2025))
    const users: Json[] = read(league(MOVED_LEAGUE, '/users', 2025))
    const title = read(league(MOVED_LEAGUE, '/winners_bracket', 2025)).find(({ p }: Json) => p === 1)
    const owner = rosters.find(({ roster_id }) => roster_id === title.w).owner_id
    const name = users.find(({ user_id }) => user_id === owner).display_name
    const champion = teamsIn(2025).find(({ teamId }) => teamId === finalOrder[0])?.owners[0]
    expect(name).toBe(`${champion?.firstName}${champion?.lastName}`)
    expect(users.map(({ metadata }) => metadata.team_name).filter(Boolean)).toEqual(
      teamsIn(2025).map(({ name: team }) => team),
    )
  })

  it('is found by username, with every season that has begun', () => {
    const { user_id: id } = read('user/GretaLund')
    expect(read(`user/${id}`)).toMatchObject({ username: 'gretalund', display_name: 'GretaLund' })
    expect(read(`user/${id}/leagues/nfl/2026`)[0]).toMatchObject({
      league_id: leagueIdOf(MOVED_LEAGUE, 2026),
      previous_league_id: leagueIdOf(MOVED_LEAGUE, 2025),
      status: 'in_season',
    })
    expect(read(`user/${id}/leagues/nfl/2027`)).toEqual([])
    expect(read('user/nobody')).toBeNull()
  })

  it('grows its scores on a Sunday, and never shrinks them', () => {
    const scores = ['14:00', '18:20', '20:00', '23:30'].map((time) =>
      read(league(MOVED_LEAGUE, '/matchups/11'), `2026-11-22T${time}:00Z`).map(({ points }: Json) => points),
    )
    for (const [index, later] of scores.slice(1).entries()) {
      const earlier = scores[index] ?? []
      expect(later.every((points: number, team: number) => points >= (earlier[team] ?? 0))).toBe(true)
      expect(later).not.toEqual(earlier)
    }
    for (const row of read(league(MOVED_LEAGUE, '/matchups/11')))
      expect(sum(row.starters_points)).toBe(sum([row.points]))
  })
})

describe('the weeks of a league', () => {
  it('to come are pairs of zeros with the lineups of today', () => {
    const [today, future] = [11, 16].map((week) => read(league(MOVED_LEAGUE, `/matchups/${week}`)))
    expect(future.map(({ starters }: Json) => starters)).toEqual(today.map(({ starters }: Json) => starters))
    expect(new Set(future.map(({ points }: Json) => points))).toEqual(new Set([0]))
    expect(future.every(({ matchup_id }: Json) => matchup_id !== null)).toBe(true)
  })

  it('have a team without a game if their number is odd, and a median for it', () => {
    const rows: Json[] = read(league(DEFENDERS, '/matchups/3'))
    expect(rows).toHaveLength(11)
    expect(rows.filter(({ matchup_id }) => matchup_id === null)).toHaveLength(1)
    const [first] = read(league(DEFENDERS, '/rosters'))
    expect(first.metadata.record).toHaveLength(2 * 10 - 1)
    expect(read(league(DEFENDERS)).roster_positions).toEqual(
      expect.arrayContaining(['DL', 'LB', 'DB', 'IDP_FLEX']),
    )
  })

  it('have no pairs after the last one, and byes in the first round', () => {
    const pairsIn = (week: number) =>
      read(league(MOVED_LEAGUE, `/matchups/${week}`, 2025)).filter(
        ({ matchup_id }: Json) => matchup_id !== null,
      )
    expect([15, 16, 17, 18].map((week) => pairsIn(week).length)).toEqual([8, 12, 8, 0])
  })

  it('have the best lineup in best ball, and empty slots where nobody can play', () => {
    const [row] = read(league(BEST_BALL, '/matchups/4'))
    const { settings } = read(league(BEST_BALL, '/rosters'))[0]
    expect([settings.ppts, settings.ppts_decimal]).toEqual([settings.fpts, settings.fpts_decimal])
    expect(row.players.length).toBeGreaterThan(row.starters.length)
    const starters = Array.from({ length: 17 }, (_, week) =>
      read(league(KEEPER, `/matchups/${week + 1}`, 2025)),
    )
      .flat()
      .flatMap((each: Json) => each.starters ?? [])
    expect(starters).toContain('0')
  })

  it('are gone at the source after the season, where the league loses them', () => {
    expect(read(league(TWO_WEEKS, '/matchups/5', 2025), '2025-12-30T12:00:00Z')).toHaveLength(12)
    expect(read(league(TWO_WEEKS, '/matchups/5', 2025))).toEqual([])
  })
})

describe('the brackets', () => {
  it('are forecasts before the playoffs, and filled round by round', () => {
    const rows = (instant: string) => read(league(MOVED_LEAGUE, '/winners_bracket'), instant)
    const before: Json[] = rows(SUNDAY)
    expect(before.every(({ w, l }) => w === null && l === null)).toBe(true)
    expect(before.filter(({ t1, t2 }) => t1 !== null && t2 !== null)).toHaveLength(2)
    const second: Json[] = rows('2026-12-23T12:00:00Z')
    expect(second.filter(({ w }) => w !== null).map(({ r }) => r)).toEqual([1, 1])
    expect(second.filter(({ r, t1, t2 }) => r === 2 && t1 && t2)).toHaveLength(3)
    expect(rows('2027-01-20T12:00:00Z').every(({ w }: Json) => w !== null)).toBe(true)
  })

  it('let the team with fewer points advance toward last place', () => {
    const points = (week: number) =>
      new Map(
        read(league(MOVED_LEAGUE, `/matchups/${week}`, 2025)).map((row: Json) => [row.roster_id, row.points]),
      )
    const losers: Json[] = read(league(MOVED_LEAGUE, '/losers_bracket', 2025))
    expect(losers).toHaveLength(7)
    for (const { r, w, l } of losers)
      expect(points(14 + r).get(w)).toBeLessThan(points(14 + r).get(l) as number)
  })

  it('do not say where teams come from once a commissioner or reseeding has changed the pairs', () => {
    const origins = (of: SleeperLeague, round: number) =>
      read(league(of, '/winners_bracket', 2025))
        .filter(({ r, p }: Json) => r === round && p === undefined)
        .map((row: Json) => 't1_from' in row || 't2_from' in row)
    expect(origins(MOVED_LEAGUE, 2)).toEqual([true, true])
    expect(origins(KEEPER, 2)).toEqual([false, false])
    expect(origins(EDITED, 2).slice(0, 2)).toEqual([false, false])
    expect(read(league(EDITED)).bracket_overrides_id).not.toBeNull()
  })

  it('name a champion whom a commissioner has given the title', () => {
    const title = read(league(EDITED, '/winners_bracket', 2025)).find(({ p }: Json) => p === 1)
    const rows: Json[] = [16, 17].flatMap((week) => read(league(EDITED, `/matchups/${week}`, 2025)))
    const total = (id: number, field: (row: Json) => number) =>
      sum(rows.filter(({ roster_id }) => roster_id === id).map(field))
    const custom = (row: Json) => row.custom_points ?? row.points
    expect(total(title.w, custom)).toBeGreaterThan(total(title.l, custom))
    expect(total(title.w, ({ points }) => points)).toBeLessThan(total(title.l, ({ points }) => points))
  })
})

describe('drafts and transactions', () => {
  it('keep players in a keeper league, and only draft three rounds in a dynasty', () => {
    const [draft] = read(league(KEEPER, '/drafts'))
    const picks: Json[] = read(`draft/${draft.draft_id}/picks`)
    expect(picks.filter(({ is_keeper }) => is_keeper)).toHaveLength(20)
    expect(new Set(picks.map(({ is_keeper }) => is_keeper))).toEqual(new Set([true, false, null]))
    const spent = picks
      .filter(({ roster_id }) => roster_id === 1)
      .map(({ metadata }) => Number(metadata.amount))
    expect(sum(spent) / 100).toBeGreaterThan(150)
    const [next, current] = read(league(DYNASTY, '/drafts'))
    expect([next.status, next.season, current.type, current.settings.rounds]).toEqual([
      'pre_draft',
      '2027',
      'linear',
      3,
    ])
    const traded = read(`draft/${current.draft_id}/picks`).filter(
      ({ round, draft_slot, roster_id }: Json) => {
        const slots = read(`draft/${current.draft_id}`).slot_to_roster_id
        return round === 2 && slots[draft_slot] !== roster_id
      },
    )
    expect(traded).toHaveLength(2)
  })

  it('can be complete without picks, and have prices of 1', () => {
    const picksOf = (of: SleeperLeague) => read(`draft/${read(league(of)).draft_id}/picks`)
    expect([read(league(TWO_WEEKS, '/drafts'))[0].status, picksOf(TWO_WEEKS)]).toEqual(['complete', []])
    expect(new Set(picksOf(DEFENDERS).map(({ metadata }: Json) => metadata.amount))).toEqual(new Set(['1']))
  })

  it('contain claims, moves by the commissioner, and trades of picks and dollars, as time goes by', () => {
    const rows: Json[] = [1, 2, 4, 5, 10].flatMap((week) => read(league(DYNASTY, `/transactions/${week}`)))
    expect(new Set(rows.map(({ type, status }) => `${type} ${status}`))).toEqual(
      new Set([
        'waiver complete',
        'waiver failed',
        'free_agent complete',
        'commissioner complete',
        'trade complete',
      ]),
    )
    const trades = rows.filter(({ type }) => type === 'trade')
    expect(trades.some(({ roster_ids }) => roster_ids.length === 3)).toBe(true)
    expect(trades.some(({ waiver_budget }) => waiver_budget.length > 0)).toBe(true)
    expect(trades.every(({ adds, drops }) => adds === null && drops === null)).toBe(true)
    expect(read(league(DYNASTY, '/traded_picks')).length).toBeGreaterThan(0)
    expect(read(league(DYNASTY, '/transactions/12'))).toEqual([])
    const ids = rows.map(({ transaction_id }) => transaction_id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('chains', () => {
  it('end with null, "0" or an ID that is unknown, and change owners but not rosters', () => {
    const end = (of: SleeperLeague) => read(league(of, '', of.firstSeason)).previous_league_id
    expect([end(DYNASTY), end(KEEPER)]).toEqual([null, '0'])
    expect(read(`league/${end(DEFENDERS)}`)).toBeNull()
    const ownerOf = (season: number, index: number) => read(league(DYNASTY, '/rosters', season))[index]
    expect(ownerOf(2021, 2).owner_id).not.toBe(ownerOf(2022, 2).owner_id)
    expect(ownerOf(2023, 3).owner_id).toBeNull()
    expect(ownerOf(2026, 1).co_owners).toHaveLength(1)
    expect(read(league(MOVED_LEAGUE, '', 2027))).toBeNull()
  })

  it('are the same for the same seed, and others for another', () => {
    const path = league(DYNASTY, '/matchups/7')
    expect(read(path)).toEqual(createReader()(path))
    expect(read(path)).not.toEqual(createReader('other')(path))
  })

  it('keep the numbers of divisions that a league has given up', () => {
    expect(read(league(TWO_WEEKS)).settings).not.toHaveProperty('divisions')
    expect(read(league(TWO_WEEKS, '/rosters'))[4].settings.division).toBe(2)
    expect(read(league(EDITED)).settings).toMatchObject({
      divisions: 2,
      start_week: 3,
      playoff_round_type: 1,
    })
  })
})

describe('over HTTP', () => {
  async function start() {
    const provider = await startSimulatedProvider({ seed: 'harbor', now: () => new Date(SUNDAY) })
    onTestFinished(() => provider.close())
    return (path: string, init?: RequestInit) => fetch(provider.url + path, init)
  }

  it('shares the clock and the faults with the simulated ESPN', async () => {
    const request = await start()
    const path = `/v1/${league(MOVED_LEAGUE, '/matchups/11')}`
    const before = await (await request(path)).text()
    await request('/__clock', { method: 'PUT', body: '{"now":"2026-11-22T23:30:00Z"}' })
    expect(await (await request(path)).text()).not.toBe(before)
    expect(await (await request('/v1/state/nfl')).json()).toMatchObject({ season: '2026', week: 11, leg: 11 })
    const faults = [
      { path: '/v1/state', null: true },
      { path: '/v1/league', status: 429, retryAfter: 7 },
    ]
    await request('/__faults', { method: 'PUT', body: JSON.stringify(faults) })
    expect(await (await request('/v1/state/nfl')).text()).toBe('null')
    const refused = await request(path)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7'])
  })

  it.each([
    ['/v1/unknown/1', 404, 'application/json;charset=utf-8'],
    ['/v1/league/123/rosters', 200, 'application/json;charset=utf-8'],
    ['/avatars/thumbs/520706c828bf34287299695cc5d2a8df', 200, 'image/png'],
    ['/uploads/INK.jpg', 200, 'image/png'],
    ['/content/nfl/players/4001.jpg', 200, 'image/png'],
    ['/images/team_logos/nfl/was.png', 200, 'image/png'],
    ['/images/team_logos/nfl/xyz.png', 404, 'application/json;charset=utf-8'],
  ])('answers %s with %i', async (path, status, type) => {
    const response = await (await start())(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([status, type])
  })

  it('lists every player once, of whom some are injured', async () => {
    const players: Json = await (await (await start())('/v1/players/nfl')).json()
    expect(Object.keys(players)).toHaveLength(32 * 12)
    expect(players.WAS).toMatchObject({ position: 'DEF', team: 'WAS', injury_status: null })
    expect(Object.values(players).some((player: Json) => player.injury_status === 'IR')).toBe(true)
  })
})

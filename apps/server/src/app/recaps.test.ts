import { pointsFromDecimal } from '@fieldhouse/domain/points'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aGame, aSeason, aSide } from '../testing/a-season.ts'
import { aSocialLeague, type SocialLeague } from '../testing/a-social-league.ts'
import { aLineup, aPlayer, aWeek } from '../testing/a-week.ts'
import { storeWeek } from '../testing/store-week.ts'
import { recaps } from './recaps.ts'

/** Nine o'clock in Chicago on the Tuesday after week 1 of 2026, and a week later. */
const TUESDAY = new Date('2026-09-15T14:00:00Z')
const NEXT_TUESDAY = new Date('2026-09-22T14:00:00Z')

const RECAP = `Week 1: the recap

Anchors 101.5, Buoys 88.0

High score: Anchors, 101.5
Low score: Buoys, 88.0
Closest: Anchors over Buoys, by 13.5

Bench regret: Buoys left 10.0 points on the bench, Wes Tarn with 22.3 among them. The best line-up had 22.3.

Betslip: the parlay of week 2 is on Buoys (88.0)`

let league: SocialLeague
beforeEach(async () => {
  league = await aSocialLeague()
  league.world.clock.now = TUESDAY
})
afterEach(() => league.world.close())

const tell = () => recaps(league.world.db, () => league.world.clock.now).run(AbortSignal.timeout(10_000))

const settings = (body: object) => league.people.skipper.post('/api/league/Harbour/settings/', body)

async function refresh(...more: Parameters<typeof aSeason>): Promise<void> {
  const { provider } = league.world
  provider.read = () => aSeason(...more)
  await league.people.boss.post('/api/refresh-espn/', { name: 'Harbour' })
}

/** Everybody stays signed in. */
async function travelTo(now: Date): Promise<void> {
  league.world.clock.now = now
  await league.world.db
    .updateTable('sessions')
    .set({ expires_at: now.getTime() + 86_400_000 })
    .execute()
}

const aPlayedWeek = (week: number) =>
  aGame({
    gameId: week,
    period: week,
    home: aSide({ teamId: 1, points: pointsFromDecimal(70) }),
    away: aSide({ teamId: 2, points: pointsFromDecimal(90) }),
    result: 'away',
  })

it('is pinned once by the league itself, whatever asks how often', async () => {
  await settings({ has_betslip: true })
  await refresh()
  const bench = aPlayer({ playerId: 22, slotId: 20, name: 'Wes Tarn', points: pointsFromDecimal(22.34) })
  const lineups = [aLineup(1, [aPlayer()]), aLineup(2, [aPlayer({ playerId: 21 }), bench])]
  await storeWeek(
    league.world.db,
    league.leagueId,
    aWeek({ lineups: lineups.map((lineup) => ({ ...lineup, emptySlots: [] })) }),
  )
  await Promise.all([tell(), tell(), tell()])
  expect(await league.feed()).toMatchObject([
    { type: 'post', content: RECAP, user: 'Fieldhouse', by_league: true, pinned: true, can_delete: false },
  ])
  await league.post('player', 'posts/', { content: 'Hear, hear' })
  expect(await league.feed()).toMatchObject([{ by_league: true }, { by_league: false }])
})

it('gives its pin to that of the next week, and comes back to no feed that it was deleted from', async () => {
  await refresh()
  await tell()
  await travelTo(NEXT_TUESDAY)
  await refresh({ games: [aGame(), aPlayedWeek(2)] })
  await tell()
  const feed = await league.feed()
  expect(feed).toMatchObject([
    { content: expect.stringMatching(/^Week 2: the recap\n\nBuoys 90.0, Anchors 70.0\n/), pinned: true },
    { content: expect.stringMatching(/^Week 1/), pinned: false },
  ])
  const path = `posts/${feed[0].id}/`
  expect((await league.remove('player', path)).body.code).toBe('not_allowed')
  expect((await league.post('skipper', `${path}pin/`)).body).toEqual({ pinned: false })
  expect((await league.remove('skipper', path)).status).toBe(200)
  await tell()
  expect(await league.feed()).toHaveLength(1)
})

it('waits for Tuesday and for the last game, and tells no league that does not want it', async () => {
  await refresh({ games: [aGame({ result: 'undecided' })] })
  await tell()
  expect(await league.feed()).toEqual([])
  await refresh()
  league.world.clock.now = new Date(TUESDAY.getTime() - 1)
  await tell()
  expect(await league.feed()).toEqual([])
  await settings({ has_recap: false })
  await travelTo(TUESDAY)
  await tell()
  expect(await league.feed()).toEqual([])
  await settings({ has_recap: true })
  await tell()
  expect(await league.feed()).toHaveLength(1)
})

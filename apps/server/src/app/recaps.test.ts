import { pointsFromDecimal } from '@fieldhouse/domain/points'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildGame, buildSeason, buildSide } from '../testing/season-fixture.ts'
import { createSocialLeague, type SocialLeague } from '../testing/social-league-fixture.ts'
import { storeWeek } from '../testing/store-week.ts'
import { buildLineup, buildPlayer, buildWeek } from '../testing/week-fixture.ts'
import { createRecapJob } from './recaps.ts'

/** 9 AM in Chicago on the Tuesday after week 1 of 2026, and a week later. */
const TUESDAY = new Date('2026-09-15T14:00:00Z')
const NEXT_TUESDAY = new Date('2026-09-22T14:00:00Z')

const RECAP = `Week 1 Recap

Anchors 101.5, Buoys 88.0

High score: Anchors, 101.5
Low score: Buoys, 88.0
Closest: Anchors over Buoys, by 13.5

Bench regret: Buoys left 10.0 points on the bench, including Wes Tarn (22.3). Best possible lineup: 22.3

Betslip: Buoys buys the Week 2 parlay (88.0)`

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague()
  league.testApp.clock.now = TUESDAY
})
afterEach(() => league.testApp.close())

const runRecapJob = () =>
  createRecapJob(league.testApp.db, () => league.testApp.clock.now).run(AbortSignal.timeout(10_000))

const saveSettings = (body: object) => league.clients.skipper.post('/api/league/Harbour/settings/', body)

async function refresh(...overrides: Parameters<typeof buildSeason>): Promise<void> {
  const { provider } = league.testApp
  provider.read = () => buildSeason(...overrides)
  await league.clients.boss.post('/api/refresh-espn/', { name: 'Harbour' })
}

/** Moves the clock and keeps all sessions valid. */
async function travelTo(now: Date): Promise<void> {
  league.testApp.clock.now = now
  await league.testApp.db
    .updateTable('sessions')
    .set({ expires_at: now.getTime() + 86_400_000 })
    .execute()
}

const buildPlayedWeek = (week: number) =>
  buildGame({
    gameId: week,
    period: week,
    home: buildSide({ teamId: 1, points: pointsFromDecimal(70) }),
    away: buildSide({ teamId: 2, points: pointsFromDecimal(90) }),
    result: 'away',
  })

it('posts and pins one recap as the league, even when several instances run the job', async () => {
  await saveSettings({ has_betslip: true })
  await refresh()
  const bench = buildPlayer({ playerId: 22, slotId: 20, name: 'Wes Tarn', points: pointsFromDecimal(22.34) })
  const lineups = [buildLineup(1, [buildPlayer()]), buildLineup(2, [buildPlayer({ playerId: 21 }), bench])]
  await storeWeek(
    league.testApp.db,
    league.leagueId,
    buildWeek({ lineups: lineups.map((lineup) => ({ ...lineup, emptySlots: [] })) }),
  )
  await Promise.all([runRecapJob(), runRecapJob(), runRecapJob()])
  expect(await league.feed()).toMatchObject([
    { type: 'post', content: RECAP, user: 'Fieldhouse', by_league: true, pinned: true, can_delete: false },
  ])
  await league.post('player', 'posts/', { content: 'Hear, hear' })
  const [recap, other] = await league.feed()
  expect([recap, other]).toMatchObject([{ by_league: true }, { by_league: false }])
  // So that the page can offer its picture.
  expect([recap?.['recap'], other?.['recap']]).toEqual([{ season: 2026, week: 1 }, undefined])
})

it('moves the pin to the next recap, and does not repost a deleted one', async () => {
  await refresh()
  await runRecapJob()
  await travelTo(NEXT_TUESDAY)
  await refresh({ games: [buildGame(), buildPlayedWeek(2)] })
  await runRecapJob()
  const feed = await league.feed()
  expect(feed).toMatchObject([
    { content: expect.stringMatching(/^Week 2 Recap\n\nBuoys 90.0, Anchors 70.0\n/), pinned: true },
    { content: expect.stringMatching(/^Week 1/), pinned: false },
  ])
  const path = `posts/${feed[0].id}/`
  expect((await league.remove('player', path)).body.code).toBe('not_allowed')
  expect((await league.post('skipper', `${path}pin/`)).body).toEqual({ pinned: false })
  expect((await league.remove('skipper', path)).status).toBe(200)
  await runRecapJob()
  expect(await league.feed()).toHaveLength(1)
})

it('waits for Tuesday and the last game, and skips leagues that turned recaps off', async () => {
  await refresh({ games: [buildGame({ result: 'undecided' })] })
  await runRecapJob()
  expect(await league.feed()).toEqual([])
  await refresh()
  league.testApp.clock.now = new Date(TUESDAY.getTime() - 1)
  await runRecapJob()
  expect(await league.feed()).toEqual([])
  await saveSettings({ has_recap: false })
  await travelTo(TUESDAY)
  await runRecapJob()
  expect(await league.feed()).toEqual([])
  await saveSettings({ has_recap: true })
  await runRecapJob()
  expect(await league.feed()).toHaveLength(1)
})

import { pointsFromDecimal } from '@fieldhouse/domain/points'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJobContext } from '../testing/job-context.ts'
import { buildGame, buildSeason, buildSide } from '../testing/season-fixture.ts'
import { createSocialLeague, type SocialLeague } from '../testing/social-league-fixture.ts'
import { storeWeek } from '../testing/store-week.ts'
import { buildLineup, buildPlayer, buildWeek } from '../testing/week-fixture.ts'
import { createRecapJob } from './jobs.ts'

/** 9 AM in Chicago on the Tuesday after week 1 of 2026, and a week later. */
const TUESDAY = new Date('2026-09-15T14:00:00Z')
const NEXT_TUESDAY = new Date('2026-09-22T14:00:00Z')

const LISTS = `Anchors 101.5, Buoys 88.0

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
  createRecapJob(createJobContext(league.testApp.db, () => league.testApp.clock.now)).run(
    AbortSignal.timeout(10_000),
  )

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
    {
      type: 'post',
      content: expect.stringMatching(/^Week 1 Recap\n\n/),
      user: 'Fieldhouse',
      by_league: true,
      pinned: true,
      can_delete: false,
    },
  ])
  const [{ content }] = await league.feed()
  expect(content.endsWith(`\n\n${LISTS}`)).toBe(true)
  await league.post('player', 'posts/', { content: 'Hear, hear' })
  const [recap, other] = await league.feed()
  expect([recap, other]).toMatchObject([{ by_league: true }, { by_league: false }])
  // So that the page can show it as a card, and offer its picture.
  expect([recap?.['recap'], other?.['recap']]).toMatchObject([
    { season: 2026, week: 1, card: { title: 'Week 1 Recap', games: [{ score: '101.5', against: '88.0' }] } },
    undefined,
  ])
})

it('moves the pin to the next recap, and does not repost a deleted one', async () => {
  await refresh()
  await runRecapJob()
  await travelTo(NEXT_TUESDAY)
  await refresh({ games: [buildGame(), buildPlayedWeek(2)] })
  await runRecapJob()
  const feed = await league.feed()
  expect(feed).toMatchObject([
    {
      content: expect.stringMatching(/^Week 2 Recap\n\n(?:.|\n)+\n\nBuoys 90.0, Anchors 70.0\n/),
      pinned: true,
    },
    { content: expect.stringMatching(/^Week 1/), pinned: false },
  ])
  const path = `posts/${feed[0].id}/`
  expect((await league.remove('player', path)).body.code).toBe('not_allowed')
  expect((await league.post('skipper', `${path}pin/`)).body).toEqual({ pinned: false })
  expect((await league.remove('skipper', path)).status).toBe(200)
  await runRecapJob()
  expect(await league.feed()).toHaveLength(1)
})

it('leaves the pin to the latest week when an earlier recap is posted after it', async () => {
  await travelTo(NEXT_TUESDAY)
  await refresh({ games: [buildGame(), buildPlayedWeek(2)] })
  await runRecapJob()
  await travelTo(TUESDAY)
  await runRecapJob()
  expect(await league.feed()).toMatchObject([
    { content: expect.stringMatching(/^Week 2/), pinned: true },
    { content: expect.stringMatching(/^Week 1/), pinned: false },
  ])
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

it('posts the recaps of the other leagues when one cannot be written', async () => {
  await refresh()
  const { db } = league.testApp
  const damaged = { id: -1, name: 'Damaged', name_key: 'damaged', espn_league_id: 4712, has_betslip: 0 }
  await db
    .insertInto('leagues')
    .values({ ...damaged, created_at: 0 })
    .execute()
  const season = { season: 2026, is_finished: 0, current_week: 2 } as const
  const source = { source: 'espn', depth: 'scores', fetched_at: TUESDAY.getTime() } as const
  await db
    .insertInto('seasons')
    .values({ league_id: -1, ...season, ...source, document: '{}' })
    .execute()
  await expect(runRecapJob()).rejects.toThrow('1 of 2 recaps could not be written')
  expect(await league.feed()).toMatchObject([{ content: expect.stringMatching(/^Week 1 Recap/) }])
})

const previewRecap = async (query = '') =>
  (await league.clients.skipper.get(`/api/league/Harbour/recap/preview/${query}`)).body.recap

it('posts the sections that the admins have chosen, and previews any without posting', async () => {
  expect(await previewRecap()).toBe(null)
  await refresh()
  expect((await previewRecap()).awards).toHaveLength(3)
  expect(await league.feed()).toEqual([])
  expect((await saveSettings({ recap_sections: [] })).status).toBe(400)
  const saved = await saveSettings({ recap_sections: ['standings', 'results'] })
  expect(saved.body.settings.recap_sections).toEqual(['results', 'standings'])
  const { acts } = (await league.clients.boss.get('/api/audit/?action=league.settings')).body
  expect(acts[0].detail).toEqual({ recapSections: 'results,standings' })
  expect((await previewRecap()).awards).toEqual([])
  expect((await previewRecap('?sections=awards')).games).toEqual([])
  expect(
    (await league.clients.skipper.get('/api/league/Harbour/recap/preview/?sections=scores')).status,
  ).toBe(400)
  await runRecapJob()
  const [{ recap }] = await league.feed()
  expect(recap.card).toEqual(await previewRecap())
})

it('keeps the posted recap when scores are corrected later', async () => {
  await refresh()
  await runRecapJob()
  const before = await league.feed()
  await refresh({ games: [buildGame({ home: buildSide({ teamId: 1, points: pointsFromDecimal(180) }) })] })
  await runRecapJob()
  expect(await league.feed()).toEqual(before)
})

it('shows recaps of 0.1.0, which are texts only, without a card', async () => {
  await refresh()
  await runRecapJob()
  await league.testApp.db.updateTable('recaps').set({ document: null }).execute()
  await league.post('player', 'posts/', { content: 'A change, so that the feed is read again' })
  const [{ recap, content }] = await league.feed()
  expect([recap, content.slice(0, 12)]).toEqual([{ season: 2026, week: 1 }, 'Week 1 Recap'])
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPhoto } from '../../testing/media-files.ts'
import { postFiles } from '../../testing/multipart-form.ts'
import { type Actor, createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague()
})
afterEach(() => league.testApp.close())

const POST_KEY = '0b7a8f3e-1c55-4d0a-9a57-3f0f8a2a6f10'

const setSlowMode = (seconds: number, actor: Actor = 'skipper') =>
  league.post(actor, 'slow-mode/', { seconds })
const write = (actor: Actor, content: string, key?: string) =>
  league.post(actor, 'posts/', { content, ...(key === undefined ? {} : { key }) })
const upload = async (actor: Actor = 'player') =>
  postFiles(league.clients[actor], '/api/league/Harbour/social/media/', [
    { name: 'us.jpg', content: await createPhoto() },
  ])
const stateFor = async (actor: Actor) => (await league.get(actor, 'feed/')).body.slow_mode

it('makes members wait between posts, proposals and comments, and says how long', async () => {
  expect((await setSlowMode(300)).status).toBe(200)
  const { body: post } = await write('player', 'First')
  league.advanceClock(60_000)
  const attempts = [
    await write('player', 'Second'),
    await league.post('player', `posts/${post.id}/comments/`, { body: 'And' }),
    await league.post('player', `items/${post.id}/comments/?type=post`, { body: 'And' }),
    await league.post('player', 'proposals/', { question: 'More?', options: ['Yes', 'No'] }),
    await upload(),
  ]
  for (const { status, body, headers } of attempts)
    expect([status, body, headers['retry-after']]).toEqual([
      429,
      {
        error: 'Slow mode is on. You can write again in 4 minutes.',
        code: 'too_many_attempts',
      },
      '240',
    ])
  expect((await league.post('viewer', `posts/${post.id}/comments/`, { body: 'Me' })).status).toBe(200)
  league.advanceClock(240_000)
  expect((await write('player', 'Second')).status).toBe(200)
})

it('tells each member when they may write again', async () => {
  expect(await stateFor('player')).toBeUndefined()
  await setSlowMode(60)
  expect(await stateFor('player')).toEqual({ seconds: 60, next_at: null })
  await write('player', 'First')
  const nextAt = new Date(league.testApp.clock.now.getTime() + 60_000).toISOString()
  expect(await stateFor('player')).toEqual({ seconds: 60, next_at: nextAt })
  expect(await stateFor('viewer')).toEqual({ seconds: 60, next_at: null })
})

it('exempts admins', async () => {
  await setSlowMode(3600)
  for (const actor of ['skipper', 'boss'] as const)
    for (const text of ['One', 'Two']) expect((await write(actor, text)).status).toBe(200)
  expect(await stateFor('skipper')).toEqual({ seconds: 3600, next_at: null })
})

it('returns a post that was sent again', async () => {
  await setSlowMode(3600)
  const { body } = await write('player', 'First', POST_KEY)
  expect((await write('player', 'First', POST_KEY)).body.id).toBe(body.id)
})

it('allows several files within a minute', async () => {
  await setSlowMode(300)
  expect((await upload()).status).toBe(200)
  league.advanceClock(20_000)
  expect((await upload()).status).toBe(200)
  league.advanceClock(41_000)
  expect((await upload()).status).toBe(429)
})

it('lets one of two comments at the same time pass', async () => {
  const { body: post } = await write('skipper', 'First')
  await setSlowMode(300)
  const responses = await Promise.all(
    ['One', 'Two', 'Three'].map((body) => league.post('player', `posts/${post.id}/comments/`, { body })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 429, 429])
})

it('is changed with an entry in the audit log', async () => {
  for (const seconds of [-1, 45, 7200]) expect((await setSlowMode(seconds)).body.code).toBe('invalid_input')
  await setSlowMode(60)
  await setSlowMode(60)
  expect((await league.get('skipper', 'reports/')).body.slow_mode_seconds).toBe(60)
  await setSlowMode(0)
  expect(await stateFor('player')).toBeUndefined()
  const rows = await league.testApp.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'feed.slow_mode')
    .orderBy('id')
    .execute()
  expect(rows.map(({ detail }) => JSON.parse(detail))).toEqual([{ seconds: 60 }, { seconds: 0 }])
})

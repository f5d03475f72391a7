import { DAY_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../database/engine/database.ts'
import { createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'
import { startApp } from '../../testing/start-app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { accountsCleanupJob } from '../accounts/sign-in.ts'

const KEY = '0b7a8f3e-1c55-4d0a-9a57-3f0f8a2a6f10'

let database: TestDatabase
let league: SocialLeague
let cleanups: (() => Promise<unknown>)[]
beforeEach(async () => {
  database = await createTestDatabase()
  league = await createSocialLeague({}, { database })
  cleanups = [() => league.testApp.close(), () => database.drop()]
})
afterEach(async () => {
  for (const close of cleanups) await close()
})

const send = (body: object = {}) =>
  league.post('player', 'posts/', { content: 'From the train', key: KEY, ...body })

describe('a post with a key', () => {
  it('is created once, however often it is sent, and however late', async () => {
    const { edit, ...first } = (await send()).body
    expect((await send()).body).toEqual({ ...first, edit })
    league.advanceClock(DAY_MS)
    // A day later, only the permission to edit it is gone.
    expect((await send()).body).toEqual(first)
    expect((await send({ content: 'Another text with the same key' })).body).toEqual(first)
    expect(await league.feed()).toHaveLength(1)
  })

  it('is created once when two processes receive it at the same time', async () => {
    const db = connect(database.address)
    const second = await startApp({}, { database: { ...database, db } })
    cleanups.unshift(async () => {
      await second.close()
      await db.destroy()
    })
    const other = second.client()
    for (const [name, value] of league.clients.player.cookies) other.cookies.set(name, value)
    const responses = await Promise.all(
      [1, 2, 3].flatMap(() => [
        send(),
        other.post('/api/league/Harbour/social/posts/', { content: 'From the train', key: KEY }),
      ]),
    )
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect(await league.feed()).toHaveLength(1)
  })

  it('is another post for another person, and with another key', async () => {
    await send()
    await league.post('viewer', 'posts/', { content: 'From the train', key: KEY })
    await send({ key: '3d2f1a60-52a1-4c1b-8a53-0b9b0b3f7c11' })
    expect(await league.feed()).toHaveLength(3)
  })

  it('is not created again after it was deleted', async () => {
    const { body } = await send()
    await league.remove('player', `posts/${body.id}/`)
    expect(await send()).toMatchObject({ status: 404, body: { code: 'item_not_found' } })
    expect(await league.feed()).toEqual([])
  })

  it('stores no key for a post that is rejected', async () => {
    expect((await send({ content: 'x'.repeat(5001) })).status).toBe(400)
    expect((await send({ key: 'twice' })).status).toBe(400)
    expect(await league.testApp.db.selectFrom('post_keys').selectAll().execute()).toEqual([])
    expect((await send()).status).toBe(200)
  })
})

it('deletes keys of posts after 30 days', async () => {
  const { db, clock } = league.testApp
  await send()
  const runAfter = (ms: number) => {
    const at = new Date(clock.now.getTime() + ms)
    return accountsCleanupJob(db, () => at).run(new AbortController().signal)
  }
  const countKeys = async () => (await db.selectFrom('post_keys').selectAll().execute()).length
  await runAfter(30 * DAY_MS - 1)
  expect(await countKeys()).toBe(1)
  await runAfter(30 * DAY_MS)
  expect(await countKeys()).toBe(0)
})

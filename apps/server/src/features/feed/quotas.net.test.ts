import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listFiles } from '../../testing/list-files.ts'
import { createVideo } from '../../testing/media-files.ts'
import { postFiles } from '../../testing/multipart-form.ts'
import { type Actor, createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'

const MB = 1024 * 1024
const VIDEO_BYTES = 900_000

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague({
    MAX_UPLOAD_MB: 1,
    MAX_MEDIA_MB_PER_PERSON: 2,
    MAX_MEDIA_MB_PER_LEAGUE: 3,
  })
})
afterEach(() => league.testApp.close())

const upload = (actor: Actor, count = 1) =>
  postFiles(
    league.clients[actor],
    '/api/league/Harbour/social/media/',
    Array.from({ length: count }, (_, index) => ({
      name: `${index}.mp4`,
      content: createVideo('mp4', VIDEO_BYTES),
    })),
  )

const countFiles = () => listFiles(league.testApp.mediaFolder).length

describe('the space for uploads', () => {
  it('is limited for one person', async () => {
    expect((await upload('player', 2)).status).toBe(200)
    const { status, body } = await upload('player')
    expect([status, body]).toEqual([
      507,
      {
        error:
          'Your images and videos use all the space that one person may use. Delete some of them and try again.',
        code: 'person_storage_full',
      },
    ])
    expect(countFiles()).toBe(2)
    expect((await upload('viewer')).status).toBe(200)
  })

  it('is limited for a league', async () => {
    for (const actor of ['player', 'viewer', 'boss'] as const) expect((await upload(actor)).status).toBe(200)
    const { status, body } = await upload('skipper')
    expect([status, body.code]).toEqual([507, 'league_storage_full'])
    expect(countFiles()).toBe(3)
  })

  it('stores none of several files if they do not fit together', async () => {
    expect((await upload('player', 3)).body.code).toBe('person_storage_full')
    expect([countFiles(), await league.feed()]).toEqual([0, []])
  })

  it('is enough for only some of several uploads at the same time', async () => {
    const responses = await Promise.all(Array.from({ length: 4 }, () => upload('player')))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 507, 507])
    expect(countFiles()).toBe(2)
  })

  it('rejects an upload before it is received when no space is left', async () => {
    await upload('player', 2)
    await league.testApp.db.updateTable('feed_media').set({ size: MB }).execute()
    const response = await league.clients.player.post('/api/league/Harbour/social/media/', 'no form', {
      'content-type': 'multipart/form-data; boundary=x',
    })
    expect([response.status, response.body.code]).toEqual([507, 'person_storage_full'])
  })

  it('is free again after a deletion', async () => {
    const { body } = await upload('player', 2)
    await league.remove('player', `media/${body.items[0].id}/`)
    expect((await upload('player')).status).toBe(200)
  })

  it('is shown to league admins for each person, largest first', async () => {
    await upload('viewer')
    await upload('player', 2)
    const response = await league.clients.skipper.get('/api/league/Harbour/storage/')
    expect(response.body).toEqual({
      used_bytes: 3 * VIDEO_BYTES,
      limit_bytes: 3 * MB,
      person_limit_bytes: 2 * MB,
      people: [
        { username: 'player', used_bytes: 2 * VIDEO_BYTES },
        { username: 'viewer', used_bytes: VIDEO_BYTES },
      ],
    })
  })
})

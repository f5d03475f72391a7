import { DAY_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileStore } from '../../media/file-store.ts'
import { listFiles } from '../../testing/list-files.ts'
import { createPhoto, createVideo } from '../../testing/media-files.ts'
import { postFiles } from '../../testing/multipart-form.ts'
import { type Actor, createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'
import type { TestResponse } from '../../testing/start-app.ts'
import { mediaCleanupJob } from './media.ts'

const UPLOAD_URL = '/api/league/Harbour/social/posts/media/'
const POST_KEY = '0b7a8f3e-1c55-4d0a-9a57-3f0f8a2a6f10'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague({ MAX_UPLOAD_MB: 1, MAX_MEDIA_MB_PER_PERSON: 2 })
})
afterEach(() => league.testApp.close())

const photo = async () => ({ name: 'us.jpg', content: await createPhoto() })
const video = (length?: number) => ({ name: 'us.mp4', content: createVideo('mp4', length) })

/** Uploads files for a post, and returns their keys. */
async function uploadAll(
  files: { name: string; content: Uint8Array<ArrayBuffer> }[],
  actor: Actor = 'player',
) {
  const { status, body } = await postFiles(league.clients[actor], UPLOAD_URL, files)
  expect([status, body.error]).toEqual([200, undefined])
  return (body.media as { key: string }[]).map(({ key }) => key)
}

const upload = async (actor: Actor = 'player') => uploadAll([await photo()], actor)

const createPost = (keys: string[], body: object = {}, actor: Actor = 'player'): Promise<TestResponse> =>
  league.post(actor, 'posts/', { content: '', media: keys.map((key) => ({ key })), ...body })

const countFiles = () => listFiles(league.testApp.mediaFolder).length

describe('a post with media', () => {
  it('shows its files in order, with captions and what they show', async () => {
    const { body } = await postFiles(league.clients.player, UPLOAD_URL, [await photo(), video()])
    expect(body).toEqual({
      media: [
        { key: expect.any(String), kind: 'image', content_type: 'image/jpeg', width: 40, height: 60 },
        { key: expect.any(String), kind: 'video', content_type: 'video/mp4', width: null, height: null },
      ],
    })
    const [image, clip] = body.media as [{ key: string }, { key: string }]
    const media = [
      { key: clip.key, caption: ' The catch ', alt_text: 'A one-handed catch' },
      { key: image.key, caption: '', alt_text: '' },
    ]
    const { body: post } = await league.post('player', 'posts/', { content: 'Game day', media })
    const url = (id: number) => `/api/league/Harbour/social/media/${id}/file`
    const [first, second] = post.media as [{ id: number }, { id: number }]
    expect(post).toMatchObject({ type: 'post', content: 'Game day', version: 1 })
    expect(post.media).toEqual([
      {
        id: first.id,
        kind: 'video',
        url: url(first.id),
        content_type: 'video/mp4',
        width: null,
        height: null,
        caption: 'The catch',
        alt_text: 'A one-handed catch',
      },
      {
        id: second.id,
        kind: 'image',
        url: url(second.id),
        content_type: 'image/jpeg',
        width: 40,
        height: 60,
        caption: '',
        alt_text: '',
      },
    ])
    const { edit, ...shared } = post
    expect(await league.feed('viewer')).toEqual([{ ...shared, can_delete: false }])
    expect(edit).toMatchObject({ version: 1 })
    expect((await league.clients.viewer.get(url(second.id))).status).toBe(200)
  })

  it('needs no text, but a text or a file', async () => {
    expect((await createPost(await upload())).body).toMatchObject({ content: '' })
    const { status, body } = await createPost([])
    expect([status, body.fields]).toEqual([400, { content: 'Write something first.' }])
  })

  it('has at most ten different files', async () => {
    const [key = ''] = await upload()
    expect((await createPost([key, key])).body.fields).toEqual({ media: 'Each file must be different.' })
    const keys = Array.from({ length: 11 }, (_, index) => POST_KEY.replace(/..$/, String(index + 10)))
    expect((await createPost(keys)).body.fields).toEqual({ media: 'Add at most 10 files.' })
  })

  it('contains only files that its author has uploaded for this league and not posted yet', async () => {
    const [mine = ''] = await upload()
    const theirs = await upload('viewer')
    for (const keys of [[mine, ...theirs], [POST_KEY]]) {
      const { status, body } = await createPost(keys)
      expect([status, body.code]).toEqual([404, 'media_not_found'])
    }
    // The file of a post that was rejected can still be posted, once.
    expect(await league.feed()).toEqual([])
    expect((await createPost([mine])).status).toBe(200)
    expect((await createPost([mine])).body.code).toBe('media_not_found')
    await league.clients.boss.post('/api/create-league/', { name: 'Island', espn_league_id: 4712 })
    await league.clients.boss.post('/api/assign-user/', {
      username: 'viewer',
      league: 'Island',
      role: 'player',
    })
    const elsewhere = await league.clients.viewer.post('/api/league/Island/social/posts/', {
      content: '',
      media: [{ key: theirs[0] }],
    })
    expect(elsewhere.body.code).toBe('media_not_found')
    await league.clients.viewer.delete(`/api/league/Island/social/posts/media/${theirs[0]}/`)
    expect((await createPost(theirs, {}, 'viewer')).status).toBe(200)
  })

  it('is created once, however often it is sent with the same key', async () => {
    const keys = await upload()
    const responses = await Promise.all([1, 2, 3].map(() => createPost(keys, { key: POST_KEY })))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
    expect(await league.feed()).toHaveLength(1)
  })

  it('is listed once, and its files only in it', async () => {
    await createPost(await uploadAll([await photo(), await photo()]))
    expect((await league.feed()).map(({ type }) => type)).toEqual(['post'])
    expect(await league.feed('player', '?type=media')).toEqual([])
  })
})

describe('a file of a post', () => {
  it('can be opened, liked and commented on like an upload', async () => {
    const { body: post } = await createPost(await upload(), { content: 'Game day' })
    const id = post.media[0].id
    expect((await league.post('viewer', `items/${id}/like/?type=media`)).body).toEqual({
      liked: true,
      likes_count: 1,
    })
    await league.post('viewer', `items/${id}/comments/?type=media`, { body: 'What a day' })
    expect((await league.get('viewer', `items/${id}/?type=media`)).body.item).toMatchObject({
      type: 'media',
      liked: true,
      likes_count: 1,
      comments_count: 1,
      caption: '',
      alt_text: '',
    })
    expect(await league.feed()).toMatchObject([{ likes_count: 0, comments_count: 0 }])
  })

  it('disappears from the post when it is deleted', async () => {
    const { body: post } = await createPost(await uploadAll([await photo(), await photo()]))
    expect(countFiles()).toBe(4)
    expect((await league.remove('viewer', `media/${post.media[0].id}/`)).status).toBe(403)
    await league.remove('player', `media/${post.media[0].id}/`)
    expect(await league.feed()).toMatchObject([
      { id: post.id, version: 2, media: [{ id: post.media[1].id }] },
    ])
    expect(countFiles()).toBe(2)
  })

  it('takes the post with it if that has nothing else', async () => {
    const { body: post } = await createPost(await upload())
    await league.remove('skipper', `media/${post.media[0].id}/`)
    expect([await league.feed(), countFiles()]).toEqual([[], 0])
    const { body: withText } = await createPost(await upload(), { content: 'Game day' })
    await league.remove('player', `media/${withText.media[0].id}/`)
    const [{ media, content }] = (await league.feed()) as [TestResponse['body']]
    expect([media, content]).toEqual([undefined, 'Game day'])
  })

  it('is deleted with the post', async () => {
    const { body: post } = await createPost(await uploadAll([await photo(), video()]))
    await league.remove('player', `posts/${post.id}/`)
    expect(countFiles()).toBe(0)
    expect(await league.testApp.db.selectFrom('feed_items').selectAll().execute()).toEqual([])
  })

  it('is announced with the post, and by name of the post when it is deleted', async () => {
    const { body: post } = await createPost(await uploadAll([await photo(), await photo()]))
    const [first] = post.media as [{ id: number }]
    await league.remove('player', `media/${first.id}/`)
    const events = await league.testApp.db
      .selectFrom('league_events')
      .select('data')
      .where('name', '=', 'feed')
      .orderBy('id')
      .execute()
    expect(events.map(({ data }) => JSON.parse(data))).toEqual([
      { change: 'added', type: 'post', id: post.id, version: 1 },
      { change: 'removed', type: 'media', id: first.id, version: 2 },
      { change: 'changed', type: 'post', id: post.id, version: 2, fields: ['media'] },
    ])
  })
})

describe('a file that is not part of a post', () => {
  it('counts for the space of its person', async () => {
    await uploadAll([video(900_000), video(900_000)])
    const { status, body } = await postFiles(league.clients.player, UPLOAD_URL, [video(900_000)])
    expect([status, body.code]).toEqual([507, 'person_storage_full'])
  })

  it('can be discarded by its person alone', async () => {
    const [key = ''] = await upload()
    expect((await league.remove('viewer', `posts/media/${key}/`)).status).toBe(200)
    expect(countFiles()).toBe(2)
    const { status, body } = await league.remove('player', `posts/media/${key}/`)
    expect([status, body, countFiles()]).toEqual([200, { message: 'Upload deleted.' }, 0])
    expect((await createPost([key])).body.code).toBe('media_not_found')
  })

  it('stays when it is discarded after it was posted', async () => {
    const [key = ''] = await upload()
    await createPost([key])
    await league.remove('player', `posts/media/${key}/`)
    expect([countFiles(), (await league.feed()).length]).toEqual([2, 1])
  })

  it('is deleted after a day, with its row', async () => {
    const { testApp } = league
    await upload()
    const cleanUp = () =>
      mediaCleanupJob(testApp.db, fileStore(testApp.mediaFolder), () => testApp.clock.now).run(
        new AbortController().signal,
      )
    await cleanUp()
    expect(countFiles()).toBe(2)
    // Files have the time of the machine, whatever the clock of the application says.
    testApp.clock.now = new Date(Math.max(Date.now(), testApp.clock.now.getTime()) + DAY_MS + 1000)
    await cleanUp()
    expect([countFiles(), await testApp.db.selectFrom('media_drafts').selectAll().execute()]).toEqual([0, []])
  })
})

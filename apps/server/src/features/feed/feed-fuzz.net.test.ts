import { ErrorBody } from '@fieldhouse/contract/errors'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAnimatedImage, createPhoto, createPicture, createVideo } from '../../testing/media-files.ts'
import { postFiles } from '../../testing/multipart-form.ts'
import { createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'
import type { TestResponse } from '../../testing/start-app.ts'

/** Makes every run generate the same cases. A failure prints the seed and the path of its case. */
const SEED = 20_261_011
const CASE_COUNT = 2200

let league: SocialLeague
let samples: Uint8Array<ArrayBuffer>[]
beforeAll(async () => {
  league = await createSocialLeague({ MAX_UPLOAD_MB: 1 })
  const pictures = ['png', 'webp', 'avif'] as const
  samples = [
    await createPhoto(24, 16),
    await createAnimatedImage('gif'),
    createVideo('mp4', 600),
    createVideo('webm', 600),
    ...(await Promise.all(
      pictures.map(async (type) => Buffer.from(await createPicture(24, 16).toFormat(type).toBuffer())),
    )),
  ]
  await league.post('player', 'posts/', { content: 'first' })
  await league.post('player', 'proposals/', { question: 'Second?', options: ['Yes', 'No'] })
})
afterAll(() => league.testApp.close())

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    'x'.repeat(5000),
    '👩‍👩‍👧'.repeat(700),
    '\u202e\ufeff',
    "'; drop table users; --",
    '{{7*7}}',
    '<svg/onload=a()>',
  ),
)
const anyValue = fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: fc.jsonValue() })

const postRequest = fc.oneof(
  fc.record({ path: fc.constant('posts/'), body: fc.record({ content: anyValue }) }),
  fc.record({ path: fc.constant('posts/1/comments/'), body: fc.record({ body: anyValue }) }),
  fc.record({
    path: fc.constant('proposals/'),
    body: fc.record(
      {
        question: anyValue,
        options: fc.oneof(fc.array(text, { maxLength: 14 }), fc.jsonValue()),
        anonymous: fc.oneof(fc.boolean(), fc.jsonValue()),
        closes_at: fc.oneof(
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
          anyValue,
        ),
      },
      { requiredKeys: ['question'] },
    ),
  }),
  fc.record({
    path: fc.nat(4).map((id) => `proposals/${id}/vote/`),
    body: fc.record({ option_id: fc.oneof(fc.integer(), fc.jsonValue()) }),
  }),
)

const byteChange = fc.record({ at: fc.nat(100_000), to: fc.nat(255) })
const file = fc.oneof(
  fc.record({
    sample: fc.nat(6),
    changes: fc.array(byteChange, { maxLength: 8 }),
    length: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.uint8Array({ maxLength: 300 }),
)
const upload = fc.record({ name: text, file })

function toContent(
  generated: Uint8Array | { sample: number; changes: { at: number; to: number }[]; length: number },
) {
  if (generated instanceof Uint8Array) return Uint8Array.from(generated)
  const { sample, changes, length } = generated
  const bytes = Uint8Array.from(samples[sample] ?? [])
  // Half of the files keep their full length, so that the parser reaches the changed bytes.
  const content = length > 0.5 ? bytes : bytes.subarray(0, Math.floor(bytes.length * 2 * length))
  for (const { at, to } of changes) if (content.length > 0) content[at % content.length] = to
  return Uint8Array.from(content)
}

async function countRows(): Promise<number> {
  const tables = ['feed_items', 'item_comments', 'anonymous_votes', 'proposal_votes'] as const
  const counts = await Promise.all(
    tables.map((table) =>
      league.testApp.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow(),
    ),
  )
  return counts.reduce((sum, count) => sum + count.rows, 0)
}

async function expectResponse(
  sendRequest: () => Promise<TestResponse>,
  statuses: readonly number[],
): Promise<void> {
  // Stay below the rate limits.
  league.advanceClock(10 * 60_000)
  const before = await countRows()
  const { status, body } = await sendRequest()
  expect(statuses, JSON.stringify(body)).toContain(status)
  if (status === 200) return
  expect(ErrorBody.strict().safeParse(body).error).toBe(undefined)
  expect(await countRows()).toBe(before)
}

it('handles any text, file name, and file without an unhandled error and stores nothing it rejects', {
  timeout: 300_000,
}, async () => {
  const cases = fc.oneof({ weight: 3, arbitrary: postRequest }, { weight: 2, arbitrary: upload })
  await fc.assert(
    fc.asyncProperty(cases, async (generated) => {
      if ('path' in generated)
        await expectResponse(
          () => league.post('player', generated.path, generated.body),
          [200, 400, 404, 423],
        )
      else {
        const files = [{ name: generated.name.toWellFormed(), content: toContent(generated.file) }]
        const url = '/api/league/Harbour/social/media/'
        await expectResponse(() => postFiles(league.clients.player, url, files), [200, 413, 415])
      }
    }),
    { seed: SEED, numRuns: CASE_COUNT },
  )
  const response = await league.get('player', 'feed/?limit=100')
  expect(response.status).toBe(200)
  expect(response.body.items.length).toBeGreaterThanOrEqual(100)
})

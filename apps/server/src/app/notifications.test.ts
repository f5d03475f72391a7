import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smtpMailer } from '../mail/smtp-mailer.ts'
import { aSeason } from '../testing/a-season.ts'
import { type Actor, aSocialLeague, type SocialLeague } from '../testing/a-social-league.ts'
import { aLineup, aPlayer, aWeek } from '../testing/a-week.ts'
import { type MessageBox, messageBox } from '../testing/message-box.ts'
import { type PostOffice, postOffice } from '../testing/post-office.ts'
import { pushBrowser, signedClaims } from '../testing/push-browser.ts'
import { storeWeek } from '../testing/store-week.ts'
import { notifications } from './notifications.ts'

const KEY = 'a secret key of at least 32 bytes'
const NOTIFICATIONS = '/api/notifications/'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let league: SocialLeague
let box: MessageBox
let office: PostOffice
beforeEach(async () => {
  box = await messageBox()
  office = await postOffice()
  league = await aSocialLeague({ PUSH_ANYWHERE: true, SMTP_URL: office.url })
})
afterEach(async () => {
  await league.world.close()
  await Promise.all([box[Symbol.asyncDispose](), office.close()])
})

/** As the job does it each minute. */
function look(secretKey = KEY): Promise<void> {
  return notifications({
    db: league.world.db,
    settings: { secretKey, PUSH_ANYWHERE: true },
    mailer: smtpMailer(office.url, 'desk@league.example'),
    publicAddress: () => 'https://league.example',
    now: () => league.world.clock.now,
  }).run(AbortSignal.timeout(10_000))
}

async function letTell(who: Actor, path = who as string) {
  const browser = pushBrowser(`${box.url}${path}`)
  const answer = await league.people[who].post(`${NOTIFICATIONS}devices/`, browser.subscription)
  return { browser, answer }
}

const save = (who: Actor, body: object) => league.people[who].post(NOTIFICATIONS, body)
const shown = async (who: Actor) => (await league.people[who].get(NOTIFICATIONS)).body
const propose = () =>
  league.post('skipper', 'proposals/', { question: 'Two keepers?', options: ['Yes', 'No'] })
const paths = () => box.arrived.map(({ path }) => path.slice(1)).sort()

async function travelTo(now: Date): Promise<void> {
  league.world.clock.now = now
  await league.world.db
    .updateTable('sessions')
    .set({ expires_at: now.getTime() + 30 * 24 * HOUR_MS })
    .execute()
}

describe('what a person is told', () => {
  it('is chosen by kind and by way, for this person alone', async () => {
    expect(await shown('player')).toEqual({
      kinds: ['pick', 'starter', 'proposal', 'comment'].map((kind) => ({ kind, push: true, mail: false })),
      quiet: null,
      mail: 'no_address',
      devices: [],
      public_key: expect.stringMatching(/^[\w-]{87}$/),
    })
    const quiet = { begins: '22:00', ends: '07:30', time_zone: 'America/Chicago' }
    const saved = await save('player', { kinds: [{ kind: 'comment', push: false, mail: true }], quiet })
    expect(saved.body.notifications.kinds.at(-1)).toEqual({ kind: 'comment', push: false, mail: true })
    expect((await shown('player')).quiet).toEqual(quiet)
    expect((await save('player', { quiet: null })).body.notifications.quiet).toBe(null)
    expect((await shown('viewer')).kinds.at(-1)).toEqual({ kind: 'comment', push: true, mail: false })
    for (const wrong of [
      { quiet: { ...quiet, begins: '24:00' } },
      { quiet: { ...quiet, time_zone: 'Mars/Olympus' } },
      { kinds: [{ kind: 'weather', push: true, mail: true }] },
    ])
      expect((await save('player', wrong)).body.code).toBe('invalid_input')
  })

  it('has browsers that are one person’s each, ten of them, with keys that fit', async () => {
    const { browser } = await letTell('player', 'shared')
    const refused = { ...browser.subscription, p256dh: 'A'.repeat(87) }
    expect((await league.people.player.post(`${NOTIFICATIONS}devices/`, refused)).body.code).toBe(
      'invalid_input',
    )
    await league.people.viewer.post(`${NOTIFICATIONS}devices/`, browser.subscription)
    expect((await shown('player')).devices).toEqual([])
    expect((await shown('viewer')).devices).toEqual([browser.subscription.endpoint])
    const remove = (who: Actor) =>
      league.people[who].post(`${NOTIFICATIONS}devices/remove/`, { endpoint: browser.subscription.endpoint })
    await remove('player')
    expect((await shown('viewer')).devices).toHaveLength(1)
    await remove('viewer')
    for (let one = 0; one < 12; one += 1) {
      league.later()
      await letTell('viewer', `${one}`)
    }
    expect((await shown('viewer')).devices).toEqual(
      Array.from({ length: 10 }, (_, index) => `${box.url}${index + 2}`),
    )
  })
})

describe('a push message', () => {
  it('is read by the browser alone, signed by this product, and sent once', async () => {
    const { browser } = await letTell('player')
    await letTell('skipper')
    await letTell('stranger')
    await propose()
    await Promise.all([look(), look(), look()])
    await look()
    expect(paths()).toEqual(['player'])
    const [arrived] = box.arrived
    if (arrived === undefined) throw new Error('nothing has arrived')
    expect(browser.read(arrived.body)).toEqual({
      title: 'A new proposal in Harbour',
      body: 'skipper: Two keepers?',
      tag: 'Harbour proposal 1',
      league: 'Harbour',
      tab: 'League Social',
    })
    expect(arrived.body.toString('latin1')).not.toContain('keepers')
    const { key, claims } = signedClaims(arrived.headers.authorization ?? '')
    expect(key).toBe((await shown('player')).public_key)
    expect(claims).toMatchObject({ aud: box.url.slice(0, -1), sub: 'https://league.example' })
    expect(arrived.headers).toMatchObject({ ttl: String(12 * 3600), 'content-encoding': 'aes128gcm' })
  })

  it('goes to nobody who did not choose it, and to no gone browser again', async () => {
    await letTell('player')
    await letTell('viewer')
    await save('viewer', { kinds: [{ kind: 'proposal', push: false, mail: false }] })
    box.answers({ status: 410 })
    await propose()
    await look()
    expect(paths()).toEqual(['player'])
    expect((await shown('player')).devices).toEqual([])
    expect((await shown('viewer')).devices).toHaveLength(1)
  })

  it('goes to no browser that was signed out of', async () => {
    await letTell('player')
    await letTell('viewer')
    await propose()
    await league.people.player.post('/api/logout/')
    await look()
    expect(paths()).toEqual(['viewer'])
  })

  it('is tried again later where the push service is busy, until it says nothing new', async () => {
    await letTell('player')
    await propose()
    box.answers({ status: 429, headers: { 'retry-after': '300' } })
    await look()
    league.later(4 * MINUTE_MS)
    await look()
    expect(box.arrived).toHaveLength(1)
    league.later(MINUTE_MS)
    box.answers({ status: 503 })
    await look()
    expect(box.arrived).toHaveLength(2)
    await travelTo(new Date(league.world.clock.now.getTime() + 13 * HOUR_MS))
    await look()
    expect(box.arrived).toHaveLength(2)
    expect(await league.world.db.selectFrom('notifications').selectAll().execute()).toEqual([])
  })

  it('waits for the end of quiet hours', async () => {
    await letTell('player')
    // It is 13:30 in Chicago.
    await save('player', { quiet: { begins: '13:00', ends: '15:00', time_zone: 'America/Chicago' } })
    await propose()
    await look()
    league.later(89 * MINUTE_MS)
    await look()
    expect(box.arrived).toEqual([])
    league.later(MINUTE_MS)
    await look()
    expect(paths()).toEqual(['player'])
  })

  it('is sent under new keys, to browsers that know them, when the server’s key is lost', async () => {
    await letTell('player')
    const before = (await shown('player')).public_key
    await propose()
    await look('another key of at least 32 bytes')
    expect(box.arrived).toEqual([])
    const row = await league.world.db.selectFrom('server_keys').selectAll().executeTakeFirstOrThrow()
    expect(row.public_key).not.toBe(before)
    expect(row.private_key).toMatch(/^v1\./)
    expect((await league.world.db.selectFrom('push_subscriptions').selectAll().execute()).length).toBe(0)
  })
})

describe('what is told', () => {
  it('is a comment, to whoever wrote the post, also by letter', async () => {
    await league.people.player.post('/api/account/', {
      email: 'rosa@league.example',
      current_password: 'player-has-a-secret',
      first_name: 'Rosa',
      last_name: 'Field',
    })
    await save('player', { kinds: [{ kind: 'comment', push: false, mail: true }] })
    await letTell('viewer')
    const { id } = (await league.post('player', 'posts/', { content: 'Who trades?' })).body
    await league.post('player', `posts/${id}/comments/`, { body: 'Nobody?' })
    await league.post('viewer', `posts/${id}/comments/`, { body: 'Me & <you>' })
    await look()
    const letter = await office.letter()
    expect(letter.envelope.to).toEqual(['rosa@league.example'])
    expect(letter.subject).toBe('viewer commented on your post')
    expect(letter.text).toContain('Harbour: Me & <you>')
    expect(letter.html).toContain('Me &amp; &lt;you&gt;')
    const endedAt = 'https://league.example/?route=account'
    expect(letter.text).toContain(`To choose others, or to end them: ${endedAt}`)
    expect(letter.html).toContain(`<a href="${endedAt}">`)
    expect(letter.headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe', value: `<${endedAt}>` }),
    )
    expect(box.arrived).toEqual([])
  })

  it('is a pick that is missing, three hours before the week locks', async () => {
    await league.people.skipper.post('/api/league/Harbour/settings/', { has_betslip: true })
    // Week 5 of 2026 locks on 10 October at 22:00.
    await travelTo(new Date('2026-10-10T18:59:00Z'))
    for (const who of ['player', 'viewer'] as const) await letTell(who)
    await league.people.player.post('/api/league/Harbour/bets/save/', {
      season: 2026,
      week: 5,
      owner: 'Rosa Field',
      text: 'KC -3 -110',
    })
    await look()
    expect(box.arrived).toEqual([])
    league.later(MINUTE_MS)
    await look()
    expect(paths()).toEqual(['viewer'])
  })

  it('is a starter who is out, to whose team it is', async () => {
    const { world, people } = league
    world.provider.read = () => aSeason()
    await people.boss.post('/api/refresh-espn/', { name: 'Harbour' })
    await people.boss.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'player' })
    await storeWeek(
      world.db,
      league.leagueId,
      aWeek({ week: 2, lineups: [aLineup(1, [aPlayer({ injuryStatus: 'OUT' })])] }),
    )
    const kickoff = world.clock.now.getTime() + 2 * HOUR_MS
    await world.db
      .insertInto('nfl_games')
      .values({
        game_id: 1,
        season: 2026,
        week: 2,
        home_team_id: 12,
        away_team_id: 13,
        kickoff_at: kickoff,
        is_time_set: 1,
        state: 'pre',
        venue_id: null,
        venue_name: null,
        is_neutral: 0,
        is_indoor: 0,
      })
      .execute()
    const { browser } = await letTell('player')
    await letTell('viewer')
    await look()
    expect(paths()).toEqual(['player'])
    expect(browser.read(box.arrived[0]?.body ?? Buffer.alloc(0))).toMatchObject({
      title: 'Rook Calloway is out',
      body: 'Starts at QB for Anchors in Harbour, week 2.',
      tab: 'Roster',
    })
  })
})

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noMailer } from '../mail/mail.ts'
import { createPhoto } from '../testing/media-files.ts'
import { postFiles } from '../testing/multipart-form.ts'
import { runNow } from '../testing/run-jobs.ts'
import { buildSeason } from '../testing/season-fixture.ts'
import { type Actor, createSocialLeague, type SocialLeague } from '../testing/social-league-fixture.ts'
import { SAMPLE_S2, SAMPLE_SWID } from '../testing/valid-requests.ts'
import { notificationJobKinds } from './jobs.ts'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague()
})
afterEach(() => league.testApp.close())

/** Runs the recurring job once, as the runner does each minute. */
async function runJob(): Promise<void> {
  const kinds = notificationJobKinds({
    db: league.testApp.db,
    settings: { secretKey: 'a secret key of at least 32 bytes', PUSH_ANYWHERE: false },
    mailer: noMailer({ warn: () => undefined }),
    mailPool: { slots: 1 },
    publicUrl: () => 'https://league.example',
    now: () => league.testApp.clock.now,
  })
  for (const kind of kinds) if (kind.schedule !== undefined) await runNow(kind)
}

const inboxOf = async (actor: Actor, query = '') =>
  (await league.clients[actor].get(`/api/inbox/${query}`)).body
const titlesOf = async (actor: Actor) =>
  (await inboxOf(actor)).items.map(({ title }: { title: string }) => title)
const unreadOf = async (actor: Actor) => (await league.clients[actor].get('/api/inbox/unread/')).body
const read = (actor: Actor, body: object) => league.clients[actor].post('/api/inbox/read/', body)

/** Moves the clock and keeps all sessions valid. */
async function wait(ms: number): Promise<void> {
  league.advanceClock(ms)
  await league.testApp.db
    .updateTable('sessions')
    .set({ expires_at: league.testApp.clock.now.getTime() + 100 * DAY_MS })
    .execute()
}

async function createPost(actor: Actor, content = 'Who trades?'): Promise<number> {
  return (await league.post(actor, 'posts/', { content })).body.id
}

describe('the inbox', () => {
  it('has an item for a comment on my post that opens the post', async () => {
    const id = await createPost('player')
    await league.post('viewer', `posts/${id}/comments/`, { body: 'Me!' })
    await league.post('player', `posts/${id}/comments/`, { body: 'Nobody?' })
    await runJob()
    await runJob()
    expect(await inboxOf('player')).toEqual({
      items: [
        {
          id: expect.any(Number),
          kind: 'comment',
          league: 'Harbour',
          title: 'viewer commented on your post',
          body: 'Harbour: Me!',
          at: league.testApp.clock.now.toISOString(),
          is_read: false,
          target: {
            tab: 'league social',
            season: null,
            week: null,
            game: null,
            view: null,
            post: `post-${id}`,
          },
        },
      ],
      next: null,
    })
    expect(await titlesOf('viewer')).toEqual([])
    expect((await unreadOf('player')).count).toBe(1)
  })

  it('has items for likes of and comments on my pictures and proposals', async () => {
    const { body } = await postFiles(league.clients.player, '/api/league/Harbour/social/media/', [
      { name: 'us.jpg', content: await createPhoto() },
    ])
    const proposal = (await league.post('player', 'proposals/', { question: 'More?', options: ['a', 'b'] }))
      .body
    for (const item of [body.items[0], proposal]) {
      await league.post('viewer', `items/${item.id}/comments/?type=${item.type}`, { body: 'Nice' })
      await league.post('viewer', `items/${item.id}/like/?type=${item.type}`)
    }
    await runJob()
    const { items } = await inboxOf('player')
    const opened = items.map((item: { title: string; target: { post: string } }) => [
      item.title,
      item.target.post,
    ])
    expect(new Map(opened)).toEqual(
      new Map([
        ['viewer commented on your picture', `media-${body.items[0].id}`],
        ['viewer commented on your proposal', `proposal-${proposal.id}`],
        ['viewer liked your picture', `media-${body.items[0].id}`],
        ['viewer liked your proposal', `proposal-${proposal.id}`],
      ]),
    )
  })

  it('has one item for a reply, for the author of the comment and for that of the post', async () => {
    const id = await createPost('player')
    const { body: first } = await league.post('viewer', `posts/${id}/comments/`, { body: 'The rookie' })
    const { body: own } = await league.post('player', `posts/${id}/comments/`, { body: 'Me' })
    await league.post('skipper', `posts/${id}/comments/`, { body: 'Never', reply_to: first.id })
    await league.post('skipper', `posts/${id}/comments/`, { body: 'Sure', reply_to: own.id })
    await league.post('viewer', `posts/${id}/comments/`, { body: 'To myself', reply_to: first.id })
    await runJob()
    expect((await titlesOf('viewer')).toSorted()).toEqual(['skipper replied to your comment'])
    expect((await titlesOf('player')).toSorted()).toEqual([
      'skipper commented on your post',
      'skipper replied to your comment',
      'viewer commented on your post',
      'viewer commented on your post',
    ])
  })

  it('groups the likes of a post, follows their number and becomes unread with a new one', async () => {
    const id = await createPost('player')
    await league.post('viewer', `posts/${id}/like/`)
    await runJob()
    expect(await titlesOf('player')).toEqual(['viewer liked your post'])
    const comment = await league.post('viewer', `posts/${id}/comments/`, { body: 'And' })
    await runJob()
    expect(await titlesOf('player')).toEqual(['viewer commented on your post', 'viewer liked your post'])
    await league.remove('viewer', `posts/${id}/comments/${comment.body.id}/`)
    await read('player', { until: league.testApp.clock.now.toISOString() })
    expect((await unreadOf('player')).count).toBe(0)
    await wait(MINUTE_MS)
    await league.post('skipper', `posts/${id}/like/`)
    await league.post('player', `posts/${id}/like/`)
    await wait(1000)
    await runJob()
    await runJob()
    expect(await titlesOf('player')).toEqual(['skipper and viewer liked your post'])
    expect((await unreadOf('player')).count).toBe(1)
    await wait(13 * HOUR_MS)
    await league.post('boss', `posts/${id}/like/`)
    await runJob()
    expect(await titlesOf('player')).toEqual(['boss and 2 others liked your post'])
    for (const actor of ['viewer', 'skipper', 'boss'] as const) await league.post(actor, `posts/${id}/like/`)
    expect([await titlesOf('player'), (await unreadOf('player')).count]).toEqual([[], 0])
  })

  it('reminds members who have not voted before a vote closes, also of anonymous ones', async () => {
    const closesAt = new Date(league.testApp.clock.now.getTime() + DAY_MS).toISOString()
    const create = async (anonymous: boolean) =>
      (
        await league.post('skipper', 'proposals/', {
          question: anonymous ? 'In secret?' : 'In the open?',
          options: ['Yes', 'No'],
          anonymous,
          closes_at: closesAt,
        })
      ).body
    for (const anonymous of [false, true]) {
      const proposal = await create(anonymous)
      await league.post('viewer', `proposals/${proposal.id}/vote/`, { option_id: proposal.options[0].id })
    }
    await wait(11 * HOUR_MS)
    await runJob()
    expect(await titlesOf('player')).toEqual([])
    await wait(2 * HOUR_MS)
    await runJob()
    const items = (await inboxOf('player')).items
    expect(items.map(({ kind, body }: Record<string, string>) => [kind, body])).toEqual([
      ['vote', "You haven't voted yet: In secret?"],
      ['vote', "You haven't voted yet: In the open?"],
    ])
    expect(await titlesOf('viewer')).toEqual([])
  })

  it('tells the admins of a league that a refresh failed, once a day', async () => {
    const { db, clock } = league.testApp
    const fail = () =>
      db
        .insertInto('jobs')
        .values({
          kind: 'refresh',
          league_id: league.leagueId,
          payload: '{}',
          status: 'failed',
          priority: 0,
          run_at: 0,
          step: 'ESPN needs new cookies.',
          created_at: clock.now.getTime(),
          ended_at: clock.now.getTime(),
        })
        .execute()
    await fail()
    await fail()
    await runJob()
    expect((await inboxOf('skipper')).items).toMatchObject([
      { kind: 'job', title: 'A refresh of Harbour failed', target: { tab: 'admin' } },
    ])
    expect(await titlesOf('player')).toEqual([])
  })

  const requestAccess = (message = '') =>
    league.clients.stranger.post('/api/request-league/', { league: 'Harbour', message })
  const decide = (decision: 'approve' | 'reject') =>
    league.clients.skipper.post(`/api/league-requests/${decision}/`, { username: 'stranger' })

  it('tells the admins of a league who wants to join it, until one of them decides', async () => {
    expect((await unreadOf('skipper')).requests).toBe(0)
    await requestAccess('You know me.')
    await runJob()
    await runJob()
    expect((await inboxOf('skipper')).items).toMatchObject([
      {
        kind: 'request',
        title: 'stranger wants to join Harbour',
        body: 'You know me.',
        target: { tab: 'admin' },
      },
    ])
    expect(await unreadOf('skipper')).toMatchObject({ count: 1, requests: 1 })
    expect((await unreadOf('boss')).requests).toBe(1)
    for (const actor of ['player', 'stranger'] as const)
      expect(await unreadOf(actor)).toMatchObject({ count: 0, requests: 0 })
    await decide('reject')
    expect(await unreadOf('skipper')).toMatchObject({ count: 0, requests: 0 })
  })

  it.each([
    ['approve', "You're in Harbour"],
    ['reject', 'Your request to join Harbour was rejected'],
  ] as const)('tells the person who asked that an admin decided to %s', async (decision, title) => {
    await requestAccess()
    await decide(decision)
    await runJob()
    await runJob()
    const { items } = await inboxOf('stranger')
    expect(items).toMatchObject([{ kind: 'access', league: 'Harbour', title, target: { tab: 'overview' } }])
    expect((await unreadOf('stranger')).count).toBe(1)
    await read('stranger', { id: items[0].id })
    expect((await unreadOf('stranger')).count).toBe(0)
    expect(await titlesOf('player')).toEqual([])
  })

  it('tells the other admins of a league what one of them opened, as long as they are admins', async () => {
    const { skipper, boss } = league.clients
    const open = (path: string, body: object) => skipper.post(`/api/league/Harbour/${path}/`, body)
    await open('invites', { days: 7 })
    await open('public-link', { shows_owners: true })
    await open('public-link/settings', { shows_owners: false })
    await open('webhook', { address: 'http://127.0.0.1:9/api/webhooks/1/token' })
    await open('espn-credentials', { swid: SAMPLE_SWID, s2: SAMPLE_S2, force: true })
    await runJob()
    await runJob()
    const titles = [
      'skipper created an invite link for 7 days',
      'skipper turned on the public link at a new address, with the names of owners',
      'skipper changed the public link, now with team names only',
      'skipper set up a recap webhook (discord)',
      'skipper saved ESPN cookies',
    ]
    expect((await titlesOf('boss')).toSorted()).toEqual(titles.toSorted())
    expect((await inboxOf('boss')).items).toContainEqual(
      expect.objectContaining({
        kind: 'link',
        title: titles[0],
        body: 'Harbour: you can undo it in Admin Tools.',
        target: expect.objectContaining({ tab: 'admin' }),
      }),
    )
    for (const actor of ['skipper', 'player'] as const) expect(await titlesOf(actor)).toEqual([])
    await boss.post('/api/assign-user/', { username: 'boss', league: 'Harbour', role: 'player' })
    expect(await titlesOf('boss')).toEqual([])
  })

  it('tells people who made them a member, or changed their role', async () => {
    const assign = (username: string, role: string) =>
      league.clients.skipper.post('/api/assign-user/', { username, league: 'Harbour', role })
    await assign('stranger', 'player')
    await assign('viewer', 'admin')
    await assign('skipper', 'admin')
    await runJob()
    await runJob()
    expect((await inboxOf('stranger')).items).toMatchObject([
      {
        kind: 'access',
        league: 'Harbour',
        title: "You're a player in Harbour",
        body: 'skipper added you. You can leave the league on your account page.',
        target: { tab: 'overview' },
      },
    ])
    expect((await inboxOf('viewer')).items).toMatchObject([
      { title: "You're an admin in Harbour", body: 'skipper changed your role.' },
    ])
    for (const actor of ['skipper', 'player'] as const) expect(await titlesOf(actor)).toEqual([])
  })

  it('tells somebody who became a member with a team, but no member who gets a team', async () => {
    const { testApp, clients } = league
    testApp.provider.read = () => buildSeason()
    await clients.boss.post('/api/refresh-espn/', { name: 'Harbour' })
    for (const [index, username] of ['stranger', 'player'].entries())
      await clients.boss.post('/api/league/Harbour/assign-team/', { league_team_id: index + 1, username })
    await runJob()
    expect(await titlesOf('stranger')).toEqual(["You're a player in Harbour"])
    expect(await titlesOf('player')).toEqual([])
  })

  it('tells a person the newest decision only', async () => {
    await requestAccess()
    await decide('reject')
    await wait(1000)
    await requestAccess()
    await decide('approve')
    await runJob()
    expect(await titlesOf('stranger')).toEqual(["You're in Harbour"])
  })

  it('tells a person whose claim was undone, and nothing to one who joined without an approval', async () => {
    const { skipper, stranger } = league.clients
    await requestAccess()
    await wait(1000)
    const link = (await skipper.post('/api/league/Harbour/invites/', {})).body
    const code = link.path.replace('/join/', '')
    await stranger.post('/api/invites/accept/', { code, league_team_id: null })
    await runJob()
    expect(await titlesOf('stranger')).toEqual([])
    const claim = { link: link.created.id, username: 'stranger' }
    await skipper.post('/api/league/Harbour/invites/undo/', claim)
    await runJob()
    expect(await titlesOf('stranger')).toEqual(['Your place in Harbour was taken back'])
  })

  it('leaves out the kinds that the user turned off', async () => {
    await league.clients.player.post('/api/notifications/', {
      kinds: [{ kind: 'comment', push: true, mail: false, inbox: false }],
    })
    const id = await createPost('player')
    await league.post('viewer', `posts/${id}/comments/`, { body: 'Me!' })
    await runJob()
    expect(await titlesOf('player')).toEqual([])
  })

  it('loses what the user may no longer see: removed posts and comments, and leagues that they left', async () => {
    const [kept, removed] = [await createPost('player', 'One'), await createPost('player', 'Two')]
    await league.post('viewer', `posts/${removed}/comments/`, { body: 'On a removed post' })
    const comment = (await league.post('viewer', `posts/${kept}/comments/`, { body: 'Removed' })).body
    await league.post('viewer', `posts/${kept}/comments/`, { body: 'Kept' })
    await runJob()
    await league.remove('player', `posts/${removed}/`)
    await league.remove('viewer', `posts/${kept}/comments/${comment.id}/`)
    const items = async () => (await inboxOf('player')).items.map(({ body }: { body: string }) => body)
    expect(await items()).toEqual(['Harbour: Kept'])
    await league.clients.skipper.post('/api/league/Harbour/members/remove/', { username: 'player' })
    expect([await items(), (await unreadOf('player')).count]).toEqual([[], 0])
  })

  it('is read in pages, newest first, and marks one item or all up to a time as read', async () => {
    const id = await createPost('player')
    for (let index = 1; index <= 32; index += 1) {
      await league.post('viewer', `posts/${id}/comments/`, { body: `${index}` })
      await wait(1000)
      await runJob()
    }
    const first = await inboxOf('player')
    const second = await inboxOf('player', `?after=${first.next}`)
    const bodies = [...first.items, ...second.items].map(({ body }: { body: string }) => body)
    expect(bodies).toEqual(Array.from({ length: 32 }, (_, index) => `Harbour: ${32 - index}`))
    expect([first.items.length, second.next]).toEqual([30, null])
    await read('player', { id: first.items[0].id })
    expect((await unreadOf('player')).count).toBe(31)
    const response = await read('player', { until: first.items[5].at })
    expect(response.body.count).toBe(4)
    expect((await inboxOf('player', '?after=nonsense')).code).toBe('invalid_input')
  })

  it('belongs to one user', async () => {
    const id = await createPost('player')
    await league.post('viewer', `posts/${id}/comments/`, { body: 'Me!' })
    await runJob()
    const [item] = (await inboxOf('player')).items
    await read('viewer', { id: item.id })
    expect((await unreadOf('player')).count).toBe(1)
  })

  it('keeps items for 60 days', async () => {
    const id = await createPost('player')
    await league.post('viewer', `posts/${id}/comments/`, { body: 'Me!' })
    await runJob()
    await wait(59 * DAY_MS)
    await runJob()
    expect(await titlesOf('player')).toHaveLength(1)
    await wait(2 * DAY_MS)
    await runJob()
    expect(await league.testApp.db.selectFrom('notifications').selectAll().execute()).toEqual([])
  })

  it('goes with the account', async () => {
    const id = await createPost('player')
    await league.post('viewer', `posts/${id}/comments/`, { body: 'Me!' })
    await league.clients.player.post('/api/league/Harbour/visits/', { tab: 'betslip' })
    await runJob()
    await league.clients.player.post('/api/account/delete/', {
      current_password: 'player-has-a-secret',
      username: 'player',
    })
    const { db } = league.testApp
    const left = await Promise.all(
      (['notifications', 'tab_visits', 'visits'] as const).map((table) =>
        db.selectFrom(table).select('user_id').execute(),
      ),
    )
    const { id: userId } = await db
      .selectFrom('users')
      .select('id')
      .where('username', 'like', 'former@%')
      .executeTakeFirstOrThrow()
    expect(left.flat().map(({ user_id }) => user_id)).not.toContain(userId)
  })
})

describe('a tab with something new', () => {
  it('is reported until the user has seen it, not for their own posts and not to a new member', async () => {
    const social = [{ league: 'Harbour', tab: 'league social' }]
    await createPost('viewer')
    await league.testApp.db
      .updateTable('memberships')
      .set({ created_at: league.testApp.clock.now.getTime() })
      .execute()
    expect((await unreadOf('player')).tabs).toEqual([])
    await wait(1000)
    await createPost('viewer', 'Anybody else?')
    expect((await unreadOf('player')).tabs).toEqual(social)
    expect((await unreadOf('viewer')).tabs).toEqual([])
    const visit = await league.clients.player.post('/api/league/Harbour/visits/', { tab: 'league social' })
    expect(visit.body).toEqual({ count: 0, tabs: [], requests: 0, reports: 0 })
    await wait(1000)
    await createPost('skipper')
    expect((await unreadOf('player')).tabs).toEqual(social)
  })
})

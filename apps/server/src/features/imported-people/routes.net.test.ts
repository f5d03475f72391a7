import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFullLeague } from '../../testing/full-league-fixture.ts'
import { IS_NET } from '../../testing/is-net.ts'
import { postForm } from '../../testing/multipart-form.ts'
import type { SocialLeague } from '../../testing/social-league-fixture.ts'
import type { TestClient } from '../../testing/start-app.ts'

const COPY = '/api/league/Copy'

let league: SocialLeague
beforeEach(async () => {
  league = await createFullLeague()
  await importCopy('Copy')
})
afterEach(() => league.testApp.close())

/** Imports the league next to itself, so that the usernames of all of its people are taken. */
async function importCopy(name: string): Promise<void> {
  const { rawPayload } = await league.testApp.app.inject({
    url: '/api/league/Harbour/export/',
    cookies: Object.fromEntries(league.clients.boss.cookies),
  })
  const form = new FormData()
  form.append('name', name)
  form.append('file', new Blob([Uint8Array.from(rawPayload)]), 'harbour.zip')
  expect((await postForm(league.clients.boss, '/api/import-league/', form)).status).toBe(200)
}

const listOwn = async (who: TestClient) => (await who.get('/api/account/imported-people/')).body.people
const claim = (who: TestClient, id: number, isMe = true) =>
  who.post('/api/account/imported-people/claim/', { id, is_me: isMe })
const listAll = async () => (await league.clients.boss.get('/api/imported-people/')).body.people
const findPerson = async (username: string) =>
  (await listAll()).find((person: { username: string }) => person.username === username)
const link = (id: number, username: string | null) =>
  league.clients.boss.post('/api/imported-people/link/', { id, username })

async function listActions(): Promise<unknown[]> {
  const { acts } = (await league.clients.boss.get('/api/audit/?league=Copy')).body
  return acts.map(({ actor, action, detail }: Record<string, unknown>) => [actor, action, detail])
}

/** How many rows of the imported league belong to an account. */
async function countRows(username: string): Promise<Record<string, number>> {
  const { db } = league.testApp
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const counts: Record<string, number> = {}
  for (const table of [
    'memberships',
    'team_assignments',
    'feed_items',
    'item_likes',
    'item_comments',
    'item_reactions',
    'comment_reactions',
    'proposal_votes',
    'picks',
    'pick_changes',
  ] as const) {
    const rows = await db
      .selectFrom(table)
      .select('user_id')
      .where('user_id', '=', id)
      .where('imported_person_id', 'is not', null)
      .execute()
    counts[table] = rows.length
  }
  return counts
}

const NONE = {
  memberships: 0,
  team_assignments: 0,
  feed_items: 0,
  item_likes: 0,
  item_comments: 0,
  item_reactions: 0,
  comment_reactions: 0,
  proposal_votes: 0,
  picks: 0,
  pick_changes: 0,
}

describe('claiming an imported person', () => {
  it('shows everyone the people with their username only, and links them once a site admin confirms', async () => {
    const { player, skipper, boss } = league.clients
    const [person, ...others] = await listOwn(player)
    expect(others).toEqual([])
    const imported = { by: 'boss', at: expect.any(String) }
    expect(person).toEqual({
      id: expect.any(Number),
      league: 'Copy',
      username: 'player',
      imported,
      state: 'open',
    })
    expect((await claim(skipper, person.id)).body.code).toBe('imported_person_not_found')
    expect((await claim(player, person.id)).body.message).toBe('Requested. A site admin has to confirm it.')
    expect(await countRows('player')).toEqual(NONE)
    expect((await listOwn(player))[0].state).toBe('requested')

    expect((await listAll())[0]).toMatchObject({
      id: person.id,
      name: 'Rosa Field',
      account: 'player-imported',
      requested_by: 'player',
      linked_to: null,
    })
    await link(person.id, 'player')
    expect((await listOwn(player))[0].state).toBe('linked')
    expect((await findPerson('player')).linked_to).toBe('player')
    expect(await countRows('player')).toMatchObject({
      memberships: 1,
      team_assignments: 1,
      feed_items: 6,
      picks: 1,
      pick_changes: 1,
    })
    expect(await countRows('player-imported')).toEqual(NONE)
    expect((await player.get(`${COPY}/me/role/`)).body.role).toBe('player')
    const { items } = (await player.get(`${COPY}/social/feed/`)).body
    const own = items.filter((item: { user: string }) => item.user === 'Rosa Field')
    expect(own.map((item: Record<string, unknown>) => [item['can_delete'], item['imported']])).toEqual(
      own.map(() => [true, imported]),
    )
    expect((await boss.get(`${COPY}/me/role/`)).body.role).toBeNull()
    expect((await listActions()).slice(0, 2)).toEqual([
      ['boss', 'people.link', { person: 'player', username: 'player' }],
      ['player', 'people.claim', { person: 'player', username: 'player' }],
    ])
  })

  it('ends with a withdrawal, a rejection or an undone link, which restores everything', async () => {
    const { player } = league.clients
    const before = await countRows('player-imported')
    const { id } = await findPerson('player')
    await claim(player, id)
    expect((await claim(player, id, false)).body.message).toBe('No longer linked to your account.')
    expect((await findPerson('player')).requested_by).toBeNull()
    await claim(player, id)
    expect((await link(id, null)).body.message).toBe('No longer linked.')
    expect((await listOwn(player))[0].state).toBe('open')
    for (const undo of [() => link(id, null), () => claim(player, id, false)]) {
      await link(id, 'PLAYER')
      expect(await countRows('player')).toEqual(before)
      expect((await undo()).status).toBe(200)
      expect(await countRows('player-imported')).toEqual(before)
      expect(await countRows('player')).toEqual(NONE)
      expect((await player.get(`${COPY}/me/role/`)).body.role).toBeNull()
    }
    const own = await league.clients.player.get('/api/league/Harbour/me/role/')
    expect(own.body.role).toBe('player')
  })

  it('links site admins at once, because they decide about links', async () => {
    const { boss } = league.clients
    const [person] = await listOwn(boss)
    expect((await claim(boss, person.id)).body.message).toBe('Linked to your account.')
    expect((await boss.get(`${COPY}/me/role/`)).body.role).toBe('admin')
  })
})

describe('linking an imported person', () => {
  it('moves the rows from one account to another, also to one with a different username', async () => {
    const { id } = await findPerson('player')
    const before = await countRows('player-imported')
    await link(id, 'player')
    await link(id, 'stranger')
    expect(await countRows('player')).toEqual(NONE)
    expect(await countRows('stranger')).toEqual(before)
    expect(await listOwn(league.clients.player)).toEqual([])
    expect((await listOwn(league.clients.stranger)).map((each: { state: string }) => each.state)).toEqual([
      'linked',
      'open',
    ])
  })

  it('keeps the role and the vote of an account that has one already, and gives back only what was imported', async () => {
    const { boss, viewer } = league.clients
    await boss.post('/api/assign-user/', { username: 'viewer', league: 'Copy', role: 'admin' })
    const { items } = (await viewer.get(`${COPY}/social/feed/?type=proposal`)).body
    const vote = items.find((item: { anonymous: boolean }) => !item.anonymous)
    const url = `${COPY}/social/proposals/${vote.id}/vote/`
    expect((await viewer.post(url, { option_id: vote.options[0].id })).status).toBe(200)
    const { id } = await findPerson('viewer')
    await link(id, 'viewer')
    expect((await viewer.get(`${COPY}/me/role/`)).body.role).toBe('admin')
    expect((await countRows('viewer-imported'))['proposal_votes']).toBe(1)
    await link(id, null)
    expect((await viewer.get(`${COPY}/me/role/`)).body.role).toBe('admin')
    expect(await countRows('viewer-imported')).toMatchObject({ memberships: 1, feed_items: 1 })
  })

  it('rejects unknown people and accounts, and follows the deletion of the league', async () => {
    const { id } = await findPerson('player')
    expect((await link(9999, 'player')).body.code).toBe('imported_person_not_found')
    expect((await link(id, 'nobody')).body.code).toBe('user_not_found')
    const { status } = await league.clients.boss.post(`${COPY}/delete/`, { name: 'Copy' })
    expect(status).toBe(200)
    expect(await listAll()).toEqual([])
    expect((await link(id, 'player')).body.code).toBe('imported_person_not_found')
  })

  it.runIf(IS_NET)('uses another name for each import', async () => {
    await importCopy('Second copy')
    const people = await listAll()
    const accounts = people
      .filter((person: { username: string }) => person.username === 'player')
      .map((person: { account: string }) => person.account)
    expect(accounts).toEqual(['player-imported', 'player-imported-2'])
  })
})

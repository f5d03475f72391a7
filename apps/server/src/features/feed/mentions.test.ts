import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../database/engine/database.ts'
import { buildSeason, buildTeam } from '../../testing/season-fixture.ts'
import { type Actor, createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'
import { createTestDatabase } from '../../testing/test-database.ts'

const MENTIONABLES = '/api/league/Harbour/mentionables/'

let league: SocialLeague
let ids: Record<string, number>
beforeEach(async () => {
  league = await createSocialLeague()
  const { testApp, clients } = league
  testApp.provider.read = () =>
    buildSeason({
      teams: [
        buildTeam({ teamId: 1, name: 'Zoë’s Anchors' }),
        buildTeam({ teamId: 2, name: 'Buoys', abbrev: 'BUO' }),
      ],
      games: [],
    })
  await clients.boss.post('/api/refresh-espn/', { name: 'Harbour' })
  await clients.boss.post('/api/league/Harbour/assign-team/', { league_team_id: 2, username: 'player' })
  const { members } = (await clients.player.get(MENTIONABLES)).body
  ids = Object.fromEntries(members.map(({ name, id }: { name: string; id: number }) => [name, id]))
})
afterEach(() => league.testApp.close())

type Input = { kind: 'member' | 'team'; id: number | undefined; start: number; length: number }

/** The mention of a name in a text, as a client sends it. */
function mention(text: string, name: string, kind: Input['kind'] = 'member', id = ids[name]): Input {
  return { kind, id, start: text.indexOf(`@${name}`), length: name.length + 1 }
}

const post = (content: string, mentions?: Input[], actor: Actor = 'viewer') =>
  league.post(actor, 'posts/', { content, mentions })
const newest = async (actor: Actor = 'viewer') => (await league.feed(actor))[0]
const removeMember = (username: string) =>
  league.clients.boss.post('/api/league/Harbour/members/remove/', { username })
const countRows = async () => {
  const { db } = league.testApp
  const [items, comments] = await Promise.all([
    db.selectFrom('item_mentions').selectAll().execute(),
    db.selectFrom('comment_mentions').selectAll().execute(),
  ])
  return [items.length, comments.length]
}

const HI = 'Hi 😀 @Rosa Field and @Buoys!'
const hiMentions = () => [mention(HI, 'Buoys', 'team', 2), mention(HI, 'Rosa Field')]
const hiMentioned = () => [
  { kind: 'member', id: ids['Rosa Field'], name: 'Rosa Field', start: 6, length: 11 },
  { kind: 'team', id: 2, season: 2026, start: 22, length: 6 },
]

describe('getMentionables', () => {
  it('lists the display names of members with their teams, and the teams, each by name', async () => {
    const { status, body } = await league.clients.viewer.get(MENTIONABLES)
    expect([status, body]).toEqual([
      200,
      {
        members: [
          { id: expect.any(Number), name: 'boss', team_id: null },
          { id: expect.any(Number), name: 'Rosa Field', team_id: 2 },
          { id: expect.any(Number), name: 'skipper', team_id: null },
          { id: expect.any(Number), name: 'viewer', team_id: null },
        ],
        teams: [
          expect.objectContaining({ id: 2, name: 'Buoys', abbrev: 'BUO' }),
          expect.objectContaining({ id: 1, name: 'Zoë’s Anchors' }),
        ],
      },
    ])
    expect(JSON.stringify(body)).not.toContain('stranger')
  })

  it('tells the team of each person to the pages that link to it', async () => {
    const { people } = (await league.clients.viewer.get('/api/league/Harbour/meta/')).body
    expect(people).toMatchObject([{ name: 'Rosa Field', team_id: 2 }])
  })
})

describe('a mention', () => {
  it('is part of a post, with positions in UTF-16 code units', async () => {
    const { status, body } = await post(HI, hiMentions())
    expect([status, body.content, body.mentions]).toEqual([200, HI, hiMentioned()])
    expect((await newest('player')).mentions).toEqual(hiMentioned())
  })

  it('is part of a proposal, also after a vote', async () => {
    const created = await league.post('viewer', 'proposals/', {
      question: HI,
      mentions: hiMentions(),
      options: ['Yes', 'No'],
    })
    expect(created.body).toMatchObject({ question: HI, mentions: hiMentioned() })
    const { id, options } = created.body
    const voted = await league.post('player', `proposals/${id}/vote/`, { option_id: options[0].id })
    expect(voted.body.mentions).toEqual(hiMentioned())
  })

  it('is part of a comment on an item of any type, in the feed and in the list', async () => {
    const posted = (await post('First')).body
    const proposal = (await league.post('viewer', 'proposals/', { question: 'Who?', options: ['A', 'B'] }))
      .body
    const paths = [`posts/${posted.id}/comments/`, `items/${proposal.id}/comments/?type=proposal`]
    for (const path of paths) {
      const { status, body } = await league.post('viewer', path, { body: HI, mentions: hiMentions() })
      expect([status, body.mentions]).toEqual([200, hiMentioned()])
      expect((await league.get('player', path)).body.comments[0].mentions).toEqual(hiMentioned())
    }
    for (const item of await league.feed('player'))
      expect(item.comments_preview[0].mentions).toEqual(hiMentioned())
  })

  it('counts positions in the text without white space at its ends', async () => {
    const { body } = await post(' \n @Rosa Field ', [{ ...mention('@Rosa Field', 'Rosa Field') }])
    expect(body).toMatchObject({ content: '@Rosa Field', mentions: [{ start: 0, length: 11 }] })
  })

  it.each([
    ['outside of the text', [{ start: 25, length: 30 }], /within the text/],
    [
      'that overlap',
      [
        { start: 6, length: 11 },
        { start: 6, length: 5 },
      ],
      /overlap/,
    ],
    ['without an @', [{ start: 0, length: 2 }], /begin with an @/],
    ['that divide an emoji', [{ start: 4, length: 4 }], /begin with an @/],
    ['of nobody', [{ start: 6, length: 11, id: 999_999 }], /isn't in this league/],
    ['of an unknown team', [{ start: 6, length: 11, kind: 'team', id: 3 }], /isn't in this league/],
    ['without a length', [{ start: 6 }], /./],
    ['of an unknown kind', [{ start: 6, length: 11, kind: 'player' }], /./],
    ['before the text', [{ start: -1, length: 5 }], /./],
  ])('is rejected with mentions %s', async (_, given, message) => {
    const mentions = given.map((each) => ({ kind: 'member', id: ids['Rosa Field'], ...each }))
    const post = (await league.post('viewer', 'posts/', { content: 'Plain' })).body
    for (const [path, body] of [
      ['posts/', { content: HI, mentions }],
      ['proposals/', { question: HI, mentions, options: ['Yes', 'No'] }],
      [`posts/${post.id}/comments/`, { body: HI, mentions }],
      [`items/${post.id}/comments/?type=post`, { body: HI, mentions }],
      [`posts/${post.id}/edit/`, { content: HI, mentions, version: 1 }],
    ] as const) {
      const response = await league.post('viewer', path, body)
      expect([path, response.status, response.body.code]).toEqual([path, 400, 'invalid_input'])
      expect(Object.keys(response.body.fields)[0]).toMatch(/^mentions/)
      expect(Object.values(response.body.fields)[0]).toMatch(message)
    }
    expect(await league.feed()).toHaveLength(1)
    expect(await newest()).toMatchObject({ content: 'Plain', comments_count: 0 })
  })

  it('is limited to 20 in a text', async () => {
    const content = '@Rosa Field '.repeat(21).trim()
    const all = Array.from({ length: 21 }, (_, index) => ({
      ...mention('@Rosa Field', 'Rosa Field'),
      start: index * 12,
    }))
    expect((await post(content, all)).body.fields).toEqual({
      mentions: 'Mention at most 20 members and teams.',
    })
    expect((await post(content, all.slice(1))).body.mentions).toHaveLength(20)
  })

  it('names members of this league only, whatever the role of the author', async () => {
    const { id } = await league.testApp.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'stranger')
      .executeTakeFirstOrThrow()
    const text = 'Hi @stranger'
    for (const actor of ['viewer', 'skipper', 'boss'] as const)
      expect((await post(text, [mention(text, 'stranger', 'member', id)], actor)).status).toBe(400)
  })

  it('is plain text once the member has left, and again a mention after the return', async () => {
    await post(HI, hiMentions())
    await removeMember('player')
    expect((await newest()).mentions).toEqual(hiMentioned().slice(1))
    expect((await newest()).content).toBe(HI)
    await league.clients.boss.post('/api/assign-user/', {
      username: 'player',
      league: 'Harbour',
      role: 'player',
    })
    expect((await newest()).mentions).toEqual(hiMentioned())
  })

  it('shows the name of today', async () => {
    await post(HI, hiMentions())
    await league.clients.player.post('/api/account/', {
      first_name: 'Rosalind',
      last_name: 'Field',
      email: '',
    })
    expect(await newest()).toMatchObject({ content: HI, mentions: [{ name: 'Rosalind Field' }, { id: 2 }] })
  })

  it('is deleted with the account, and its text stays', async () => {
    const id = (await post(HI, hiMentions())).body.id
    await league.post('viewer', `posts/${id}/comments/`, { body: HI, mentions: hiMentions() })
    expect((await league.clients.player.post('/api/account/delete/', { username: 'player' })).status).toBe(
      200,
    )
    expect(await countRows()).toEqual([1, 1])
    expect(await newest()).toMatchObject({ content: HI, mentions: [{ kind: 'team' }] })
    expect((await newest()).comments_preview[0]).toMatchObject({ body: HI, mentions: [{ kind: 'team' }] })
  })

  it('is deleted with its comment, its item and its league', async () => {
    const id = (await post(HI, hiMentions())).body.id
    const path = `posts/${id}/comments/`
    const comment = (await league.post('viewer', path, { body: HI, mentions: hiMentions() })).body
    expect(await countRows()).toEqual([2, 2])
    await league.remove('viewer', `${path}${comment.id}/`)
    expect(await countRows()).toEqual([2, 0])
    await league.remove('viewer', `posts/${id}/`)
    expect(await countRows()).toEqual([0, 0])
    await post(HI, hiMentions())
    expect((await league.clients.boss.post('/api/league/Harbour/delete/', { name: 'Harbour' })).status).toBe(
      200,
    )
    expect(await countRows()).toEqual([0, 0])
  })
})

describe('an edit', () => {
  const HELLO = 'Oh, hello 😀 @Rosa Field and @Buoys!'
  let id: number
  beforeEach(async () => {
    id = (await post(HI, hiMentions())).body.id
  })
  const edit = (content: string, mentions?: Input[], version = 1) =>
    league.post('viewer', `posts/${id}/edit/`, { content, mentions, version })

  it('replaces the mentions of a post', async () => {
    const text = 'Bye @skipper and @Rosa Field'
    const { body } = await edit(text, [mention(text, 'skipper'), mention(text, 'Rosa Field')])
    expect(body.mentions).toMatchObject([{ name: 'skipper' }, { name: 'Rosa Field', start: 17 }])
    expect((await newest('player')).mentions).toEqual(body.mentions)
    expect((await edit('Bye', [], 2)).body).not.toHaveProperty('mentions')
  })

  it('of a comment replaces its mentions', async () => {
    const path = `posts/${id}/comments/`
    const comment = (await league.post('viewer', path, { body: HI, mentions: hiMentions() })).body
    const text = 'For @skipper'
    const edited = await league.post('viewer', `${path}${comment.id}/edit/`, {
      body: text,
      mentions: [mention(text, 'skipper')],
      version: 1,
    })
    expect(edited.body.mentions).toMatchObject([{ name: 'skipper', start: 4 }])
    expect((await newest()).comments_preview[0].mentions).toEqual(edited.body.mentions)
  })

  it('by a client that does not know mentions keeps those in unchanged parts of the text', async () => {
    expect((await edit(HELLO)).body.mentions).toMatchObject([{ start: 13 }, { start: 29 }])
    const { body } = await edit(HELLO.replace('Rosa Field', 'nobody'), undefined, 2)
    expect(body.mentions).toMatchObject([{ kind: 'team', id: 2, start: 25 }])
  })

  it('can change the mentions alone, and is not one if nothing changes', async () => {
    expect((await edit(HI, hiMentions().toReversed())).body).not.toHaveProperty('edited_at')
    const { body } = await edit(HI, [mention(HI, 'Buoys', 'team', 2)])
    expect(body).toMatchObject({ content: HI, mentions: [{ kind: 'team' }], edit: { version: 2 } })
    expect((await edit(HI, hiMentions(), 1)).body.code).toBe('edit_conflict')
  })

  it('keeps somebody who has left since, and adds nobody who has', async () => {
    await removeMember('player')
    expect(
      (await edit(HELLO, [mention(HELLO, 'Rosa Field'), mention(HELLO, 'Buoys', 'team', 2)])).status,
    ).toBe(200)
    expect((await newest()).mentions).toMatchObject([{ kind: 'team' }])
    await removeMember('skipper')
    const text = 'And @skipper'
    const { status, body } = await edit(text, [mention(text, 'skipper')], 2)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect(await newest()).toMatchObject({ content: HELLO })
  })

  it('is published with the mentions', async () => {
    league.advanceClock(MINUTE_MS)
    await edit('Nobody', [])
    const { data } = await league.testApp.db
      .selectFrom('league_events')
      .select('data')
      .where('name', '=', 'feed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(data)).toMatchObject({
      change: 'changed',
      fields: ['content', 'mentions', 'edited_at'],
    })
  })
})

it('is not read for texts without an @', async () => {
  const { db, ...rest } = await createTestDatabase()
  await db.destroy()
  const statements: string[] = []
  const database = { db: connect(rest.address, ({ sql }) => statements.push(sql)), ...rest }
  const { testApp, post, feed } = await createSocialLeague({}, { database })
  const countReads = async () => {
    statements.length = 0
    const [item] = await feed('viewer')
    expect(item).toMatchObject({ comments_count: 1 })
    return statements.filter((sql) => sql.includes('_mentions')).length
  }
  try {
    const { id } = (await post('player', 'posts/', { content: 'Plain' })).body
    await post('player', `posts/${id}/comments/`, { body: 'Plain, too' })
    expect(await countReads()).toBe(0)
    const other = (await post('player', 'posts/', { content: 'player@league.example' })).body
    await post('player', `posts/${other.id}/comments/`, { body: '@' })
    expect(await countReads()).toBe(2)
  } finally {
    await testApp.close()
    await database.db.destroy()
    await rest.drop()
  }
})

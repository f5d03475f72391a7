import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'

const RULES = '/api/league/Harbour/rules/'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague()
})
afterEach(() => league.testApp.close())

type Section = { id: number | null; heading: string; body: string; proposal_id: number | null }

const section = (heading: string, more: Partial<Section> = {}): Section => ({
  id: null,
  heading,
  body: `About ${heading.toLowerCase()}.`,
  proposal_id: null,
  ...more,
})

const read = async (actor: Actor = 'player') => (await league.clients[actor].get(RULES)).body

const send = (actor: Actor, version: number, sections: Section[], note?: string) =>
  league.clients[actor].post(RULES, { version, sections, ...(note === undefined ? {} : { note }) })

async function save(version: number, sections: Section[], note?: string) {
  const { status, body } = await send('skipper', version, sections, note)
  expect(status, body.error).toBe(200)
  return body
}

const restore = (actor: Actor, restored: number, version: number) =>
  league.clients[actor].post(`${RULES}restore/`, { restored, version })

/** A proposal that closes in a minute with these votes. */
async function createProposal(
  votes: Partial<Record<Actor, number>>,
  options = ['Yes', 'No'],
): Promise<number> {
  const closes_at = new Date(league.testApp.clock.now.getTime() + 60_000).toISOString()
  const { body } = await league.post('player', 'proposals/', {
    question: 'Two flex spots?',
    options,
    closes_at,
  })
  for (const [actor, option] of Object.entries(votes))
    await league.post(actor as Actor, `proposals/${body.id}/vote/`, { option_id: body.options[option].id })
  return body.id
}

const events = (name: string) =>
  league.testApp.db
    .selectFrom('league_events')
    .select('data')
    .where('name', '=', name)
    .orderBy('id')
    .execute()

describe('the rules of a league', () => {
  it('are empty at first', async () => {
    expect(await read('viewer')).toEqual({ current: null, sections: [] })
    expect((await league.clients.viewer.get(`${RULES}versions/`)).body).toEqual({ versions: [] })
  })

  it('are shown with who saved them, when and why', async () => {
    const saved = await save(0, [section('Draft'), section('Trades')], 'First rules')
    expect(saved).toEqual({
      current: {
        version: 1,
        saved_at: '2026-10-11T18:30:00.000Z',
        saved_by: 'skipper',
        note: 'First rules',
        restored_from: null,
      },
      sections: [
        { id: 1, heading: 'Draft', body: 'About draft.', proposal: null },
        { id: 2, heading: 'Trades', body: 'About trades.', proposal: null },
      ],
    })
    expect(await read('viewer')).toEqual(saved)
    expect(await events('rules')).toEqual([{ data: '{"version":1}' }])
    const audit = await league.testApp.db
      .selectFrom('audit_log')
      .select(['actor_name', 'detail'])
      .where('action', '=', 'rules.save')
      .execute()
    expect(audit).toEqual([{ actor_name: 'skipper', detail: '{"version":1,"note":"First rules"}' }])
  })

  it('keep the ID of a section through changes, and never give it to another one', async () => {
    await save(0, [section('Draft'), section('Trades')])
    await save(1, [section('Trades', { id: 2 }), section('Waivers')])
    const { sections } = await save(2, [section('Playoffs'), section('Draft again', { id: 1 })])
    expect(sections.map(({ id, heading }: Section) => [id, heading])).toEqual([
      [4, 'Playoffs'],
      [1, 'Draft again'],
    ])
  })

  it('give a section with an unknown ID a new one', async () => {
    const { sections } = await save(0, [section('Draft', { id: 700 })])
    expect(sections[0].id).toBe(1)
  })

  it('have no new version if nothing has changed', async () => {
    await save(0, [section('Draft')])
    const { current } = await save(1, [section(' Draft ', { id: 1, body: 'About draft.' })])
    expect([current.version, (await events('rules')).length]).toEqual([1, 1])
  })

  it('can become empty', async () => {
    await save(0, [section('Draft')])
    expect(await save(1, [])).toMatchObject({ current: { version: 2 }, sections: [] })
  })

  it('are not overwritten by an admin who has read an older version', async () => {
    await save(0, [section('Draft')])
    await send('boss', 1, [section('Draft', { id: 1, body: 'Snake.' })])
    const { status, body } = await send('skipper', 1, [section('Draft', { id: 1, body: 'Auction.' })])
    expect([status, body]).toEqual([
      409,
      {
        error: 'boss saved version 2 of the rules in the meantime. Nothing was saved.',
        code: 'rules_changed',
      },
    ])
    expect((await read()).sections[0].body).toBe('Snake.')
    expect((await send('skipper', 7, [])).body.code).toBe('rules_changed')
  })

  it('are saved once by two admins at the same time', async () => {
    const results = await Promise.all(
      (['skipper', 'boss'] as const).map((actor) => send(actor, 0, [section(`By ${actor}`)])),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await read()).current.version).toBe(1)
  })

  it.each([
    ['a section without a heading', [section('  ')], 'Give each section a heading.'],
    ['a long heading', [section('x'.repeat(121))], 'Keep each heading to 120 characters or fewer.'],
    [
      'a long section',
      [section('A', { body: 'x'.repeat(10_001) })],
      'Keep each section to 10,000 characters or fewer.',
    ],
    [
      'long rules',
      Array.from({ length: 6 }, () => section('A', { body: 'x'.repeat(9_000) })),
      'Keep the rules to 50,000 characters or fewer.',
    ],
    [
      'many sections',
      Array.from({ length: 61 }, () => section('A')),
      'Keep the rules to 60 sections or fewer.',
    ],
    [
      'a section twice',
      [section('A', { id: 1 }), section('B', { id: 1 })],
      'Each section can be there only once.',
    ],
  ])('reject %s', async (_, sections, message) => {
    const { status, body } = await send('skipper', 0, sections)
    expect([status, Object.values(body.fields)]).toEqual([400, [message]])
  })

  it('accept as much text as the limits allow, in any script', async () => {
    const sections = Array.from({ length: 5 }, () => section('規', { body: '則'.repeat(9_990) }))
    expect((await save(0, sections)).sections).toHaveLength(5)
  })

  it('stay with a former member, and with a deleted account', async () => {
    await save(0, [section('Draft')])
    await league.clients.boss.post('/api/league/Harbour/members/remove/', { username: 'skipper' })
    expect((await read()).current.saved_by).toBe('skipper')
    await league.testApp.db
      .updateTable('users')
      .set({ first_name: 'Former', last_name: 'member' })
      .where('username', '=', 'skipper')
      .execute()
    expect((await read()).current.saved_by).toBe('Former member')
  })
})

describe('versions of the rules', () => {
  it('are listed, and shown with the one before', async () => {
    await save(0, [section('Draft')])
    await save(1, [section('Draft', { id: 1, body: 'Snake.' })], 'Snake again')
    const { body } = await league.clients.viewer.get(`${RULES}versions/`)
    expect(
      body.versions.map(({ version, note }: { version: number; note: string }) => [version, note]),
    ).toEqual([
      [2, 'Snake again'],
      [1, ''],
    ])
    const newest = (await league.clients.viewer.get(`${RULES}versions/2/`)).body
    expect([newest.sections[0].body, newest.previous_sections[0].body]).toEqual(['Snake.', 'About draft.'])
    const first = (await league.clients.viewer.get(`${RULES}versions/1/`)).body
    expect([first.sections.length, first.previous_sections]).toEqual([1, []])
    const missing = await league.clients.viewer.get(`${RULES}versions/3/`)
    expect([missing.status, missing.body.code]).toEqual([404, 'rule_version_not_found'])
  })

  it('can be restored, which is a new version', async () => {
    await save(0, [section('Draft')])
    await save(1, [section('Trades')])
    const restored = await restore('skipper', 1, 2)
    expect([restored.status, restored.body.current]).toMatchObject([200, { version: 3, restored_from: 1 }])
    expect((await read()).sections).toEqual([
      { id: 1, heading: 'Draft', body: 'About draft.', proposal: null },
    ])
    expect((await restore('skipper', 1, 2)).body.code).toBe('rules_changed')
    expect((await restore('skipper', 9, 3)).body.code).toBe('rule_version_not_found')
    // The same text again is no new version.
    expect((await restore('skipper', 3, 3)).body.current.version).toBe(3)
  })

  it('are limited to the newest 500', async () => {
    await save(0, [section('Draft')])
    const { db } = league.testApp
    const first = await db.selectFrom('rule_versions').selectAll().executeTakeFirstOrThrow()
    await db
      .insertInto('rule_versions')
      .values(Array.from({ length: 499 }, (_, index) => ({ ...first, version: index + 2 })))
      .execute()
    await save(500, [section('Draft', { id: 1, body: 'New.' })])
    const { body } = await league.clients.viewer.get(`${RULES}versions/`)
    expect([body.versions.length, body.versions[0].version, body.versions.at(-1).version]).toEqual([
      500, 501, 2,
    ])
  })
})

describe('a rule that came from a proposal', () => {
  it('is linked both ways once voting is closed', async () => {
    const proposal = await createProposal({ player: 0, viewer: 0, boss: 1 })
    const rule = section('Flex spots', { proposal_id: proposal })
    const early = await send('skipper', 0, [rule])
    expect([early.status, early.body.code]).toEqual([409, 'proposal_not_adopted'])
    league.advanceClock(60_000)
    await save(0, [section('Draft'), rule])
    expect((await read()).sections[1].proposal).toEqual({ id: proposal, question: 'Two flex spots?' })
    expect(await league.feed('viewer')).toMatchObject([{ id: proposal, rule: 2 }])
    expect(JSON.parse((await events('feed')).at(-1)?.data ?? '')).toEqual({
      change: 'changed',
      type: 'proposal',
      id: proposal,
      version: expect.any(Number),
    })
    await save(1, [section('Draft', { id: 1 })])
    const [shown] = await league.feed('viewer')
    expect(shown).not.toHaveProperty('rule')
    // Its link was checked when it was made, so it can come back.
    expect((await restore('skipper', 1, 2)).status).toBe(200)
    expect(await league.feed('viewer')).toMatchObject([{ rule: 2 }])
  })

  it.each([
    ['rejected it', { player: 1, viewer: 1, boss: 0 }],
    ['was tied', { player: 0, viewer: 1 }],
    ['had no votes', {}],
  ])('is refused when the vote %s', async (_, votes) => {
    const proposal = await createProposal(votes)
    league.advanceClock(60_000)
    const { status, body } = await send('skipper', 0, [section('Flex', { proposal_id: proposal })])
    expect([status, body.code]).toEqual([409, 'proposal_not_adopted'])
  })

  it('is refused for a proposal of another league', async () => {
    const proposal = await createProposal({ player: 0 })
    league.advanceClock(60_000)
    await league.clients.boss.post('/api/create-league/', { name: 'Island', espn_league_id: 4712 })
    const { body } = await league.clients.boss.post('/api/league/Island/rules/', {
      version: 0,
      sections: [section('Flex', { proposal_id: proposal })],
    })
    expect(body.code).toBe('proposal_not_adopted')
  })

  it('stays when the proposal is deleted', async () => {
    const proposal = await createProposal({ player: 0 })
    league.advanceClock(60_000)
    await save(0, [section('Flex', { proposal_id: proposal })])
    expect((await league.remove('player', `proposals/${proposal}/`)).status).toBe(200)
    expect((await read()).sections).toMatchObject([{ heading: 'Flex', proposal: null }])
  })

  it('can be saved by an editor that was opened before its proposal was deleted', async () => {
    const proposal = await createProposal({ player: 0 })
    league.advanceClock(60_000)
    await save(0, [section('Flex', { proposal_id: proposal })])
    await league.remove('player', `proposals/${proposal}/`)
    const { status } = await send('skipper', 1, [
      section('Flex', { id: 1, proposal_id: proposal, body: 'Two flex spots.' }),
      section('Kickers'),
    ])
    expect(status).toBe(200)
    expect((await read()).sections).toMatchObject([
      { id: 1, heading: 'Flex', body: 'Two flex spots.', proposal: null },
      { heading: 'Kickers', proposal: null },
    ])
  })

  it('is written without a link if its proposal was deleted in the meantime', async () => {
    const proposal = await createProposal({ player: 0 })
    await league.remove('player', `proposals/${proposal}/`)
    await save(0, [section('Flex', { proposal_id: proposal })])
    expect((await read()).sections).toMatchObject([{ heading: 'Flex', proposal: null }])
  })
})

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listTables } from '../../database/portability/table-rows.ts'
import { readAllRows } from '../../testing/all-rows.ts'
import { createMemoryLog } from '../../testing/memory-log.ts'
import { type Actor, createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'
import { anonymousVoteKeys, castVote } from './feed-reader.ts'

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague()
})
afterEach(() => league.testApp.close())

type ProposalResponse = { id: number; options: { id: number; text: string; percent: number }[] }

async function createProposal(
  overrides: object = {},
  options = ['Yes', 'No', 'Maybe'],
): Promise<ProposalResponse> {
  const { status, body } = await league.post('player', 'proposals/', {
    question: 'More bench?',
    options,
    ...overrides,
  })
  expect(status, body.error).toBe(200)
  return body
}

const vote = (actor: Actor, { id, options }: ProposalResponse, option: number) =>
  league.post(actor, `proposals/${id}/vote/`, { option_id: options[option]?.id ?? option })

const percentsOf = (proposal: ProposalResponse) => proposal.options.map((option) => option.percent)

describe('proposals', () => {
  it('creates an anonymous proposal by default and returns it in the same form as the feed', async () => {
    const proposal = await createProposal()
    const option = (id: number, text: string) => ({ id, text, percent: 0, voters: null, won: false })
    expect(proposal).toEqual({
      type: 'proposal',
      id: 1,
      version: 1,
      user: 'Rosa Field',
      by_league: false,
      pinned: false,
      created_at: '2026-10-11T18:30:00.000Z',
      can_delete: true,
      likes_count: 0,
      comments_count: 0,
      liked: false,
      comments_preview: [],
      question: 'More bench?',
      options: [option(1, 'Yes'), option(2, 'No'), option(3, 'Maybe')],
      total: 0,
      anonymous: true,
      my_vote: null,
      closes_at: null,
      closed: false,
    })
    expect(await league.feed()).toEqual([proposal])
  })

  it('counts only the last vote of each user', async () => {
    const proposal = await createProposal()
    expect((await vote('player', proposal, 0)).body).toMatchObject({ total: 1, my_vote: 1 })
    const { body } = await vote('player', proposal, 2)
    expect([body.total, body.my_vote, percentsOf(body)]).toEqual([1, 3, [0, 0, 100]])
    await vote('player', proposal, 2)
    await vote('viewer', proposal, 0)
    const last = (await vote('boss', proposal, 1)).body
    expect([last.total, percentsOf(last)]).toEqual([3, [34, 33, 33]])
    expect(await league.feed('viewer')).toMatchObject([{ my_vote: 1, total: 3 }])
    expect(await league.feed('skipper')).toMatchObject([{ my_vote: null }])
    const { data } = await league.testApp.db
      .selectFrom('league_events')
      .select('data')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(data)).toEqual({
      change: 'changed',
      type: 'proposal',
      id: 1,
      version: 5,
      fields: ['total', 'options'],
    })
  })

  it.each([true, false])(
    'keeps the counts correct with concurrent votes when anonymous is %s',
    async (anonymous) => {
      const proposal = await createProposal({ anonymous })
      const actors: Actor[] = ['player', 'viewer', 'skipper', 'boss']
      await Promise.all(
        actors.flatMap((actor, index) => [0, 1, index % 3].map((option) => vote(actor, proposal, option))),
      )
      const [shown] = await league.feed()
      expect([shown.total, percentsOf(shown).reduce((a, b) => a + b)]).toEqual([4, 100])
      const options = await league.testApp.db.selectFrom('proposal_options').select('votes_count').execute()
      expect(options.reduce((sum, option) => sum + option.votes_count, 0)).toBe(4)
    },
  )

  it('lists the voters of an open proposal', async () => {
    const proposal = await createProposal({ anonymous: false })
    await vote('viewer', proposal, 0)
    await vote('player', proposal, 0)
    await vote('boss', proposal, 1)
    await vote('boss', proposal, 2)
    const [shown] = await league.feed('skipper')
    expect(shown.options.map((option: { voters: string[] }) => option.voters)).toEqual([
      ['Rosa Field', 'viewer'],
      [],
      ['boss'],
    ])
  })

  it('no longer shows a vote as imported after its voter has voted for the same option again', async () => {
    const proposal = await createProposal({ anonymous: false })
    await vote('player', proposal, 0)
    await league.testApp.db.updateTable('proposal_votes').set({ imported_person_id: 1 }).execute()
    await vote('player', proposal, 0)
    const votes = league.testApp.db.selectFrom('proposal_votes').select(['option_id', 'imported_person_id'])
    expect(await votes.execute()).toEqual([{ option_id: 1, imported_person_id: null }])
  })

  it('closes voting at the closing time and marks the winning options', async () => {
    const proposal = await createProposal({ closes_at: '2026-10-11T19:00:00Z', anonymous: false })
    await vote('player', proposal, 0)
    await vote('viewer', proposal, 1)
    const [beforeClose] = await league.feed()
    expect([beforeClose.closed, beforeClose.closes_at]).toEqual([false, '2026-10-11T19:00:00.000Z'])
    league.advanceClock(30 * 60_000)
    const [shown] = await league.feed()
    expect(shown.closed).toBe(true)
    expect(shown.options.map((option: { won: boolean }) => option.won)).toEqual([true, true, false])
    const lateVote = await vote('boss', proposal, 2)
    expect([lateVote.status, lateVote.body]).toEqual([
      423,
      { error: 'Voting on this proposal is closed.', code: 'voting_closed' },
    ])
    expect(await league.feed()).toMatchObject([{ total: 2 }])
  })

  it('rejects a closing time in the past', async () => {
    const body = { question: 'Late?', options: ['Yes', 'No'], closes_at: '2026-10-11T18:30:00Z' }
    const response = await league.post('player', 'proposals/', body)
    expect([response.status, response.body.fields]).toEqual([400, { closes_at: 'Choose a future time.' }])
  })

  it('rejects votes for an option of another proposal or for an unknown proposal', async () => {
    const [first, second] = [await createProposal(), await createProposal()]
    const response = await league.post('player', `proposals/${first.id}/vote/`, {
      option_id: second.options[0]?.id,
    })
    expect([response.status, response.body.fields]).toEqual([
      400,
      { option_id: 'Choose one of the options.' },
    ])
    expect((await league.post('player', 'proposals/99/vote/', { option_id: 1 })).status).toBe(404)
    await league.post('player', 'posts/', { content: 'not a proposal' })
    expect((await league.post('player', 'proposals/3/vote/', { option_id: 1 })).status).toBe(404)
  })

  it('lets league admins pin a proposal and deletes its votes with it', async () => {
    const [first, second] = [await createProposal(), await createProposal({ anonymous: false })]
    for (const proposal of [first, second]) await vote('viewer', proposal, 1)
    expect((await league.post('skipper', `proposals/${first.id}/pin/`)).body).toEqual({ pinned: true })
    expect((await league.feed()).map((item) => item.id)).toEqual([first.id, second.id])
    expect((await league.remove('viewer', `proposals/${first.id}/`)).body.code).toBe('not_allowed')
    expect((await league.remove('skipper', `proposals/${first.id}/`)).status).toBe(200)
    expect((await league.remove('player', `proposals/${second.id}/`)).status).toBe(200)
    for (const table of ['proposal_options', 'proposal_votes', 'anonymous_votes'] as const)
      expect(await league.testApp.db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})

describe('anonymous votes', () => {
  it('does not link anonymous votes to voters in rows, responses, events, or logs', async () => {
    await league.testApp.close()
    const { log, lines } = createMemoryLog()
    league = await createSocialLeague({}, { log })
    const proposal = await createProposal()
    const { db } = league.testApp
    const voters: Actor[] = ['player', 'viewer', 'skipper', 'boss']
    const { rows } = await sql<{ id: number }>`select id from users order by id`.execute(db)
    const tables = (await listTables(db)).filter(({ name }) => !name.startsWith('kysely_'))
    const before = await readAllRows(db, tables)
    const lineCount = lines.length
    for (const [index, actor] of voters.entries()) await vote(actor, proposal, index % 3)
    await expect.poll(() => lines.length - lineCount).toBeGreaterThanOrEqual(voters.length)
    const votingLog = lines.slice(lineCount).join('\n')
    const after = await readAllRows(db, tables)
    // The proposal's version changes, which counts the votes.
    const withoutVersions = (each: object) => JSON.stringify(each).replaceAll(/"version":\d+/g, '')
    const changed = after.filter(
      ({ rows: now }, index) => withoutVersions(now) !== withoutVersions(before[index]?.rows ?? []),
    )
    // None of the changed tables refers to a user.
    expect(changed.map(({ table }) => table.name).sort()).toEqual([
      'anonymous_votes',
      'feed_proposals',
      'league_events',
      'proposal_options',
    ])
    const userColumns = changed.flatMap(({ table }) => table.columns.map((column) => column.name))
    expect(userColumns.filter((name) => /user|author|actor|_at$|^at$/.test(name)).sort()).toEqual([
      'at',
      'closes_at',
    ])
    const votes = await db.selectFrom('anonymous_votes').selectAll().execute()
    const voterKeys = votes.map(({ voter_key }) => voter_key)
    expect(voterKeys).toEqual(voterKeys.toSorted())
    for (const key of voterKeys) expect(key).toMatch(/^[\w-]{43}$/)
    for (const actor of ['boss', 'skipper'] as const)
      for (const item of await league.feed(actor))
        expect(item.options.map((option: { voters: unknown }) => option.voters)).toEqual([null, null, null])
    const fullLog = lines.slice(lineCount).join('\n')
    expect(fullLog).toContain(`/proposals/${proposal.id}/vote/`)
    for (const word of [...voters, 'Rosa', ...voterKeys]) expect(fullLog).not.toContain(word)
    expect(fullLog).not.toMatch(/"(?:option_id|remoteAddress)"/)
    expect(votingLog).not.toMatch(/"(?:user|userId|user_id|from)"/)
    expect(votingLog.match(/\/vote\//g)).toHaveLength(voters.length)
    expect(rows.length).toBeGreaterThan(voters.length)
  })

  it('derives a stable voter key that differs between users, proposals, and secret keys', () => {
    const voteKeys = anonymousVoteKeys('a secret key of at least 32 bytes')
    expect(voteKeys.voterKey(1, 2)).toBe(voteKeys.voterKey(1, 2))
    const keys = [
      voteKeys.voterKey(1, 2),
      voteKeys.voterKey(1, 3),
      voteKeys.voterKey(2, 2),
      voteKeys.voterKey(12, 2),
    ]
    expect(
      new Set([...keys, anonymousVoteKeys('another secret key of 32 bytes..').voterKey(1, 2)]).size,
    ).toBe(5)
  })

  it("closes an anonymous proposal when the server's key changes, so that no one votes twice", async () => {
    const proposal = await createProposal()
    await vote('player', proposal, 0)
    const player = { leagueId: league.leagueId, userId: 3, now: league.testApp.clock.now }
    const ctx = { db: league.testApp.db, settings: { secretKey: 'another secret key of 32 bytes..' } }
    const rejection = await castVote(ctx, player, proposal.id, 1).catch((error: unknown) => error)
    expect(rejection).toMatchObject({
      code: 'voting_closed',
      message: expect.stringContaining('key has changed'),
    })
    expect(await league.feed()).toMatchObject([{ total: 1, my_vote: 1 }])
  })
})

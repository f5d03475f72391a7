import { type CaptureServer, startCaptureServer } from '@fieldhouse/simulator/capture-server'
import { CAPTURES_FOLDER, CAPTURES_SKIP_REASON, HAS_CAPTURES } from '@fieldhouse/simulator/testing/captures'
import { HAS_SLEEPER_CAPTURES } from '@fieldhouse/simulator/testing/sleeper-captures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEspnProvider } from '../providers/espn/espn-provider.ts'
import { readSeason } from '../testing/change-season.ts'
import { postForm } from '../testing/multipart-form.ts'
import { SLEEPER_USER_AGENT, type SleeperApp, startSleeperApp } from '../testing/sleeper-app.ts'
import { ADMIN_CODE, type TestApp, type TestClient } from '../testing/start-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses are untyped JSON
type Json = any

const ESPN = 18254195
const ESPN_SEASONS = [2020, 2021, 2022]
/** A league of ten teams, like the one at ESPN. The seasons of both from 2020 to 2026 are recorded. */
const SLEEPER = '1389719640493551616'
const SLEEPER_SEASONS = [2023, 2024, 2025, 2026]

let captures: CaptureServer
let sleeperApp: SleeperApp
let testApp: TestApp
let boss: TestClient

const URL = '/api/league/Moved'
const MERGES = `${URL}/history/merges/`
const read = async (path: string, name = 'Moved') => (await boss.get(`/api/league/${name}/${path}`)).body
const personOf = (people: Json[], owner: string) => people.find((person) => person.owner === owner)
const totalsOf = (history: Json, owner: string) =>
  history.all_time.by_owner_enhanced.find((each: Json) => each.owner === owner)

/** The exact responses of everything that is computed from the seasons of several years. */
async function readEverything(owners: readonly string[]): Promise<string[]> {
  const [a = '', b = ''] = owners.map(encodeURIComponent)
  const paths = [
    'history/',
    'history/pairs/',
    `owner-compare/?a=${a}&b=${b}`,
    ...owners.map((owner) => `owners/${encodeURIComponent(owner)}/`),
    'insights/elo/',
    'insights/awards/counts/',
    ...[...ESPN_SEASONS, ...SLEEPER_SEASONS].flatMap((season) => [
      `standings/?season=${season}`,
      `insights/luck/?season=${season}`,
      `insights/draft/?season=${season}`,
    ]),
    'teams/',
  ]
  const responses: string[] = []
  for (const path of paths) {
    const { statusCode, payload } = await testApp.app.inject({
      url: `${URL}/${path}`,
      cookies: Object.fromEntries(boss.cookies),
    })
    responses.push(`${path} ${statusCode} ${payload}`)
  }
  return responses
}

const isRecorded = HAS_CAPTURES && HAS_SLEEPER_CAPTURES
if (!isRecorded) it.skip(CAPTURES_SKIP_REASON, () => undefined)

describe.runIf(isRecorded)('a league that moved from ESPN to Sleeper', () => {
  beforeAll(async () => {
    captures = await startCaptureServer({ folder: CAPTURES_FOLDER })
    const espn = createEspnProvider({ baseUrl: captures.url, userAgent: SLEEPER_USER_AGENT })
    sleeperApp = await startSleeperApp({ espn })
    testApp = sleeperApp.testApp
    boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
    await boss.post('/api/create-league/', { name: 'Moved', espn_league_id: ESPN })
    for (const season of ESPN_SEASONS) await boss.post('/api/refresh/', { name: 'Moved', season })
    await testApp.registerUser('ada')
    await testApp.registerUser('zoe')
    const { teams } = await read('teams/')
    await boss.post(`${URL}/assign-team/`, { league_team_id: teams[0].league_team_id, username: 'ada' })
    await boss.post(`${URL}/assign-team/`, { league_team_id: teams[1].league_team_id, username: 'zoe' })
    await boss.post(`${URL}/sources/`, { provider: 'sleeper', league_id: SLEEPER, from: 2023 })
    for (const season of SLEEPER_SEASONS) await boss.post('/api/refresh/', { name: 'Moved', season })
  })
  afterAll(async () => {
    await sleeperApp.close()
    await captures.close()
  })

  it('has every season once, from its own platform', async () => {
    const { seasons } = await read('history/')
    expect(seasons.map(({ season, provider }: Json) => [season, provider])).toEqual([
      ...ESPN_SEASONS.map((season) => [season, 'espn']),
      ...SLEEPER_SEASONS.map((season) => [season, 'sleeper']),
    ])
  })

  it('lists everybody with their platforms and seasons, and merges nobody by itself', async () => {
    const { people, merges } = (await boss.get(MERGES)).body
    expect(merges).toEqual([])
    expect(people.every(({ accounts }: Json) => accounts.length === 1)).toBe(true)
    const providers = Map.groupBy(people, ({ accounts }: Json) => accounts[0].provider)
    expect([...providers.keys()].sort()).toEqual(['espn', 'sleeper'])
    for (const person of people)
      expect(person.accounts[0]).toMatchObject({ team: expect.stringMatching(/./), merge_id: null })
  })

  it('suggests the accounts of a user whose team was assigned on both platforms', async () => {
    const { people } = (await boss.get(MERGES)).body
    const { teams } = await read('teams/')
    const { league_team_id: teamId } = teams.find(({ owners }: Json) => owners.length > 0)
    await boss.post(`${URL}/assign-team/`, { league_team_id: teamId, username: 'zoe' })
    const suggestion = (await boss.get(MERGES)).body.suggestions.find(({ reasons }: Json) =>
      reasons.includes('zoe was assigned to both.'),
    )
    expect(suggestion).toMatchObject({ confidence: 'high' })
    const providers = [suggestion.owner, suggestion.into].map(
      (owner) => personOf(people, owner).accounts[0].provider,
    )
    expect(providers.sort()).toEqual(['espn', 'sleeper'])
  })

  it('spans both platforms once people are confirmed, and is exactly as before when that is undone', async () => {
    const before = await read('history/')
    const beforeEverything = await readEverything(before.owners)
    const { people } = (await boss.get(MERGES)).body
    const playedIn = (season: number) =>
      before.seasons
        .find((each: Json) => each.season === season)
        .standings.map(({ owner }: Json) => owner as string)
        .toSorted()
    const espn: string[] = playedIn(2022)
    const merges = (playedIn(2023) as string[]).flatMap((owner, index) => {
      const into = espn[index]
      return into === undefined ? [] : [{ owner, into }]
    })
    expect(merges).toHaveLength(10)
    expect((await boss.post(`${MERGES}all/`, { merges })).body.message).toBe('Merged 10 pairs of owners.')

    const after = await read('history/')
    expect(new Set(after.owners).size).toBe(after.owners.length)
    expect(after.owners).toHaveLength(before.owners.length - 10)
    for (const { standings } of after.seasons) {
      const owners = standings.map(({ owner }: Json) => owner)
      expect(new Set(owners).size).toBe(owners.length)
    }
    const pairs = (await read('history/pairs/')).pairs
    const elo = await read('insights/elo/')
    for (const { owner, into } of merges) {
      const [first, second, both] = [totalsOf(before, owner), totalsOf(before, into), totalsOf(after, into)]
      for (const field of ['years', 'wins', 'losses', 'ties', 'titles', 'runner_up', 'thirds'])
        expect([into, field, both[field]]).toEqual([into, field, first[field] + second[field]])
      expect(both.pf).toBeCloseTo(first.pf + second.pf, 6)
      expect(totalsOf(after, owner)).toBeUndefined()
      const page = await read(`owners/${encodeURIComponent(into)}/`)
      const seasons = [owner, into].flatMap((name) => personOf(people, name).accounts[0].seasons)
      expect(page.seasons.map(({ season }: Json) => season).toSorted()).toEqual(seasons.toSorted())
      expect(JSON.stringify(elo)).not.toContain(JSON.stringify(owner))
      const rivalries = pairs.filter(({ a, b }: Json) => a === into || b === into)
      expect(page.totals.wins).toBe(both.wins)
      expect(rivalries.length).toBeGreaterThan(0)
    }
    const { suggestions, people: merged } = (await boss.get(MERGES)).body
    for (const { into } of merges)
      expect(personOf(merged, into).accounts.map(({ provider }: Json) => provider)).toEqual([
        'espn',
        'sleeper',
      ])
    expect(suggestions.filter(({ confidence }: Json) => confidence !== 'low')).toEqual([])

    const listed = (await boss.get(MERGES)).body.merges
    for (const { id } of listed) await boss.delete(`${MERGES}${id}/`)
    expect(await readEverything(before.owners)).toEqual(beforeEverything)
  })

  it('merges either all pairs or none', async () => {
    const { people } = (await boss.get(MERGES)).body
    const [first, second] = people.map(({ owner }: Json) => owner)
    const answers = [
      await boss.post(`${MERGES}all/`, {
        merges: [
          { owner: first, into: second },
          { owner: 'Nobody', into: second },
        ],
      }),
      await boss.post(`${MERGES}all/`, {
        merges: [
          { owner: first, into: second },
          { owner: second, into: first },
        ],
      }),
      await boss.post(`${MERGES}all/`, { merges: [] }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'owner_not_found'],
      [409, 'owner_has_merges'],
      [400, 'invalid_input'],
    ])
    expect((await boss.get(MERGES)).body.merges).toEqual([])
  })

  it('keeps the team of a user who is the same person on both platforms, and the merges in its archive', async () => {
    const history = await read('history/')
    const teamsOf = (season: number) => history.seasons.find((each: Json) => each.season === season).standings
    const userOf = async (owner: string) => {
      const { standings } = (await read('history/')).seasons.at(-1)
      const { team_id: teamId } = standings.find((each: Json) => each.owner === owner)
      const { teams } = await read('teams/')
      return teams.find(({ league_team_id: id }: Json) => id === teamId).assigned_user
    }
    const { member_id: memberId } = await testApp.db
      .selectFrom('team_assignments')
      .innerJoin('users', 'users.id', 'team_assignments.user_id')
      .select('member_id')
      .where('username', '=', 'ada')
      .executeTakeFirstOrThrow()
    const { members } = await readSeason(testApp.db, await testApp.findLeagueId('Moved'), 2022)
    const name = members.find((member) => member.memberId === memberId)?.name
    const into = teamsOf(2022).find((each: Json) => each.owner === name).owner
    const { owner } = teamsOf(2026).at(-1)
    expect(await userOf(owner)).toBeNull()
    await boss.post(MERGES, { owner, into })
    expect(await userOf(into)).toBe('ada')

    await testApp.db.updateTable('users').set({ is_staff: 1 }).execute()
    await boss.post('/api/account/confirm/', { password: 'boss-has-a-secret' })
    const archive = await testApp.app.inject({
      url: `${URL}/export/`,
      cookies: Object.fromEntries(boss.cookies),
    })
    const form = new FormData()
    form.append('name', 'Copy')
    form.append('file', new Blob([new Uint8Array(archive.rawPayload)]), 'moved.zip')
    expect((await postForm(boss, '/api/import-league/', form)).body).toMatchObject({ league: 'Copy' })
    const copy = await read('history/', 'Copy')
    const original = await read('history/')
    expect([copy.owners, copy.all_time]).toEqual([original.owners, original.all_time])
    const copied = (await boss.get('/api/league/Copy/history/merges/')).body
    expect(copied.merges).toMatchObject([{ owner: into, alias: owner }])
    expect(personOf(copied.people, into).accounts.map(({ provider }: Json) => provider)).toEqual([
      'espn',
      'sleeper',
    ])
  })
})

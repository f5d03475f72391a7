import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pointsFromDecimal } from '@fieldhouse/domain/points'
import type { LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { ACCOUNT_NOTICE_JOB } from '../auth/account-changes.ts'
import { type Db, inTransaction } from '../database/engine/database.ts'
import { createVerificationToken } from '../features/accounts/email.ts'
import { writePart } from '../repositories/archive-store.ts'
import { createPhoto } from './media-files.ts'
import { postFiles } from './multipart-form.ts'
import { createProviderSignIns, FAKE_PROVIDER, type ProviderSignIns } from './provider-sign-in-fixture.ts'
import { buildGame, buildSeason, buildSide, buildTeam } from './season-fixture.ts'
import { createSignIns, type SignIns } from './sign-in-fixture.ts'
import { ADMIN_CODE, SECRET_KEY, SUNDAY, startApp, type TestApp, type TestClient } from './start-app.ts'
import { storeWeek } from './store-week.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'
import { buildDraftPick, buildLineup, buildPlayer, buildTransaction, buildWeek } from './week-fixture.ts'

/** The skipper is admin of the league Harbour, the rival of the league Island. Neither is in the other league. */
export const ACTORS = [
  'anonymous',
  'stranger',
  'viewer',
  'player',
  'skipper',
  'rival',
  'staff',
  'boss',
] as const
export type Actor = (typeof ACTORS)[number]

/** The actors who have one of everything that belongs to an account, such as a passkey. */
const OWNERS = ['player', 'boss'] as const satisfies readonly Actor[]
export type Owner = (typeof OWNERS)[number]

export const LEAGUES = ['Harbour', 'Island'] as const
export type League = (typeof LEAGUES)[number]

/** The resources of a league that a request can name. */
export type LeagueResources = {
  post: number
  comment: number
  /** A comment on the trade. */
  tradeComment: number
  proposal: number
  option: number
  media: number
  merge: number
  failedJob: number
  importedPerson: number
  /** An invite link, which `invitee-` and the name of the league has used. */
  invite: { id: number; code: string }
  /** The code of the public link. */
  publicCode: string
  /** The league's only game, and its matchup period. */
  game: number
  week: number
  team: number
  /** The ID of the league's only trade. */
  trade: string
  /** A player of the team, in the league's only week with lineups. */
  player: number
  /** A season that the other league does not have. */
  season: number
  /** Two owners that are not merged. */
  owner: string
  otherOwner: string
  /** The player who created the feed items and has a pick in week 1. */
  member: string
  espnId: number
  /** A payment and a payout of the past season. The current season has a prize that the team has won. */
  duesEntry: number
  duesPayout: number
  /** The ID of its source. */
  source: number
}

export type TwoLeagues = {
  testApp: TestApp
  clients: Record<Actor, TestClient>
  resources: Record<League, LeagueResources>
  providerSignIns: ProviderSignIns
  /** Passkeys and second factors of the owners. */
  signIns: SignIns
  /** The API token of each owner. */
  apiTokenIds: ReadonlyMap<string, number>
  /** Of each owner, somebody whom the owner has muted. */
  muteIds: ReadonlyMap<string, number>
  /** The codes of each owner's calendar and recap feed. */
  subscriptionCodes: ReadonlyMap<string, string>
  /** A password reset link of the viewer. */
  resetLink: { uid: string; token: string }
  /** Of a verification link of the viewer. */
  verificationToken: string
  /** For each owner, an imported person who has the owner's username. */
  importedPeople: ReadonlyMap<Owner, number>
  /** The exported league Harbour. */
  archive: Uint8Array<ArrayBuffer>
  /** The URL of a channel that accepts every message. */
  webhook: string
}

const LEAGUE_SEEDS: Record<League, LeagueSeed> = {
  Harbour: {
    espnId: 4711,
    season: 2026,
    firstTeam: 1,
    owners: ['Ada Marlow', 'Ben Okafor', 'Cal Winter', 'Dee Finch'],
    member: 'player',
    game: 1,
    week: 1,
    player: 101,
  },
  Island: {
    espnId: 4712,
    season: 2025,
    firstTeam: 11,
    owners: ['Ivy Stone', 'Jon Reed', 'Kay Lind', 'Lou Harper'],
    member: 'neighbor',
    game: 7,
    week: 2,
    player: 201,
  },
}

type LeagueSeed = Pick<LeagueResources, 'espnId' | 'season' | 'member' | 'game' | 'week' | 'player'> & {
  firstTeam: number
  owners: [string, string, string, string]
}

/** Two leagues with one resource of every kind that a request can name, and a user for each kind of access. */
export async function createTwoLeagues(...options: Parameters<typeof startApp>): Promise<TwoLeagues> {
  const [settings, more] = options
  // With DEV_LINKS, the reset link is stored before the response, so no write follows the response.
  const webhookReceiver = await startWebhookReceiver()
  const DISCORD_BASE_URL = webhookReceiver.url.slice(0, -1)
  const started = await startApp(
    { DEV_LINKS: true, DISCORD_BASE_URL, RATE_LIMIT_FACTOR: 0, ...settings },
    { signInProviders: [FAKE_PROVIDER], ...more },
  )
  const close = async () => {
    await started.close()
    await webhookReceiver[Symbol.asyncDispose]()
  }
  const testApp = { ...started, close }
  const backups = join(testApp.dataDir, 'backups')
  mkdirSync(backups, { recursive: true })
  writeFileSync(join(backups, TEST_BACKUP), 'a backup')
  const webhook = `${webhookReceiver.url}api/webhooks/1/token`
  testApp.sheet.rows = [
    ['Owner', 'W1'],
    ['player', 'Bears (-110)'],
    ['neighbor', 'Lions (+120)'],
  ]
  testApp.provider.read = ({ leagueId, season }) => {
    const seed = Object.values(LEAGUE_SEEDS).find(({ espnId }) => String(espnId) === leagueId)
    return seed === undefined ? null : buildLeagueSeason(seed, season)
  }
  const clients = await createClients(testApp)
  const resources = {
    Harbour: await seedLeague(testApp, clients.boss, 'Harbour', clients.player),
    Island: await seedLeague(testApp, clients.boss, 'Island', await testApp.registerUser('neighbor')),
  }
  for (const [username, league, role] of [
    ['viewer', 'Harbour', 'viewer'],
    ['skipper', 'Harbour', 'admin'],
    ['rival', 'Island', 'admin'],
  ] as const)
    await expectOk(clients.boss.post('/api/assign-user/', { username, league, role }))
  for (const league of LEAGUES)
    await expectOk(clients.boss.post(`/api/league/${league}/webhook/`, { address: webhook }))
  for (const league of LEAGUES)
    await expectOk(
      clients.boss.post(
        `/api/league/${league}/social/moderation/proposal/${resources[league].proposal}/report/`,
        {
          reason: 'spam',
        },
      ),
    )
  for (const league of LEAGUES)
    await expectOk(clients.stranger.post('/api/request-league/', { league, message: 'Me too' }))
  const { link } = await expectOk(
    clients.anonymous.post('/api/password-reset/request/', { username_or_email: 'viewer' }),
  )
  // The server creates its push keys at the first request for them.
  await expectOk(clients.boss.get('/api/notifications/'))
  const query = new URL(link).searchParams
  const owners = { player: clients.player, boss: clients.boss }
  const signIns = await createSignIns(testApp, owners)
  // Not the only one, so that boss may delete their account. Without the staff flag, which shows in names.
  await testApp.db.updateTable('users').set({ is_admin: 1 }).where('username', '=', 'keyholder').execute()
  for (const client of Object.values(clients)) await client.get('/api/csrf/')
  const archive = await exportArchive(testApp, clients.boss)
  const apiTokenIds = await createApiTokens(owners)
  const subscriptionCodes = await createSubscriptions(owners)
  // Otherwise, a later request would start the jobs that tell people of all this.
  await testApp.db.deleteFrom('jobs').where('kind', '=', ACCOUNT_NOTICE_JOB).execute()
  return {
    testApp,
    clients,
    resources,
    apiTokenIds,
    muteIds: await insertMutes(testApp.db),
    subscriptionCodes,
    signIns,
    providerSignIns: await createProviderSignIns(testApp, clients, OWNERS),
    resetLink: { uid: query.get('uid') ?? '', token: query.get('token') ?? '' },
    verificationToken: createVerificationToken(
      SECRET_KEY,
      Number(query.get('uid')),
      'viewer@example.org',
      SUNDAY,
    ),
    importedPeople: await insertNamesakes(testApp.db),
    archive,
    webhook,
  }
}

async function createApiTokens(clients: Record<string, TestClient>): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const body = { name: 'Scores', scopes: ['read'], leagues: null, days: 90 }
  for (const [actor, client] of Object.entries(clients)) {
    const { created } = await expectOk(client.post('/api/account/tokens/', body))
    ids.set(actor, created.id)
  }
  return ids
}

/** Each owner has muted the neighbor in Harbour. */
async function insertMutes(db: TestApp['db']): Promise<Map<string, number>> {
  const users = await db.selectFrom('users').select(['id', 'username']).execute()
  const idOf = (name: string) => users.find(({ username }) => username === name)?.id ?? 0
  const league = await db
    .selectFrom('leagues')
    .select('id')
    .where('name', '=', 'Harbour')
    .executeTakeFirstOrThrow()
  const ids = new Map<string, number>()
  for (const actor of OWNERS) {
    const mute = {
      league_id: league.id,
      user_id: idOf(actor),
      muted_user_id: idOf('neighbor'),
      created_at: 0,
    }
    const { id } = await db.insertInto('mutes').values(mute).returning('id').executeTakeFirstOrThrow()
    ids.set(actor, id)
  }
  return ids
}

/** By owner and kind, such as 'player calendar'. */
async function createSubscriptions(clients: Record<string, TestClient>): Promise<Map<string, string>> {
  const codes = new Map<string, string>()
  for (const [actor, client] of Object.entries(clients))
    for (const kind of ['calendar', 'recaps']) {
      const { path } = await expectOk(client.post('/api/account/subscriptions/', { kind }))
      codes.set(`${actor} ${kind}`, path.split('/').at(-2))
    }
  return codes
}

async function createClients(testApp: TestApp): Promise<Record<Actor, TestClient>> {
  const boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  const others = ['stranger', 'player', 'skipper', 'rival', 'staff'] as const
  const clients = { anonymous: testApp.client(), boss } as Record<Actor, TestClient>
  for (const name of others) clients[name] = await testApp.registerUser(name)
  clients.viewer = await testApp.registerUser('viewer', { email: 'viewer@example.org' })
  await expectOk(boss.post('/api/users/set-staff/', { username: 'staff', is_staff: true }))
  return clients
}

async function seedLeague(
  testApp: TestApp,
  boss: TestClient,
  league: League,
  author: TestClient,
): Promise<LeagueResources> {
  const { espnId, season, firstTeam, owners, member, game, week, player } = LEAGUE_SEEDS[league]
  const path = `/api/league/${league}`
  const google_sheet_id = `1${league}Picks-abcdefghijklmnop`
  await expectOk(boss.post('/api/create-league/', { name: league, espn_league_id: espnId, google_sheet_id }))
  await expectOk(boss.post('/api/refresh-espn/', { name: league, season: PAST_SEASON }))
  await expectOk(boss.post('/api/refresh-espn/', { name: league, season }))
  const { id } = await testApp.db
    .selectFrom('leagues')
    .select('id')
    .where('name', '=', league)
    .executeTakeFirstOrThrow()
  const lineups = [firstTeam, firstTeam + 1].map((teamId, index) =>
    buildLineup(teamId, [buildPlayer({ playerId: player + index, name: `Player ${index} of ${league}` })]),
  )
  await storeWeek(testApp.db, id, buildWeek({ providerLeagueId: String(espnId), season, lineups }))
  await storeTrade(testApp.db, id, { season, firstTeam, player, trade: tradeOf(league) })
  await expectOk(boss.post(`${path}/settings/`, { has_betslip: true }))
  await expectOk(boss.post('/api/assign-user/', { username: member, league, role: 'player' }))
  await expectOk(boss.post(`${path}/assign-team/`, { league_team_id: firstTeam, username: member }))
  const { path: invitePath, created: invite } = await expectOk(boss.post(`${path}/invites/`, {}))
  const inviteCode = String(invitePath).replace('/join/', '')
  const invitee = await testApp.registerUser(`invitee-${league.toLowerCase()}`)
  await expectOk(invitee.post('/api/invites/accept/', { code: inviteCode, league_team_id: null }))
  const rule = { id: null, heading: `Rules of ${league}`, body: 'Be kind.', proposal_id: null }
  await expectOk(boss.post(`${path}/rules/`, { version: 0, sections: [rule] }))
  const dues = await seedDues(boss, path, { season, team: firstTeam })
  const { path: publicPath } = await expectOk(boss.post(`${path}/public-link/`, {}))
  await expectOk(boss.post(`${path}/bets/admin/refresh/`, { locked_weeks: true }))
  await expectOk(
    postFiles(boss, `${path}/owners/${owners[0]}/picture/`, [
      { name: 'me.jpg', field: 'file', content: await createPhoto() },
    ]),
  )
  await expectOk(
    postFiles(boss, `${path}/trophy/?description=Cup%20of%20${league}`, [
      { name: 'cup.jpg', field: 'file', content: await createPhoto() },
    ]),
  )
  await expectOk(boss.post(`${path}/history/merges/`, { owner: owners[3], into: owners[2] }))
  const { sources } = await expectOk(boss.get(`${path}/sources/`))
  const { merges } = await expectOk(boss.get(`${path}/history/merges/`))
  const items = await createItems(league, season, author)
  await insertPreview(testApp.db, league, items.post)
  return {
    ...items,
    ...dues,
    merge: merges[0].id,
    source: sources[0].id,
    failedJob: await insertFailedJob(testApp.db, league),
    importedPerson: await insertImportedPerson(testApp.db, league, 'guest'),
    invite: { id: invite.id, code: inviteCode },
    publicCode: String(publicPath).replace('/public/', ''),
    game,
    week,
    team: firstTeam,
    trade: tradeOf(league),
    player,
    season,
    owner: owners[0],
    otherOwner: owners[1],
    member,
    espnId,
  }
}

/** The dues of two seasons with a prize that the team has won. That of the past season is paid out. */
async function seedDues(boss: TestClient, path: string, { season, team }: { season: number; team: number }) {
  const prize = { prize_id: null, kind: 'custom', title: 'Best name', amount: '25', includes_playoffs: false }
  const setup = { version: 0, amount: '50', due_on: null, note: '', prizes: [prize] }
  for (const year of [PAST_SEASON, season]) {
    await expectOk(boss.post(`${path}/dues/`, { season: year, ...setup }))
    await expectOk(boss.post(`${path}/dues/winner/`, { season: year, prize_id: 1, team_id: team }))
  }
  const noted = { season: PAST_SEASON, team_id: team, paid_on: '2024-09-01' }
  await expectOk(boss.post(`${path}/dues/payments/`, { ...noted, amount: '50' }))
  const payout = { ...noted, prize_id: 1, week: null, amount: '25' }
  const { teams, prizes } = await expectOk(boss.post(`${path}/dues/payouts/`, payout))
  const paid = teams.find((each: { team_id: number }) => each.team_id === team)
  return { duesEntry: paid.entries[0].id, duesPayout: prizes[0].awards[0].winners[0].payout.id }
}

const tradeOf = (league: League) => `trade-of-${league}`

async function storeTrade(
  db: Db,
  leagueId: number,
  { season, firstTeam, player, trade }: { season: number; firstTeam: number; player: number; trade: string },
): Promise<void> {
  const moves = [
    { playerId: player, fromTeamId: firstTeam + 1, toTeamId: firstTeam },
    { playerId: player + 1, fromTeamId: firstTeam, toTeamId: firstTeam + 1 },
  ]
  const transactions = [buildTransaction({ id: trade, season, kind: 'trade', bid: null, moves })]
  const source = { receivedAt: SUNDAY, isFetched: true }
  const picks = [buildDraftPick({ teamId: firstTeam, playerId: player })]
  const draft = { providerLeagueId: '4711', season, isComplete: true, kind: null, picks }
  await inTransaction(db, async (transaction) => {
    const week = { season, week: 1, transactions }
    await writePart(transaction, leagueId, { name: 'transactions', week }, source)
    await writePart(transaction, leagueId, { name: 'draft', draft }, source)
  })
}

async function insertNamesakes(db: Db): Promise<Map<Owner, number>> {
  const ids = new Map<Owner, number>()
  for (const actor of OWNERS) ids.set(actor, await insertImportedPerson(db, 'Harbour', actor))
  return ids
}

/** A person of an archive, a viewer there, whose rows belong to the stranger's account. */
async function insertImportedPerson(db: Db, league: League, username: string): Promise<number> {
  const leagueId = await leagueIdOf(db, league)
  await db
    .insertInto('league_imports')
    .values({ league_id: leagueId, imported_at: SUNDAY.getTime(), imported_by: 'boss' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await db
    .insertInto('imported_people')
    .values((eb) => ({
      league_id: leagueId,
      user_id: eb.selectFrom('users').select('id').where('username', '=', 'stranger'),
      username,
      username_key: username,
      role: 'viewer' as const,
      member_since: 0,
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function leagueIdOf(db: Db, league: League): Promise<number> {
  const { id } = await db
    .selectFrom('leagues')
    .select('id')
    .where('name', '=', league)
    .executeTakeFirstOrThrow()
  return id
}

async function insertFailedJob(db: Db, league: League): Promise<number> {
  const id = await leagueIdOf(db, league)
  const job = await db
    .insertInto('jobs')
    .values({
      kind: 'webhook',
      league_id: id,
      unique_key: `webhook:${id}`,
      payload: '{"text":"Week 1"}',
      status: 'failed',
      priority: 1,
      run_at: 0,
      attempts: 8,
      last_error: "Discord didn't accept the message: HTTP 503.",
      created_at: 0,
      ended_at: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return job.id
}

async function createItems(league: League, season: number, author: TestClient) {
  const social = `/api/league/${league}/social`
  const post = await expectOk(author.post(`${social}/posts/`, { content: `Hello ${league}` }))
  const comment = await expectOk(author.post(`${social}/posts/${post.id}/comments/`, { body: 'Hello again' }))
  const trade = `/api/league/${league}/trades/${season}/${tradeOf(league)}`
  const tradeComment = await expectOk(author.post(`${trade}/comments/`, { body: 'Who won?' }))
  const options = ['Ann', 'Bob']
  const proposal = await expectOk(author.post(`${social}/proposals/`, { question: 'Who?', options }))
  const media = await expectOk(
    postFiles(author, `${social}/media/`, [{ name: 'us.jpg', content: await createPhoto() }]),
  )
  return {
    post: post.id,
    comment: comment.id,
    tradeComment: tradeComment.id,
    proposal: proposal.id,
    option: proposal.options[0].id,
    media: media.items[0].id,
  }
}

async function insertPreview(db: Db, league: League, postId: number): Promise<void> {
  const url = `https://news.example/${league}`
  await db
    .insertInto('link_previews')
    .values({
      url_key: league,
      url,
      title: `News of ${league}`,
      description: 'What happened.',
      site_name: 'The Paper',
      image_url: 'https://news.example/story.png',
      fetch_after: SUNDAY.getTime(),
      used_at: SUNDAY.getTime(),
    })
    .execute()
  await db.insertInto('post_links').values({ post_id: postId, url_key: league }).execute()
}

/** A finished season that both leagues have. */
export const PAST_SEASON = 2024

/** A backup that is stored, although it is none. */
export const TEST_BACKUP = 'fieldhouse-2026-10-10T09-17-00Z.zip'

/** A season with four teams and one game, between the first two. That of the past is over, and the first team won it. */
function buildLeagueSeason(seed: LeagueSeed, season: number): LeagueSeason {
  const { espnId, firstTeam, owners, game, week } = seed
  const isPast = season === PAST_SEASON
  const memberIds = owners.map((name) => `{${name}}`)
  return buildSeason({
    providerLeagueId: String(espnId),
    season,
    size: owners.length,
    members: owners.map((name, index) => ({
      memberId: `{${name}}`,
      name,
      isManager: index === 0,
      isCreator: false,
    })),
    teams: memberIds
      .map((memberId, index) =>
        buildTeam({ teamId: firstTeam + index, name: `Team of ${owners[index]}`, ownerIds: [memberId] }),
      )
      .map((team, index) => (isPast ? { ...team, finalRank: index + 1 } : team)),
    ...(isPast
      ? { progress: { isDrafted: true, isFinished: true, currentPeriod: 4, currentWeek: 4, finalWeek: 4 } }
      : {}),
    games: [
      buildGame({
        gameId: game,
        period: week,
        home: buildSide({ teamId: firstTeam, ...(isPast ? { points: pointsFromDecimal(101.5) } : {}) }),
        away: buildSide({ teamId: firstTeam + 1 }),
        result: isPast ? 'home' : 'tie',
      }),
    ],
  })
}

async function exportArchive(testApp: TestApp, boss: TestClient): Promise<Uint8Array<ArrayBuffer>> {
  const response = await testApp.app.inject({
    url: '/api/league/Harbour/export/',
    cookies: Object.fromEntries(boss.cookies),
    payloadAsStream: true,
  })
  return Buffer.from(await buffer(response.stream()))
}

/** The body of a response that the fixture needs. Throws if the request failed. */
async function expectOk(pendingResponse: ReturnType<TestClient['post']>) {
  const { status, body } = await pendingResponse
  if (status !== 200) throw new Error(`the fixture request failed: ${status} ${JSON.stringify(body)}`)
  return body
}

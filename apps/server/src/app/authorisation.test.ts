import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Table } from '../database/tables.ts'
import { postFiles } from '../testing/a-form.ts'
import { aSeason } from '../testing/a-season.ts'
import { type AllRows, allRows, comparable, dataTables, restoreRows } from '../testing/all-rows.ts'
import { type Change, fieldsOf, requestWith } from '../testing/bad-requests.ts'
import { aPhoto } from '../testing/media-files.ts'
import { ADMIN_CODE, startApp, type TestApp, type Visitor } from '../testing/start-app.ts'

/** A skipper is admin of the league Harbour, a rival of the league Island, and neither is in the other. */
const ACTORS = ['nobody', 'stranger', 'viewer', 'player', 'skipper', 'rival', 'staff', 'boss'] as const
type Actor = (typeof ACTORS)[number]
const LEAGUES = ['Harbour', 'Island'] as const
type League = (typeof LEAGUES)[number]

/** What a cell says, and the code that it stands for; `ok` is everything else. */
const CODES: Record<string, string> = {
  out: 'not_signed_in',
  member: 'not_member',
  runs: 'not_league_admin',
  admin: 'not_admin',
  staff: 'not_staff',
  site: 'not_site_admin',
  own: 'not_allowed',
}

// Each line has the actors in their order. Source: decisions, 3.
//                nobody stranger viewer player skipper rival staff boss
const ANYONE = one('ok     ok      ok     ok     ok      ok     ok    ok')
const SIGNED_IN = one('out ok      ok     ok     ok      ok     ok    ok')
const ADMINS = one('out    admin   admin  admin  ok      ok     ok    ok')
const STAFF = one('out     staff   staff  staff  staff   staff  ok    ok')
const SITE_ADMINS = one('out site  site   site   site    site   site  ok')
const PLAYER_OR_STAFF = one('out own own  ok     own     own    ok    ok')
const IN_ISLAND = 'out     member  member member member  ok     ok    ok'
const MEMBERS = two('out   member  ok     ok     ok      member ok    ok', IN_ISLAND)
const LEAGUE_ADMINS = two('out member runs runs  ok      member ok    ok', IN_ISLAND)
/** The league is in the body or the query. */
const RUNNERS = two(
  'out   admin   admin  admin  ok      runs   ok    ok',
  'out admin admin admin runs ok ok ok',
)
/** The player has made it in the one league, the rival in the other. */
const AUTHORS = two('out   member  own    ok     ok      member ok    ok', IN_ISLAND)

const TABLE: Record<keyof Operations, Record<League, string>> = {
  getCsrf: ANYONE,
  whoAmI: ANYONE,
  login: ANYONE,
  logout: ANYONE,
  register: ANYONE,
  requestPasswordReset: ANYONE,
  confirmPasswordReset: ANYONE,
  updateAccount: SIGNED_IN,
  changePassword: SIGNED_IN,
  listSessions: SIGNED_IN,
  endSessions: SIGNED_IN,

  listLeagues: SIGNED_IN,
  listUserLeagues: PLAYER_OR_STAFF,
  getMyRole: SIGNED_IN,
  getMeta: MEMBERS,
  createLeague: ADMINS,
  requestLeague: SIGNED_IN,
  listMyJoinRequests: SIGNED_IN,
  listJoinRequests: ADMINS,
  approveJoinRequest: RUNNERS,
  rejectJoinRequest: ADMINS,

  listLeagueStatus: ADMINS,
  refreshLeagues: RUNNERS,

  listStandings: MEMBERS,
  getMySummary: MEMBERS,
  getSnapshot: MEMBERS,
  getMyRoster: MEMBERS,
  getScoreboard: MEMBERS,
  getMyMatchup: MEMBERS,
  listPlayerNews: SIGNED_IN,

  getHistory: MEMBERS,
  compareOwners: MEMBERS,
  getOwner: MEMBERS,
  getGame: MEMBERS,
  listOwnerMerges: LEAGUE_ADMINS,
  mergeOwners: LEAGUE_ADMINS,
  undoOwnerMerge: LEAGUE_ADMINS,
  excludeFromRecords: LEAGUE_ADMINS,
  uploadOwnerPicture: LEAGUE_ADMINS,
  deleteOwnerPicture: LEAGUE_ADMINS,
  backfillHistory: LEAGUE_ADMINS,
  uploadSeasons: LEAGUE_ADMINS,
  listSeasons: MEMBERS,
  listLeagueJobs: LEAGUE_ADMINS,
  getSeasonTemplate: LEAGUE_ADMINS,

  getBets: MEMBERS,
  savePick: MEMBERS,
  refreshBets: LEAGUE_ADMINS,
  getPickHistory: MEMBERS,
  settlePick: LEAGUE_ADMINS,
  getBetsLedger: MEMBERS,

  listFeed: MEMBERS,
  createPost: MEMBERS,
  deletePost: AUTHORS,
  likePost: MEMBERS,
  pinPost: LEAGUE_ADMINS,
  listComments: MEMBERS,
  createComment: MEMBERS,
  deleteComment: AUTHORS,
  createProposal: MEMBERS,
  deleteProposal: AUTHORS,
  voteOnProposal: MEMBERS,
  pinProposal: LEAGUE_ADMINS,
  uploadMedia: MEMBERS,
  getMediaFile: MEMBERS,
  deleteMedia: AUTHORS,

  listUsers: ADMINS,
  setStaff: SITE_ADMINS,
  resetUserPassword: STAFF,
  assignUser: RUNNERS,
  listTeams: LEAGUE_ADMINS,
  assignTeam: LEAGUE_ADMINS,
  getServerCookieStatus: ADMINS,
  getLeagueCookieStatus: LEAGUE_ADMINS,
  saveEspnCredentials: LEAGUE_ADMINS,
  getLeagueSettings: LEAGUE_ADMINS,
  saveLeagueSettings: LEAGUE_ADMINS,
  listMembers: LEAGUE_ADMINS,
  removeMember: LEAGUE_ADMINS,
  deleteLeague: LEAGUE_ADMINS,
  listActs: RUNNERS,
  exportLeague: LEAGUE_ADMINS,
  importLeague: STAFF,

  streamEvents: MEMBERS,
}

function one(line: string): Record<League, string> {
  return { Harbour: line, Island: line }
}

function two(harbour: string, island: string): Record<League, string> {
  return { Harbour: harbour, Island: island }
}

/** What nobody may do with the example of its contract: it wants a form, a secret or what is not there. */
const ASK_FOR_MORE: readonly string[] = [
  'login register confirmPasswordReset updateAccount changePassword endSessions',
  'undoOwnerMerge uploadOwnerPicture backfillHistory uploadSeasons uploadMedia',
  'savePick refreshBets getPickHistory settlePick saveEspnCredentials importLeague',
].flatMap((names) => names.split(' '))

type Items = Record<'post' | 'comment' | 'proposal' | 'option' | 'media', number>

let world: TestApp
let visitors: Record<Actor, Visitor>
let items: Record<League, Items>
let tables: Table[]
let before: AllRows

beforeAll(async () => {
  world = await startApp({ DEV_LINKS: true })
  const boss = await world.member('boss', { role: 'admin', admin_code: ADMIN_CODE })
  const others = ['stranger', 'viewer', 'player', 'skipper', 'rival', 'staff'] as const
  visitors = { nobody: world.visitor(), boss } as Record<Actor, Visitor>
  for (const name of others) visitors[name] = await world.member(name)
  await boss.post('/api/users/set-staff/', { username: 'staff', is_staff: true })
  world.provider.read = (asked) => aSeason({ providerLeagueId: asked.leagueId })
  for (const [league, espn_league_id] of [
    ['Harbour', 4711],
    ['Island', 4712],
  ] as const) {
    await boss.post('/api/create-league/', { name: league, espn_league_id })
    await boss.post('/api/refresh-espn/', { name: league })
    await boss.post(`/api/league/${league}/settings/`, { has_betslip: true })
    await visitors.stranger.post('/api/request-league/', { league, message: 'Me too' })
  }
  for (const [username, league, role] of [
    ['viewer', 'Harbour', 'viewer'],
    ['player', 'Harbour', 'player'],
    ['skipper', 'Harbour', 'admin'],
    ['rival', 'Island', 'admin'],
  ] as const)
    await boss.post('/api/assign-user/', { username, league, role })
  items = { Harbour: await itemsIn('Harbour', 'player'), Island: await itemsIn('Island', 'rival') }
  for (const visitor of Object.values(visitors)) await visitor.get('/api/csrf/')
  tables = await dataTables(world.db)
  before = await allRows(world.db, tables)
})
afterAll(() => world.close())

async function itemsIn(league: League, author: Actor): Promise<Items> {
  const social = `/api/league/${league}/social`
  const post = (path: string, body: object) => visitors[author].post(`${social}/${path}`, body)
  const { body: made } = await post('posts/', { content: 'Hello' })
  const { body: comment } = await post(`posts/${made.id}/comments/`, { body: 'Hello again' })
  const { body: proposal } = await post('proposals/', { question: 'Who?', options: ['Ann', 'Bob'] })
  const { body: media } = await postFiles(visitors[author], `${social}/media/`, [
    { name: 'us.jpg', content: await aPhoto() },
  ])
  return {
    post: made.id,
    comment: comment.id,
    proposal: proposal.id,
    option: proposal.options[0].id,
    media: media.items[0].id,
  }
}

/** The call as it is meant in a league, about items of that league or another. */
function requestIn(operation: Operation, league: League, from: League = league) {
  const { url } = operation
  const kind = url.includes('/media/') ? 'media' : url.includes('/proposals/') ? 'proposal' : 'post'
  const own = items[from]
  const isAboutRequest = url.includes('/league-requests/')
  const changes: Change[] = [
    { place: 'params', name: 'league', text: league },
    { place: 'params', name: 'id', text: String(own[kind]) },
    { place: 'params', name: 'comment', text: String(own.comment) },
    { place: 'params', name: 'game', text: '1' },
    { place: 'params', name: 'season', text: '2026' },
    { place: 'body', name: 'option_id', text: String(own.option) },
    { place: 'body', name: 'league', text: JSON.stringify(league) },
    ...(operation === operations.createLeague
      ? [{ place: 'body', name: 'name', text: '"Third"' } as const]
      : []),
    ...(operation === operations.listActs
      ? [{ place: 'querystring', name: 'league', text: league } as const]
      : []),
    {
      place: 'body',
      name: 'username',
      text: JSON.stringify(isAboutRequest ? 'stranger' : 'player'),
    },
    ...(operation === operations.refreshLeagues
      ? [{ place: 'body', name: 'name', text: JSON.stringify(league) } as const]
      : []),
  ]
  const fields = fieldsOf(operation)
  const isDeclared = (change: Change) =>
    fields.some(({ place, name }) => place === change.place && name === change.name)
  return requestWith(operation, changes.filter(isDeclared))
}

async function send(actor: Actor, operation: Operation, request: ReturnType<typeof requestWith>) {
  const { cookies } = visitors[actor]
  const { url, body, contentType } = request
  const answer = await world.app.inject({
    method: operation.method,
    url,
    cookies: Object.fromEntries(cookies),
    headers: {
      'x-csrftoken': cookies.get('csrftoken') ?? '',
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  return { status: answer.statusCode, code: isJson ? (answer.json().code as string | undefined) : undefined }
}

const isStream = ({ schema }: Operation) => schema.produces?.includes('text/event-stream') === true

describe.each(Object.entries<Operation>(operations))('%s', (name, operation) => {
  it('is open to whom the table names, and a refusal changes nothing', async () => {
    let isDone = false
    const found: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const league of LEAGUES) {
      const cells = TABLE[name as keyof Operations][league].split(/\s+/)
      for (const [index, actor] of ACTORS.entries()) {
        const cell = cells[index] ?? ''
        const code = CODES[cell]
        expected[`${actor} in ${league}`] = code ?? 'ok'
        // An event stream has no end to wait for.
        const answer =
          code === undefined && isStream(operation)
            ? { status: 200, code: undefined }
            : await send(actor, operation, requestIn(operation, league))
        isDone ||= answer.status < 400
        const isRefused = Object.values(CODES).includes(answer.code ?? '')
        found[`${actor} in ${league}`] = isRefused ? (answer.code ?? '') : 'ok'
        if (code !== undefined) {
          expect([actor, league, answer.status]).toEqual([actor, league, cell === 'out' ? 401 : 403])
          expect(
            comparable(await allRows(world.db, tables)) === comparable(before),
            `${actor} in ${league}`,
          ).toBe(true)
        } else if (operation.method !== 'GET' || name === 'exportLeague') await restoreRows(world.db, before)
      }
    }
    expect(found).toEqual(expected)
    expect(isDone).toBe(!ASK_FOR_MORE.includes(name))
  })
})

describe('what belongs to another league', () => {
  const ofItems = Object.entries<Operation>(operations).filter(([, { url }]) => /social\/.*:id/.test(url))

  it.each(ofItems)('is not there for %s', async (_, operation) => {
    for (const actor of ['skipper', 'boss'] as const) {
      const answer = await send(actor, operation, requestIn(operation, 'Harbour', 'Island'))
      expect([actor, answer]).toEqual([actor, { status: 404, code: 'item_not_found' }])
      expect(comparable(await allRows(world.db, tables)) === comparable(before)).toBe(true)
    }
  })

  it('is no option and no comment of a post or proposal at home', async () => {
    const { post, proposal } = items.Harbour
    const skipper = visitors.skipper
    const vote = await skipper.post(`/api/league/Harbour/social/proposals/${proposal}/vote/`, {
      option_id: items.Island.option,
    })
    expect([vote.status, vote.body.code]).toEqual([400, 'invalid_input'])
    const comment = await skipper.delete(
      `/api/league/Harbour/social/posts/${post}/comments/${items.Island.comment}/`,
    )
    expect([comment.status, comment.body.code]).toEqual([404, 'item_not_found'])
    expect(comparable(await allRows(world.db, tables)) === comparable(before)).toBe(true)
  })
})

describe('the rights of staff', () => {
  it.each([
    ['skipper', 'POST /api/refresh-espn/', {}, 'not_staff'],
    [
      'staff',
      'POST /api/users/reset-password/',
      { username: 'boss', new_password: 'a long secret' },
      'not_site_admin',
    ],
    [
      'staff',
      'POST /api/users/reset-password/',
      { username: 'staff', new_password: 'a long secret' },
      'not_site_admin',
    ],
    ['boss', 'POST /api/users/set-staff/', { username: 'boss', is_staff: false }, 'last_site_admin'],
  ] as const)('end for %s at %s %j', async (actor, key, body, code) => {
    const answer = await visitors[actor].post(key.split(' ')[1] ?? '', body)
    expect(answer.body.code).toBe(code)
    expect(comparable(await allRows(world.db, tables)) === comparable(before)).toBe(true)
  })
})

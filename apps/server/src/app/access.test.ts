import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import type { Access } from '@fieldhouse/domain/league/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNT_NOTICE_JOB } from '../auth/account-changes.ts'
import { type BadRequest, fieldsOf, requestWith } from '../testing/bad-requests.ts'
import { IS_NET } from '../testing/is-net.ts'
import { listFiles } from '../testing/list-files.ts'
import { TEST_ENGINE } from '../testing/test-database.ts'
import {
  ACTORS,
  type Actor,
  createTwoLeagues,
  LEAGUES,
  type League,
  type LeagueResources,
  type TwoLeagues,
} from '../testing/two-leagues.ts'
import { buildValidRequest, sendAs } from '../testing/valid-requests.ts'
import {
  type Change,
  hasChanged,
  type WatchedRows,
  waitForJobOf,
  watchRows,
} from '../testing/watched-rows.ts'

type OperationName = keyof Operations

const OPERATIONS = Object.entries(operations) as [OperationName, Operation][]

/** Who is rejected does not depend on the engine. The gate tests that on SQLite only. */
const TESTS_REJECTIONS = IS_NET || TEST_ENGINE === 'sqlite'

let fixture: TwoLeagues
let rows: WatchedRows
let islandId: unknown
beforeAll(async () => {
  fixture = await createTwoLeagues()
  rows = await watchRows(fixture.testApp.db)
  const leagues = rows.before.find(({ table }) => table.name === 'leagues')
  islandId = leagues?.rows.find(({ name }) => name === 'Island')?.['id']
})
afterAll(() => fixture.testApp.close())

/** The error code for each cell of the table; `ok` means success. */
const ERROR_CODES: Record<string, string> = {
  ok: 'ok',
  out: 'not_signed_in',
  member: 'not_member',
  runs: 'not_league_admin',
  admin: 'not_admin',
  staff: 'not_staff',
  site: 'not_site_admin',
}

const MEMBERS_OF_ISLAND = 'out member member member member ok ok ok'

/** Who may use the operations of each access level, in the order of ACTORS. Source: decisions, 3. */
const ACCESS_LEVELS: Record<Access, { least: Actor } & Record<League, string>> = {
  //                        anonymous stranger viewer player skipper rival staff boss
  anyone: inBoth('anonymous', 'ok     ok       ok     ok     ok      ok    ok    ok'),
  signed_in: inBoth('player', 'out  ok       ok     ok     ok      ok    ok    ok'),
  member: {
    least: 'viewer',
    Harbour: '                  out    member   ok     ok     ok    member ok    ok',
    Island: MEMBERS_OF_ISLAND,
  },
  league_admin: {
    least: 'skipper',
    Harbour: '                  out    member   runs   runs   ok    member ok    ok',
    Island: MEMBERS_OF_ISLAND,
  },
  any_admin: inBoth('skipper', 'out   admin    admin  admin  ok      ok    ok    ok'),
  staff: inBoth('staff', '      out    staff    staff  staff  staff  staff  ok    ok'),
  site_admin: inBoth('boss', '  out    site     site   site   site    site  site  ok'),
}

function inBoth(least: Actor, cells: string) {
  return { least, Harbour: cells, Island: cells }
}

/** What the actors get from operations of an access level. */
function expectedCodes(access: Access, league: League): { actor: Actor; code: string }[] {
  const cells = ACCESS_LEVELS[access][league].trim().split(/\s+/)
  return ACTORS.map((actor, index) => ({ actor, code: ERROR_CODES[cells[index] ?? ''] ?? 'unknown' }))
}

/** Rules of operations beyond their access levels: who may use them in Harbour, and who may not. */
const FURTHER_RULES: {
  operations: OperationName[]
  allowed: Actor
  rejected: readonly Actor[]
  code: string
}[] = [
  // The player is the author of everything in Harbour.
  {
    operations: [
      'deletePost',
      'removeLinkPreview',
      'deleteComment',
      'deleteItemComment',
      'deleteTradeComment',
    ],
    allowed: 'player',
    rejected: ['viewer'],
    code: 'not_allowed',
  },
  {
    operations: ['deleteProposal', 'deleteMedia'],
    allowed: 'player',
    rejected: ['viewer'],
    code: 'not_allowed',
  },
  {
    operations: ['editPost', 'editComment', 'editItemComment', 'editTradeComment'],
    allowed: 'player',
    rejected: ['viewer', 'skipper', 'boss'],
    code: 'not_allowed',
  },
  {
    operations: ['reportContent', 'muteAuthor', 'unmuteAuthor'],
    allowed: 'viewer',
    rejected: ['player'],
    code: 'not_allowed',
  },
  {
    operations: ['noteSlipPayment'],
    allowed: 'skipper',
    rejected: ['viewer', 'player'],
    code: 'not_allowed',
  },
  {
    operations: ['listUserLeagues'],
    allowed: 'player',
    rejected: ['viewer', 'skipper'],
    code: 'not_allowed',
  },
  // These name the league in the body or the query.
  {
    operations: ['approveJoinRequest', 'refreshLeagues', 'refreshLeague', 'assignUser', 'listAuditEntries'],
    allowed: 'skipper',
    rejected: ['rival'],
    code: 'not_league_admin',
  },
]

const ruleOf = (name: OperationName) => FURTHER_RULES.find(({ operations: each }) => each.includes(name))

const accessOf = (name: OperationName) => operations[name].config.access

/** An actor who may use the operation in Harbour, without more rights than necessary. */
const leastActorOf = (name: OperationName): Actor =>
  ruleOf(name)?.allowed ?? ACCESS_LEVELS[accessOf(name)].least

const isRead = ({ method }: Operation) => method === 'GET'

/** For each access level, the first of its reads and of its writes with the usual limits and no further rule. */
const REPRESENTATIVES = (Object.keys(ACCESS_LEVELS) as Access[]).flatMap((access) =>
  ['read', 'write'].map((kind) => {
    const found = OPERATIONS.find(
      ([name, { config }]) =>
        config.access === access && config.limits.name === kind && ruleOf(name) === undefined,
    )
    if (found === undefined) throw new Error(`no ${kind} operation has the access level ${access}`)
    return { access, kind, name: found[0] }
  }),
)

async function send(name: OperationName, actor: Actor, request: BadRequest) {
  const { status, body } = await sendAs(fixture, actor, operations[name], request)
  const text = body.toString()
  return { status, text, code: status < 400 ? 'ok' : String(JSON.parse(text).code) }
}

const sendValid = async (name: OperationName, actor: Actor, league: League, resources?: LeagueResources) =>
  send(name, actor, await buildValidRequest(fixture, name, actor, league, resources))

/** Without a body, which is read only after the request has been authorized. */
const sendEmpty = (name: OperationName, actor: Actor) =>
  send(name, actor, { ...requestWith(operations[name], []), body: undefined, contentType: undefined })

/** Names, sizes and times of all files of the data folder. */
const listFileStates = () =>
  listFiles(fixture.testApp.dataDir).map(({ name, stats }) => `${name} ${stats.size} ${stats.mtimeMs}`)

/** Sends requests that are all rejected, and expects that they have changed nothing. */
async function expectNoChanges(sendAll: () => Promise<void>) {
  const files = listFileStates()
  await sendAll()
  expect([await rows.restore(), listFileStates()]).toEqual([[], files])
}

const NAMES_OF_ISLAND = /Island|Ivy Stone|Jon Reed|neighbor|Lions/

const isOfLeague = ({ url }: Operation) => url.includes(':league')

/**
 * The tables that decide how people sign in, and what they and those without an account may do. Their columns are listed
 * that say how something was used, or are only shown.
 */
const DECISIVE_TABLES: Readonly<Record<string, readonly string[]>> = {
  users: ['first_name', 'last_name'],
  sessions: ['seen_at', 'expires_at', 'address'],
  identities: ['used_at'],
  passkeys: ['counter', 'used_at'],
  totp_secrets: ['last_step', 'pending_secret'],
  recovery_codes: ['used_at'],
  password_resets: [],
  api_tokens: ['used_at'],
  api_token_leagues: [],
  subscriptions: [],
  memberships: [],
  league_credentials: ['is_tested', 'accepted_at', 'refused_at'],
  league_webhooks: ['sent_at', 'last_error'],
  public_links: [],
  invite_links: ['uses'],
}

/** Whether more was written than the use of something. What was written may be as before. */
function isDecisive(change: Change): boolean {
  const { table, extra, missing, columns } = change
  if (table.name === 'leagues') return columns.includes('may_use_server_cookies')
  const ignored = DECISIVE_TABLES[table.name]
  if (ignored === undefined) return false
  const isUseOnly = columns.length > 0 && columns.every((column) => ignored.includes(column))
  return extra.length + missing.length > 0 || !isUseOnly
}

/** Tables with secrets that give nobody access to an account or a league. */
const OTHER_SECRETS = ['passkey_challenges', 'push_subscriptions', 'push_keys', 'sign_in_steps']

/** The operations that change decisive tables without a recent proof, by what stands in its place. */
const WITHOUT_PROOF: Readonly<Record<string, readonly OperationName[]>> = {
  'proves who somebody is': [
    'login',
    'signInWithPasskey',
    'completeSignIn',
    'confirmIdentity',
    'confirmPasswordReset',
    'verifyEmail',
  ],
  'is about a new account': ['register', 'registerWithProvider'],
  'asks for the password itself': ['changePassword'],
  'ends access': [
    'revokeApiToken',
    'revokeSubscription',
    'revokeInviteLink',
    'revokePublicLink',
    'deleteWebhook',
    'removeMember',
    'leaveLeague',
    'undoInviteClaim',
  ],
  'shows in the inbox of the other admins': ['createInviteLink', 'createPublicLink', 'savePublicLink'],
  'gives nobody else the rights of an admin': [
    'createLeague',
    'assignTeam',
    'approveJoinRequest',
    'acceptInvite',
  ],
}

/** Members need no invite. */
const NEWCOMERS: Partial<Record<OperationName, Actor>> = { acceptInvite: 'stranger' }

/** What opens an account, or gives it rights on the site. */
const ACCOUNT_TABLES = [
  'users',
  'identities',
  'passkeys',
  'totp_secrets',
  'recovery_codes',
  'password_resets',
  'api_tokens',
  'subscriptions',
]

/** Whether there is more than a use, or a change of somebody's name. */
const isOfAccount = (change: Change) =>
  ACCOUNT_TABLES.includes(change.table.name) && hasChanged(change) && isDecisive(change)

const hasNotice = ({ table, extra }: Change) =>
  table.name === 'jobs' && extra.some(({ kind }) => kind === ACCOUNT_NOTICE_JOB)

/** The account is new, is theirs no longer, or less opens it than before. */
const UNTOLD: readonly OperationName[] = [
  'register',
  'registerWithProvider',
  'importLeague',
  'deleteAccount',
  'setDisabled',
  'revokeApiToken',
  'revokeSubscription',
]

/** The site of the tests sends no email. */
const NO_MAIL = 409

const LISTED = Object.values(WITHOUT_PROOF).flat()

describe('every operation', () => {
  const outcomes: { name: OperationName; status: number; text: string; changes: Change[] }[] = []
  beforeAll(async () => {
    fixture.testApp.sheet.rows = [
      ['Owner', 'W1'],
      ['player', 'Bears (-110)'],
    ]
    // Reads first, because writes may delete files, which cannot be restored.
    for (const [name, operation] of OPERATIONS.toSorted(
      ([, a], [, b]) => Number(isRead(b)) - Number(isRead(a)),
    )) {
      const { status, text } = await sendValid(name, NEWCOMERS[name] ?? leastActorOf(name), 'Harbour')
      await waitForJobOf(name, fixture.testApp.db)
      const changes = isRead(operation) ? [] : await rows.restoreChanges()
      outcomes.push({ name, status, text, changes })
    }
  })

  const listDecisive = () => outcomes.filter(({ changes }) => changes.some(isDecisive))

  it('succeeds for the actor with the fewest rights, without data of another league', () => {
    const failures: unknown[] = []
    for (const { name, status, text, changes } of outcomes) {
      if (status !== (name === 'sendTestEmail' ? NO_MAIL : 200)) failures.push([name, status, text])
      if (!isOfLeague(operations[name])) continue
      if (NAMES_OF_ISLAND.test(text)) failures.push([name, text])
      const changed = changes.flatMap((each) => [...each.extra, ...each.missing, ...each.changed])
      if (changed.some((row) => row['league_id'] === islandId)) failures.push([name, changed])
    }
    expect(failures).toEqual([])
  })

  it('is watched for changes of every table with secrets', () => {
    const isSecret = ({ name }: { name: string }) => /_hash$|secret|^(?:s2|swid|public_key)$/.test(name)
    const tables = rows.before
      .filter(({ table }) => table.columns.some(isSecret))
      .map(({ table }) => table.name)
    const known = [...Object.keys(DECISIVE_TABLES), ...OTHER_SECRETS]
    expect(tables.filter((name) => !known.includes(name))).toEqual([])
  })

  it('asks for a recent proof, or is listed, if it changes how people sign in or what they may do', () => {
    const unmarked = listDecisive().filter(({ name }) => !('stepUp' in operations[name].config))
    expect(unmarked.map(({ name }) => name).toSorted()).toEqual(LISTED.toSorted())
  })

  it('tells the owner of an account if it changes how they sign in, or what opens their account', () => {
    const opening = outcomes.filter(({ changes }) => changes.some(isOfAccount))
    const untold = opening.filter(({ changes }) => !changes.some(hasNotice))
    expect(untold.map(({ name }) => name).toSorted()).toEqual(UNTOLD.toSorted())
  })

  it.runIf(TESTS_REJECTIONS)(
    'rejects the actors whom its access level excludes, before the body is read',
    async () => {
      const failures: unknown[] = []
      await expectNoChanges(async () => {
        for (const [name] of OPERATIONS)
          for (const { actor, code } of expectedCodes(accessOf(name), 'Harbour')) {
            if (code === 'ok') continue
            const response = await sendEmpty(name, actor)
            if (response.code !== code) failures.push([name, actor, response.status, response.code])
          }
        expect(failures).toEqual([])
      })
    },
  )
})

describe.runIf(TESTS_REJECTIONS)('access', () => {
  const cases = REPRESENTATIVES.flatMap((each) => LEAGUES.map((league) => ({ ...each, league })))

  it.each(cases)(
    'of the level $access permits a $kind in $league: $name',
    async ({ access, name, league }) => {
      const cells = ACCESS_LEVELS[access][league].trim().split(/\s+/)
      const expected = ACTORS.map((actor, index) => [actor, ERROR_CODES[cells[index] ?? ''], []])
      const actual: unknown[] = []
      for (const actor of ACTORS) {
        const { code } = await sendValid(name, actor, league)
        const changed = await rows.restore()
        actual.push([actor, code, code === 'ok' ? [] : changed])
      }
      expect(actual).toEqual(expected)
    },
  )

  it.each(REPRESENTATIVES.filter(({ kind }) => kind === 'write'))(
    'of the level $access requires a valid CSRF token: $name',
    async ({ name }) => {
      const actor = leastActorOf(name)
      const request = await buildValidRequest(fixture, name, actor, 'Harbour')
      await expectNoChanges(async () => {
        const response = await send(name, actor, { ...request, headers: { 'x-csrftoken': 'forged' } })
        expect([response.status, response.code]).toEqual([403, 'csrf_failed'])
      })
    },
  )

  it.each(REPRESENTATIVES.filter(({ name }) => isOfLeague(operations[name])))(
    'of the level $access returns 404 for an unknown league: $name',
    async ({ name }) => {
      const league = { location: 'params', name: 'league', text: 'Nowhere' } as const
      const response = await send(name, 'boss', requestWith(operations[name], [league]))
      expect([response.status, response.code]).toEqual([404, 'league_not_found'])
    },
  )
})

it
  .runIf(TESTS_REJECTIONS)
  .each(FURTHER_RULES.flatMap(({ operations: names, ...rule }) => names.map((name) => ({ name, ...rule }))))(
  '$name rejects $rejected with $code, and changes nothing',
  async ({ name, rejected, code }) => {
    await expectNoChanges(async () => {
      for (const actor of rejected) {
        const response = await sendValid(name, actor, 'Harbour')
        expect([actor, response.status, response.code]).toEqual([actor, 403, code])
      }
    })
  },
)

/** Query and body fields that name a resource of the league in the path. */
const CROSS_LEAGUE_FIELDS = ['option_id', 'season', 'league_team_id', 'owner', 'into', 'a', 'b']

/** The expected result for each field that names another league's resource; `ok` must not reveal anything about it. */
const EXPECTED_FOR_OTHER_LEAGUE: Record<string, readonly string[]> = {
  ok: [
    'listStandings.season getMyRoster.season getScoreboard.season getMyMatchup.season',
    'getBracket.season getPlayer.season',
    'getLuck.season getScheduleSwap.season getPowerRanking.season getPlayoffRace.season playWhatIf.season',
    'getRaceHistory.season getLineupEfficiency.season getTeamGrades.season getWeeklyAwards.season countAwards.season getDraft.season',
    'getKeepers.season exportKeepers.season',
    'listTransactions.season getMoves.season getRuleVersion.version',
    'getSeasonCards.season getSeasonCardImage.season',
    'getBets.season savePick.season refreshBets.season getPickHistory.season getBetsLedger.season',
    'getOddsBoard.season noteSlipPayment.season exportPicks.season',
    'getDues.season exportDues.season',
  ],
  owner_not_found: [
    'compareOwners.a compareOwners.b getOwner.owner mergeOwners.owner mergeOwners.into',
    'getOwnerPicture.owner uploadOwnerPicture.owner deleteOwnerPicture.owner',
    'savePick.owner getPickHistory.owner settlePick.owner',
    'getComparisonImage.a getComparisonImage.b',
  ],
  item_not_found: [
    'undoOwnerMerge.id deletePost.id likePost.id pinPost.id listComments.id createComment.id',
    'editPost.id editComment.id editComment.comment reactToItem.id reactToComment.id reactToComment.comment',
    'editItemComment.id editItemComment.comment reactToItemComment.id reactToItemComment.comment',
    'editTradeComment.season editTradeComment.trade editTradeComment.comment',
    'reactToTradeComment.season reactToTradeComment.trade reactToTradeComment.comment',
    'deleteComment.id deleteComment.comment deleteProposal.id voteOnProposal.id pinProposal.id',
    'getMediaFile.id deleteMedia.id getFeedItem.id getTrade.season getTrade.trade',
    'likeItem.id listItemComments.id createItemComment.id deleteItemComment.id deleteItemComment.comment',
    'listTradeComments.season listTradeComments.trade createTradeComment.season createTradeComment.trade',
    'deleteTradeComment.season deleteTradeComment.trade deleteTradeComment.comment',
    'getTradeImage.season getTradeImage.trade removeLinkPreview.id',
    'getModeration.id reportContent.id withdrawReport.id muteAuthor.id unmuteAuthor.id',
    'hideContent.id unhideContent.id dismissReports.id reopenReports.id',
  ],
  invalid_input: ['voteOnProposal.option_id'],
  game_not_found: [
    'getGame.season getGame.game getMatchup.season getMatchup.week getMatchup.game',
    'getMatchupTimeline.season getMatchupTimeline.week getMatchupTimeline.game',
    'getMatchupImage.season getMatchupImage.week getMatchupImage.game',
  ],
  nothing_to_share: [
    'getStandingsImage.season getRaceImage.season getRecapImage.season getRecapImage.week',
    'getDraftImage.season',
  ],
  player_not_found: ['getPlayer.player'],
  season_not_found: ['acceptZeros.season excludeFromRecords.season exportSeasons.season saveDues.season'],
  dues_not_set_up: [
    'removeDues.season addDuesPayment.season addDuesAdjustment.season addDuesPayout.season namePrizeWinner.season',
  ],
  dues_entry_not_found: ['removeDuesEntry.id removeDuesPayout.id'],
  pick_not_found: ['settlePick.season'],
  team_not_found: [
    'assignTeam.league_team_id getTeam.team getTeam.season getTeamImage.team getTeamImage.season',
  ],
}

const crossLeagueCases = Object.entries(EXPECTED_FOR_OTHER_LEAGUE).flatMap(([code, lines]) =>
  lines.flatMap((line) =>
    line.split(' ').map((key) => {
      const [name = '', field = ''] = key.split('.')
      return { key, name: name as OperationName, field, code }
    }),
  ),
)

const RESOURCE_KEYS_OF_FIELD: Record<string, readonly (keyof LeagueResources)[]> = {
  id: ['post', 'proposal', 'media', 'merge', 'duesEntry', 'duesPayout'],
  comment: ['comment', 'tradeComment'],
  option_id: ['option'],
  league_team_id: ['team'],
  owner: ['owner', 'otherOwner', 'member'],
  into: ['owner'],
  a: ['owner'],
  b: ['otherOwner'],
}

/** The resources of Harbour, with those that the field names replaced. */
function resourcesWith(field: string, others: LeagueResources): LeagueResources {
  const replacements = (RESOURCE_KEYS_OF_FIELD[field] ?? [field as keyof LeagueResources]).map((key) => [
    key,
    others[key],
  ])
  return { ...fixture.resources.Harbour, ...Object.fromEntries(replacements) }
}

describe.runIf(TESTS_REJECTIONS)('resources of another league', () => {
  it('have a test case for every field that can name them', () => {
    const expectedKeys = OPERATIONS.filter(([, operation]) => isOfLeague(operation)).flatMap(
      ([name, operation]) =>
        fieldsOf(operation)
          .filter(({ location, name: field }) =>
            location === 'params'
              ? // The key of an upload names nothing that anybody else can find, and a kind names nothing.
                !['league', 'key', 'kind'].includes(field)
              : CROSS_LEAGUE_FIELDS.includes(field),
          )
          .map((field) => `${name}.${field.name}`),
    )
    expect(crossLeagueCases.map(({ key }) => key).toSorted()).toEqual(expectedKeys.toSorted())
  })

  it.each(crossLeagueCases)('are not accessible through $key', async ({ name, field, code }) => {
    fixture.testApp.sheet.rows = [['Owner', 'W1']]
    const resources = resourcesWith(field, fixture.resources.Island)
    const response = await sendValid(name, 'skipper', 'Harbour', resources)
    expect(response.code).toBe(code)
    expect(response.text).not.toMatch(NAMES_OF_ISLAND)
    const changed = await rows.restore()
    if (code === 'ok') return
    expect([response.status, changed]).toEqual([code === 'invalid_input' ? 400 : 404, []])
  })

  it('cannot be removed or rejected by an admin of this league', async () => {
    const { skipper } = fixture.clients
    const removed = await skipper.post('/api/league/Harbour/members/remove/', { username: 'neighbor' })
    expect([removed.status, removed.body.code]).toEqual([404, 'member_not_found'])
    expect(await rows.restore()).toEqual([])
    await skipper.post('/api/league-requests/reject/', { username: 'stranger' })
    const { requests } = (await fixture.clients.boss.get('/api/league-requests/')).body
    expect(requests.map((each: { league: string }) => each.league)).toEqual(['Island'])
    await rows.restore()
  })
})

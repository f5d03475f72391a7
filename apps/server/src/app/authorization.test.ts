import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCESS_TABLE, ERROR_CODES } from '../testing/access-table.ts'
import { comparableText, readAllRows } from '../testing/all-rows.ts'
import { fieldsOf } from '../testing/bad-requests.ts'
import { listFiles } from '../testing/list-files.ts'
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
import { restoreAfterJob, type WatchedRows, watchRows } from '../testing/watched-rows.ts'

type OperationName = keyof Operations

let fixture: TwoLeagues
let rows: WatchedRows
/** The state of the data folder's files, until a request that may change them. */
let files: string[] | undefined

beforeAll(async () => {
  fixture = await createTwoLeagues()
  rows = await watchRows(fixture.testApp.db)
})
afterAll(() => fixture.testApp.close())

async function sendRequest(name: OperationName, actor: Actor, league: League, resources?: LeagueResources) {
  files ??= listFileStates()
  const operation: Operation = operations[name]
  const request = await buildValidRequest(fixture, name, actor, league, resources)
  const { status, body } = await sendAs(fixture, actor, operation, request)
  const text = body.toString()
  return { status, text, code: status < 400 ? 'ok' : String(JSON.parse(text).code) }
}

/** Names, sizes and times of all files of the data folder. */
const listFileStates = () =>
  listFiles(fixture.testApp.dataDir).map(({ name, stats }) => `${name} ${stats.size} ${stats.mtimeMs}`)

/** The tables and files that a rejected request has changed. Restores the tables. */
async function changesOfRejected() {
  const before = files ?? []
  files = listFileStates()
  return { tables: await rows.restore(), files: files.filter((each) => !before.includes(each)) }
}

/** Restores the tables that an accepted request has changed, and returns their names. */
async function restoreAccepted(): Promise<string[]> {
  files = undefined
  return rows.restore()
}
const NO_CHANGES = { tables: [], files: [] }

describe.each(Object.keys(operations) as OperationName[])('%s', (name) => {
  it('follows the access table for every actor, and changes nothing when it rejects a request', async () => {
    const actual: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const league of LEAGUES) {
      const cells = ACCESS_TABLE[name][league].split(/\s+/)
      expect(cells).toHaveLength(ACTORS.length)
      for (const [index, actor] of ACTORS.entries()) {
        const cell = cells[index] ?? ''
        const { status, code } = await sendRequest(name, actor, league)
        const key = `${actor} in ${league}`
        if (cell === 'ok') {
          await restoreAfterJob(rows, name, await restoreAccepted())
          actual[key] = [status, code]
          expected[key] = [200, 'ok']
        } else {
          actual[key] = [status, code, await changesOfRejected()]
          expected[key] = [cell === 'out' ? 401 : 403, ERROR_CODES[cell], NO_CHANGES]
        }
      }
    }
    expect(actual).toEqual(expected)
  })
})

/** Query and body fields that name a resource of the league in the path. */
const CROSS_LEAGUE_FIELDS = ['option_id', 'season', 'league_team_id', 'owner', 'into', 'a', 'b']

/** The expected result for each field that names another league's resource; `ok` must not reveal anything about it. */
const EXPECTED_FOR_OTHER_LEAGUE: Record<string, readonly string[]> = {
  ok: [
    'listStandings.season getMyRoster.season getScoreboard.season getMyMatchup.season',
    'getBracket.season getPlayer.season',
    'getLuck.season getScheduleSwap.season getPowerRanking.season getPlayoffRace.season playWhatIf.season',
    'getRaceHistory.season getLineupEfficiency.season getWeeklyAwards.season countAwards.season getDraft.season',
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
  season_not_found: ['excludeFromRecords.season exportSeasons.season saveDues.season'],
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

/** Ids and names that do not exist in any league. */
const NONEXISTENT_RESOURCES: Partial<LeagueResources> = {
  post: 999_999,
  comment: 999_999,
  tradeComment: 999_999,
  proposal: 999_999,
  option: 999_999,
  media: 999_999,
  merge: 999_999,
  trade: 'no-trade',
  game: 999_999,
  week: 17,
  team: 999_999,
  player: 999_999,
  season: 2003,
  duesEntry: 999_999,
  duesPayout: 999_999,
  owner: 'No One',
  otherOwner: 'No One',
  member: 'no-one',
}

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
function resourcesWith(field: string, others: Partial<LeagueResources>): LeagueResources {
  const replacements = (RESOURCE_KEYS_OF_FIELD[field] ?? [field as keyof LeagueResources]).map((key) => [
    key,
    others[key],
  ])
  return { ...fixture.resources.Harbour, ...Object.fromEntries(replacements) }
}

describe('resources of another league', () => {
  it('have a test case for every field that can name them', () => {
    const expectedKeys = (Object.entries(operations) as [OperationName, Operation][])
      .filter(([, { url }]) => url.includes(':league'))
      .flatMap(([name, operation]) =>
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
    for (const actor of ['skipper', 'boss'] as const) {
      fixture.testApp.sheet.rows = [['Owner', 'W1']]
      const response = await sendRequest(
        name,
        actor,
        'Harbour',
        resourcesWith(field, fixture.resources.Island),
      )
      expect([actor, response.code]).toEqual([actor, code])
      expect(response.text).not.toMatch(/Island|Ivy Stone|Jon Reed|neighbor|Lions/)
      if (code === 'ok') {
        await restoreAccepted()
        continue
      }
      expect(response.status).toBe(code === 'invalid_input' ? 400 : 404)
      expect(await changesOfRejected()).toEqual(NO_CHANGES)
      expect(response).toEqual(
        await sendRequest(name, actor, 'Harbour', resourcesWith(field, NONEXISTENT_RESOURCES)),
      )
    }
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

describe('user administration', () => {
  it.each([
    ['skipper', '/api/refresh-espn/', {}, 'not_staff'],
    [
      'staff',
      '/api/users/reset-password/',
      { username: 'boss', new_password: 'a long secret' },
      'not_site_admin',
    ],
    [
      'staff',
      '/api/users/reset-password/',
      { username: 'staff', new_password: 'a long secret' },
      'not_site_admin',
    ],
  ] as const)('rejects %s at %s %j', async (actor, url, body, code) => {
    const response = await fixture.clients[actor].post(url, body)
    expect(response.body.code).toBe(code)
    expect(await rows.restore()).toEqual([])
  })

  it('keeps the last site admin', async () => {
    const { db } = fixture.testApp
    await db.updateTable('users').set({ is_admin: 0 }).where('username', '=', 'keyholder').execute()
    const change = { username: 'boss', is_staff: false }
    const response = await fixture.clients.boss.post('/api/users/set-staff/', change)
    expect(response.body.code).toBe('last_site_admin')
    const admins = await db.selectFrom('users').select('username').where('is_admin', '=', 1).execute()
    expect(admins).toEqual([{ username: 'boss' }])
    expect(await rows.restore()).toEqual(['users'])
  })
})

it('leaves every table as it was before the tests', async () => {
  const { before } = rows
  const after = await readAllRows(
    fixture.testApp.db,
    before.map(({ table }) => table),
  )
  expect(comparableText(after) === comparableText(before)).toBe(true)
})

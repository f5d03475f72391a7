import { buffer } from 'node:stream/consumers'
import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import { type BadRequest, type Change, fieldsOf, requestWith } from './bad-requests.ts'
import { buildLeagueBody } from './league-body-fixture.ts'
import { createPhoto } from './media-files.ts'
import { TEST_LINK_IMAGE, TEST_LOGO } from './start-app.ts'
import {
  type Actor,
  type League,
  type LeagueResources,
  type Owner,
  PAST_SEASON,
  TEST_BACKUP,
  type TwoLeagues,
} from './two-leagues.ts'

type Values = Record<string, unknown>

/** The new password in every request that sets one. */
export const NEW_PASSWORD = 'correct horse battery'

/** Provider cookies in a valid format. */
export const SAMPLE_SWID = '{C0FFEE00-CAFE-4ABE-8BAD-5EC2E7C00C1E}'
export const SAMPLE_S2 = `AEBcanary${'s2secret'.repeat(12)}`

const RULE = { id: null, heading: 'Trades', body: 'No trades after week 10.', proposal_id: null }

const PRIZE = { prize_id: 1, kind: 'custom', title: 'Best name', amount: '25', includes_playoffs: false }

type RequestContext = { actor: Actor; league: League; resources: LeagueResources; fixture: TwoLeagues }

/** The fields of a valid request where the generated example would fail. */
const BODIES: Partial<Record<keyof Operations, (context: RequestContext) => Values>> = {
  login: ({ actor }) => ({ username: usernameOf(actor), password: passwordOf(actor) }),
  register: () => ({ username: 'newcomer', email: 'newcomer@example.org', role: 'user' }),
  confirmPasswordReset: ({ fixture }) => fixture.resetLink,
  verifyEmail: ({ fixture }) => ({ token: fixture.verificationToken }),
  updateAccount: () => ({ first_name: 'New', last_name: 'Name', email: undefined }),
  changePassword: ({ actor }) => ({ current_password: passwordOf(actor) }),
  endSessions: () => ({ id: null }),
  addPasskey: ({ actor, fixture }) => ({ credential: fixture.signIns.newCredentials.get(ownerOf(actor)) }),
  removePasskey: ({ actor, fixture }) => ({ id: fixture.signIns.passkeyIds.get(ownerOf(actor)) }),
  signInWithPasskey: ({ fixture }) => ({ credential: fixture.signIns.credential }),
  startSecondFactor: ({ fixture }) => ({ token: fixture.signIns.step.token }),
  completeSignIn: ({ fixture }) => ({ ...fixture.signIns.step, code: undefined }),
  confirmIdentity: ({ actor }) => ({ password: passwordOf(actor), credential: undefined, code: undefined }),
  confirmTotp: ({ actor, fixture }) => ({ code: fixture.signIns.totpCodes.get(ownerOf(actor)) }),
  startProviderSignIn: () => ({ provider: '1', return_to: '' }),
  finishProviderSignIn: ({ fixture }) => ({ response: fixture.providerSignIns.started.response }),
  registerWithProvider: () => ({ username: 'newcomer', role: 'user' }),
  unlinkIdentity: ({ actor, fixture }) => ({ id: fixture.providerSignIns.identityIds.get(ownerOf(actor)) }),
  removeSecondFactors: () => ({ username: usernameOf('player') }),
  deleteAccount: ({ actor }) => ({ username: usernameOf(actor) }),
  createApiToken: () => ({ name: 'Bot', scopes: ['read', 'post'], leagues: null, days: 30 }),
  revokeApiToken: ({ actor, fixture }) => ({ id: fixture.apiTokenIds.get(ownerOf(actor)) }),
  createSubscription: () => ({ kind: 'calendar' }),
  revokeSubscription: () => ({ kind: 'recaps' }),
  previewLeague: () => ({ cookies: '', source: undefined }),
  createLeague: () => ({ name: 'Third', source: undefined, cookies: '', reads_season: undefined }),
  requestLeague: () => ({ league: null, message: 'Any of them' }),
  readInbox: () => ({ id: 1, until: undefined }),
  assignTeam: () => ({ username: 'stranger' }),
  approveJoinRequest: () => ({ username: 'stranger', league_team_id: null }),
  rejectJoinRequest: () => ({ username: 'stranger' }),
  createInviteLink: () => ({ days: 30, max_uses: 12 }),
  revokeInviteLink: ({ resources }) => ({ id: resources.invite.id }),
  undoInviteClaim: ({ league, resources }) => ({
    link: resources.invite.id,
    username: `invitee-${league.toLowerCase()}`,
  }),
  readInvite: ({ resources }) => ({ code: resources.invite.code }),
  acceptInvite: ({ resources }) => ({ code: resources.invite.code, league_team_id: null }),
  refreshLeagues: ({ league, resources }) => ({ name: league, season: resources.season }),
  acceptZeros: ({ resources }) => ({ season: resources.season, week: 1 }),
  readSeasons: () => ({ from: undefined, to: undefined }),
  refreshLeague: ({ league, resources }) => ({ name: league, season: resources.season }),
  addSource: () => ({ provider: 'espn', league_id: '4712', from: undefined, to: 2010, preview: false }),
  editSource: ({ resources }) => ({ id: resources.source, from: undefined, to: undefined, preview: false }),
  removeSource: ({ resources }) => ({ id: resources.source }),
  createComment: () => ({ reply_to: undefined }),
  createItemComment: () => ({ reply_to: undefined }),
  createTradeComment: () => ({ reply_to: undefined }),
  createPost: () => ({ key: undefined, media: undefined }),
  saveRules: () => ({ version: 1, sections: [RULE] }),
  restoreRules: () => ({ restored: 1, version: 1 }),
  saveDues: () => ({ version: 1, amount: '60', due_on: '2026-09-01', note: 'Cash', prizes: [PRIZE] }),
  removeDues: () => ({ version: 1 }),
  addDuesPayment: ({ resources }) => ({ team_id: resources.team, amount: '25', paid_on: '2026-09-01' }),
  addDuesAdjustment: ({ resources }) => ({ team_id: resources.team, amount: '-5', reason: 'Late draft' }),
  addDuesPayout: ({ resources }) => ({
    prize_id: 1,
    week: null,
    team_id: resources.team,
    amount: '25',
    paid_on: '2026-09-01',
  }),
  namePrizeWinner: ({ resources }) => ({ prize_id: 1, team_id: resources.team + 1 }),
  saveLeagueSettings: ({ league }) => ({
    name: league,
    season_note: 'Draft on Sunday',
    recap_sections: ['results'],
  }),
  saveKeeperRule: () => ({ unit: 'round', undrafted: 'last_round', undrafted_cost: null }),
  saveWebhook: ({ fixture }) => ({ address: fixture.webhook }),
  deleteLeague: ({ league }) => ({ name: league }),
  mergeOwners: ({ resources }) => ({ owner: resources.otherOwner, into: resources.owner }),
  mergeAllOwners: ({ resources }) => ({
    merges: [{ owner: resources.otherOwner, into: resources.owner }],
  }),
  backfillHistory: ({ actor, resources }) => ({
    start: resources.season,
    end: resources.season,
    password: passwordOf(actor),
    espn_s2: SAMPLE_S2,
    swid: SAMPLE_SWID,
  }),
  savePick: ({ actor, resources }) => ({
    season: 2026,
    week: 9,
    owner: actor === 'viewer' || actor === 'player' ? actor : resources.member,
    text: 'Bears (-110)',
  }),
  refreshBets: () => ({ season: 2026, week: 1 }),
  settlePick: ({ resources }) => ({ week: 1, owner: resources.member }),
  noteSlipPayment: ({ resources }) => ({ week: 1, covered_by: resources.member, paid: true }),
  claimImportedPerson: ({ actor, fixture }) => ({
    id: fixture.importedPeople.get(ownerOf(actor)),
    is_me: true,
  }),
  linkImportedPerson: ({ resources }) => ({ id: resources.importedPerson, username: 'rival' }),
  saveSlowMode: () => ({ seconds: 300 }),
  saveSiteSettings: () => ({ signup: 'open', address: null }),
  editPost: () => ({ version: 1 }),
  editComment: () => ({ version: 1 }),
  editItemComment: () => ({ version: 1 }),
  editTradeComment: () => ({ version: 1 }),
  allowServerCookies: () => ({ allowed: false }),
  saveEspnCredentials: () => ({ swid: SAMPLE_SWID, s2: SAMPLE_S2, force: true }),
}

const QUERIES: Partial<Record<keyof Operations, (context: RequestContext) => Values>> = {
  previewRecap: () => ({ sections: 'results,awards' }),
  streamEvents: () => ({ after: undefined }),
  getPickHistory: ({ resources }) => ({ week: 1, owner: resources.member }),
  compareOwners: ({ resources }) => ({ a: resources.owner, b: resources.otherOwner }),
  getComparisonImage: ({ resources }) => ({ a: resources.owner, b: resources.otherOwner }),
  getSeasonCards: () => ({ team_id: undefined }),
  getSeasonCardImage: () => ({ season: PAST_SEASON, card: 'champion', team_id: undefined }),
  getRecordsImage: () => ({ record: undefined }),
  listAuditEntries: ({ league }) => ({
    league,
    actor: undefined,
    action: undefined,
    older_than: undefined,
    imported: undefined,
    limit: '50',
  }),
  listSleeperLeagues: () => ({ username: 'somebody' }),
  listFeed: () => ({ before: undefined }),
  listTransactions: () => ({ before: undefined }),
  listInbox: () => ({ after: undefined }),
}

const FORMS: Partial<Record<keyof Operations, (context: RequestContext) => Promise<FormData>>> = {
  uploadMedia: async () => buildForm('files', 'us.jpg', await createPhoto()),
  uploadPostMedia: async () => buildForm('files', 'us.jpg', await createPhoto()),
  uploadOwnerPicture: async () => buildForm('file', 'me.jpg', await createPhoto()),
  uploadTrophyPicture: async () => buildForm('file', 'cup.jpg', await createPhoto()),
  previewSeasons: async ({ resources }) =>
    buildForm('files', '2012.json', JSON.stringify(buildLeagueBody({ id: resources.espnId }))),
  uploadSeasons: async ({ resources }) =>
    buildForm('files', '2012.json', JSON.stringify(buildLeagueBody({ id: resources.espnId }))),
  importLeague: async ({ fixture }) => buildForm('file', 'harbour.zip', fixture.archive, { name: 'Third' }),
}

/**
 * A request that succeeds for an actor with access to the league. It names resources of that league,
 * or the given ones.
 */
export async function buildValidRequest(
  fixture: TwoLeagues,
  name: keyof Operations,
  actor: Actor,
  league: League,
  resources: LeagueResources = fixture.resources[league],
): Promise<BadRequest> {
  const operation: Operation = operations[name]
  const context = { actor, league, resources, fixture }
  const request = requestWith(operation, [
    ...toChanges(operation, 'params', pathParamsOf(operation, context)),
    ...toChanges(operation, 'querystring', { season: resources.season, ...QUERIES[name]?.(context) }),
    ...toChanges(operation, 'body', { ...commonBody(context), ...BODIES[name]?.(context) }),
  ])
  const form = await FORMS[name]?.(context)
  if (name === 'finishProviderSignIn')
    return { ...request, headers: { cookie: fixture.providerSignIns.started.cookie } }
  if (form === undefined) return request
  const encodedForm = new Response(form)
  return {
    url: request.url,
    body: Buffer.from(await encodedForm.arrayBuffer()),
    contentType: encodedForm.headers.get('content-type') ?? undefined,
  }
}

export type ReceivedResponse = { status: number; headers: Record<string, unknown>; body: Buffer }

/** Sends a request with the actor's cookies and CSRF token. Disconnects from an event stream as soon as it starts. */
export async function sendAs(
  { testApp, clients }: Pick<TwoLeagues, 'testApp' | 'clients'>,
  actor: Actor,
  operation: Operation,
  { url, body, contentType, headers = {} }: BadRequest,
): Promise<ReceivedResponse> {
  const { cookies } = clients[actor]
  const options = {
    method: operation.method,
    url,
    cookies: Object.fromEntries(cookies),
    headers: {
      'x-csrftoken': cookies.get('csrftoken') ?? '',
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body }),
  }
  if (!isStream(operation)) {
    const response = await testApp.app.inject(options)
    return { status: response.statusCode, headers: response.headers, body: response.rawPayload }
  }
  const response = await testApp.app.inject({ ...options, payloadAsStream: true })
  const isOpen = response.statusCode === 200
  if (isOpen) response.stream().destroy()
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isOpen ? Buffer.alloc(0) : await buffer(response.stream()),
  }
}

/** Operations of the author of a text, who is the player of the league. */
export const AUTHOR_OPERATIONS: readonly string[] = [
  'editPost',
  'editComment',
  'editItemComment',
  'editTradeComment',
]

/** Whether the operation returns an event stream, which stays open. */
export function isStream({ schema }: Operation): boolean {
  return schema.produces?.includes('text/event-stream') === true
}

function pathParamsOf({ url }: Operation, { league, resources, actor, fixture }: RequestContext): Values {
  const isDismissal = url.includes('/dismissal/')
  const kind = isDismissal
    ? 'proposals'
    : (['media', 'proposals', 'merges', 'jobs', 'mutes', 'entries', 'payouts'] as const).find((each) =>
        url.includes(`/${each}/`),
      )
  const ids = {
    media: resources.media,
    proposals: resources.proposal,
    merges: resources.merge,
    jobs: resources.failedJob,
    entries: resources.duesEntry,
    payouts: resources.duesPayout,
    mutes: fixture.muteIds.get(ownerOf(actor)),
  }
  const image = url.includes('/images/links/') ? TEST_LINK_IMAGE : TEST_LOGO
  const [, signature, picture] = /([^/]+)\/([^/]+)\/$/.exec(image) ?? []
  return {
    league,
    signature,
    picture,
    id: kind === undefined ? resources.post : ids[kind],
    comment: url.includes('/trades/') ? resources.tradeComment : resources.comment,
    kind: isDismissal ? 'proposal' : 'post',
    game: resources.game,
    week: resources.week,
    team: url.includes('/nfl-teams/') ? 'GB' : resources.team,
    player: resources.player,
    trade: resources.trade,
    code: url.startsWith('/api/public/')
      ? resources.publicCode
      : fixture.subscriptionCodes.get(
          `${ownerOf(actor)} ${url.includes('/recaps/') ? 'recaps' : 'calendar'}`,
        ),
    season: resources.season,
    owner: resources.owner,
    username: 'player',
    name: TEST_BACKUP,
  }
}

function commonBody({ league, resources }: RequestContext): Values {
  return {
    league,
    username: resources.member,
    option_id: resources.option,
    league_team_id: resources.team,
    season: resources.season,
    new_password: NEW_PASSWORD,
    password: NEW_PASSWORD,
    // What is stored depends on the requests before.
    expected: undefined,
  }
}

/** Ignores values that the operation has no field for. A value of undefined omits the field. */
function toChanges(operation: Operation, location: Change['location'], values: Values): Change[] {
  return fieldsOf(operation)
    .filter((field) => field.location === location && field.name in values)
    .map((field) => {
      const value = values[field.name]
      if (value === undefined) return { ...field, text: null }
      return {
        ...field,
        text: location === 'body' ? JSON.stringify(value) : encodeURIComponent(value as string),
      }
    })
}

function buildForm(
  field: string,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append(field, new Blob([content]), name)
  return form
}

/** Whose account a request names: only these own something of each kind. */
const ownerOf = (actor: Actor): Owner => (actor === 'boss' ? 'boss' : 'player')

/** The anonymous actor uses the player's username and password. */
const usernameOf = (actor: Actor) => (actor === 'anonymous' ? 'player' : actor)
export const passwordOf = (actor: Actor) => `${usernameOf(actor)}-has-a-secret`

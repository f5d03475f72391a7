import { buffer } from 'node:stream/consumers'
import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import { type BadRequest, type Change, fieldsOf, requestWith } from './bad-requests.ts'
import { buildLeagueBody } from './league-body-fixture.ts'
import { createPhoto } from './media-files.ts'
import type { Actor, League, LeagueResources, TwoLeagues } from './two-leagues.ts'

type Values = Record<string, unknown>

/** What every call that sets a password sets. */
export const NEW_PASSWORD = 'correct horse battery'

/** Cookies of the provider, of the form that they have. */
export const SAMPLE_SWID = '{C0FFEE00-CAFE-4ABE-8BAD-5EC2E7C00C1E}'
export const SAMPLE_S2 = `AEBcanary${'s2secret'.repeat(12)}`

/** What each call is asked with where the contract's own example is not what succeeds. */
type RequestContext = { actor: Actor; league: League; resources: LeagueResources; fixture: TwoLeagues }

const BODIES: Partial<Record<keyof Operations, (asked: RequestContext) => Values>> = {
  login: ({ actor }) => ({ username: usernameOf(actor), password: passwordOf(actor) }),
  register: () => ({ username: 'newcomer', email: 'newcomer@example.org', role: 'user' }),
  confirmPasswordReset: ({ fixture }) => fixture.resetLink,
  updateAccount: () => ({ first_name: 'New', last_name: 'Name', email: undefined }),
  changePassword: ({ actor }) => ({ current_password: passwordOf(actor) }),
  endSessions: () => ({ id: null }),
  createLeague: () => ({ name: 'Third' }),
  requestLeague: () => ({ league: null, message: 'Any of them' }),
  approveJoinRequest: () => ({ username: 'stranger' }),
  rejectJoinRequest: () => ({ username: 'stranger' }),
  refreshLeagues: ({ league, resources }) => ({ name: league, season: resources.season }),
  saveLeagueSettings: ({ league }) => ({ name: league, season_note: 'Draft on Sunday' }),
  saveWebhook: ({ fixture }) => ({ address: fixture.webhook }),
  deleteLeague: ({ league }) => ({ name: league }),
  mergeOwners: ({ resources }) => ({ owner: resources.otherOwner, into: resources.owner }),
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
  saveEspnCredentials: () => ({ swid: SAMPLE_SWID, s2: SAMPLE_S2, force: true }),
}

const QUERIES: Partial<Record<keyof Operations, (asked: RequestContext) => Values>> = {
  getPickHistory: ({ resources }) => ({ week: 1, owner: resources.member }),
  compareOwners: ({ resources }) => ({ a: resources.owner, b: resources.otherOwner }),
  listAuditEntries: ({ league }) => ({
    league,
    actor: undefined,
    action: undefined,
    older_than: undefined,
    limit: '50',
  }),
  listFeed: () => ({ before: undefined }),
}

const FORMS: Partial<Record<keyof Operations, (asked: RequestContext) => Promise<FormData>>> = {
  uploadMedia: async () => buildForm('files', 'us.jpg', await createPhoto()),
  uploadOwnerPicture: async () => buildForm('file', 'me.jpg', await createPhoto()),
  uploadSeasons: async ({ resources }) =>
    buildForm('files', '2012.json', JSON.stringify(buildLeagueBody({ id: resources.espnId }))),
  importLeague: async ({ fixture }) => buildForm('file', 'harbour.zip', fixture.archive, { name: 'Third' }),
}

/**
 * The call as it succeeds for whoever may make it in a league, about things of that league, or of
 * another one when `things` are given.
 */
export async function buildValidRequest(
  house: TwoLeagues,
  name: keyof Operations,
  actor: Actor,
  league: League,
  things: LeagueResources = house.resources[league],
): Promise<BadRequest> {
  const operation: Operation = operations[name]
  const asked = { actor, league, resources: things, fixture: house }
  const request = requestWith(operation, [
    ...toChanges(operation, 'params', pathParamsOf(operation, asked)),
    ...toChanges(operation, 'querystring', { season: things.season, ...QUERIES[name]?.(asked) }),
    ...toChanges(operation, 'body', { ...commonBody(asked), ...BODIES[name]?.(asked) }),
  ])
  const form = await FORMS[name]?.(asked)
  if (form === undefined) return request
  const sent = new Response(form)
  return {
    url: request.url,
    body: Buffer.from(await sent.arrayBuffer()),
    contentType: sent.headers.get('content-type') ?? undefined,
  }
}

export type ReceivedResponse = { status: number; headers: Record<string, unknown>; body: Buffer }

/** Sends it as a browser of this person does. A stream of events is left as soon as it has begun. */
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
    const { statusCode, headers: told, rawPayload } = await testApp.app.inject(options)
    return { status: statusCode, headers: told, body: rawPayload }
  }
  const answer = await testApp.app.inject({ ...options, payloadAsStream: true })
  const isOpen = answer.statusCode === 200
  if (isOpen) answer.stream().destroy()
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: isOpen ? Buffer.alloc(0) : await buffer(answer.stream()),
  }
}

/** Whether its answer has no end to wait for. */
export function isStream({ schema }: Operation): boolean {
  return schema.produces?.includes('text/event-stream') === true
}

function pathParamsOf({ url }: Operation, { league, resources }: RequestContext): Values {
  const kind = (['media', 'proposals', 'merges'] as const).find((each) => url.includes(`/${each}/`))
  const ids = { media: resources.media, proposals: resources.proposal, merges: resources.merge }
  return {
    league,
    id: kind === undefined ? resources.post : ids[kind],
    comment: resources.comment,
    game: resources.game,
    season: resources.season,
    owner: resources.owner,
    username: 'player',
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
  }
}

/** What a call has no field for is left out; a value that is undefined leaves the field out. */
function toChanges(operation: Operation, place: Change['location'], values: Values): Change[] {
  return fieldsOf(operation)
    .filter((field) => field.location === place && field.name in values)
    .map((field) => {
      const value = values[field.name]
      if (value === undefined) return { ...field, text: null }
      return {
        ...field,
        text: place === 'body' ? JSON.stringify(value) : encodeURIComponent(value as string),
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

/** Nobody tries to be the player. */
const usernameOf = (actor: Actor) => (actor === 'nobody' ? 'player' : actor)
export const passwordOf = (actor: Actor) => `${usernameOf(actor)}-has-a-secret`

import { buffer } from 'node:stream/consumers'
import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import { aLeagueBody } from './a-league-body.ts'
import { type BadRequest, type Change, fieldsOf, requestWith } from './bad-requests.ts'
import { aPhoto } from './media-files.ts'
import type { Actor, League, Things, TwoLeagues } from './two-leagues.ts'

type Values = Record<string, unknown>

/** What every call that sets a password sets. */
export const NEW_PASSWORD = 'correct horse battery'

/** Cookies of the provider, of the form that they have. */
export const A_SWID = '{C0FFEE00-CAFE-4ABE-8BAD-5EC2E7C00C1E}'
export const AN_S2 = `AEBcanary${'s2secret'.repeat(12)}`

/** What each call is asked with where the contract's own example is not what succeeds. */
type Asked = { actor: Actor; league: League; things: Things; house: TwoLeagues }

const BODIES: Partial<Record<keyof Operations, (asked: Asked) => Values>> = {
  login: ({ actor }) => ({ username: named(actor), password: passwordOf(actor) }),
  register: () => ({ username: 'newcomer', email: 'newcomer@example.org', role: 'user' }),
  confirmPasswordReset: ({ house }) => house.reset,
  updateAccount: () => ({ first_name: 'New', last_name: 'Name', email: undefined }),
  changePassword: ({ actor }) => ({ current_password: passwordOf(actor) }),
  endSessions: () => ({ id: null }),
  createLeague: () => ({ name: 'Third' }),
  requestLeague: () => ({ league: null, message: 'Any of them' }),
  approveJoinRequest: () => ({ username: 'stranger' }),
  rejectJoinRequest: () => ({ username: 'stranger' }),
  refreshLeagues: ({ league, things }) => ({ name: league, season: things.season }),
  saveLeagueSettings: ({ league }) => ({ name: league, season_note: 'Draft on Sunday' }),
  saveWebhook: ({ house }) => ({ address: house.webhook }),
  deleteLeague: ({ league }) => ({ name: league }),
  mergeOwners: ({ things }) => ({ owner: things.otherOwner, into: things.owner }),
  backfillHistory: ({ actor, things }) => ({
    start: things.season,
    end: things.season,
    password: passwordOf(actor),
    espn_s2: AN_S2,
    swid: A_SWID,
  }),
  savePick: ({ actor, things }) => ({
    season: 2026,
    week: 9,
    owner: actor === 'viewer' || actor === 'player' ? actor : things.member,
    text: 'Bears (-110)',
  }),
  refreshBets: () => ({ season: 2026, week: 1 }),
  settlePick: ({ things }) => ({ week: 1, owner: things.member }),
  saveEspnCredentials: () => ({ swid: A_SWID, s2: AN_S2, force: true }),
}

const QUERIES: Partial<Record<keyof Operations, (asked: Asked) => Values>> = {
  getPickHistory: ({ things }) => ({ week: 1, owner: things.member }),
  compareOwners: ({ things }) => ({ a: things.owner, b: things.otherOwner }),
  listAuditEntries: ({ league }) => ({
    league,
    actor: undefined,
    action: undefined,
    older_than: undefined,
    limit: '50',
  }),
  listFeed: () => ({ before: undefined }),
}

const FORMS: Partial<Record<keyof Operations, (asked: Asked) => Promise<FormData>>> = {
  uploadMedia: async () => aForm('files', 'us.jpg', await aPhoto()),
  uploadOwnerPicture: async () => aForm('file', 'me.jpg', await aPhoto()),
  uploadSeasons: async ({ things }) =>
    aForm('files', '2012.json', JSON.stringify(aLeagueBody({ id: things.espnId }))),
  importLeague: async ({ house }) => aForm('file', 'harbour.zip', house.archive, { name: 'Third' }),
}

/**
 * The call as it succeeds for whoever may make it in a league, about things of that league, or of
 * another one when `things` are given.
 */
export async function rightRequest(
  house: TwoLeagues,
  name: keyof Operations,
  actor: Actor,
  league: League,
  things: Things = house.things[league],
): Promise<BadRequest> {
  const operation: Operation = operations[name]
  const asked = { actor, league, things, house }
  const request = requestWith(operation, [
    ...changes(operation, 'params', pathOf(operation, asked)),
    ...changes(operation, 'querystring', { season: things.season, ...QUERIES[name]?.(asked) }),
    ...changes(operation, 'body', { ...commonBody(asked), ...BODIES[name]?.(asked) }),
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

export type Told = { status: number; headers: Record<string, unknown>; body: Buffer }

/** Sends it as a browser of this person does. A stream of events is left as soon as it has begun. */
export async function sendAs(
  { world, visitors }: Pick<TwoLeagues, 'world' | 'visitors'>,
  actor: Actor,
  operation: Operation,
  { url, body, contentType, headers = {} }: BadRequest,
): Promise<Told> {
  const { cookies } = visitors[actor]
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
    const { statusCode, headers: told, rawPayload } = await world.app.inject(options)
    return { status: statusCode, headers: told, body: rawPayload }
  }
  const answer = await world.app.inject({ ...options, payloadAsStream: true })
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

function pathOf({ url }: Operation, { league, things }: Asked): Values {
  const kind = (['media', 'proposals', 'merges'] as const).find((each) => url.includes(`/${each}/`))
  const ids = { media: things.media, proposals: things.proposal, merges: things.merge }
  return {
    league,
    id: kind === undefined ? things.post : ids[kind],
    comment: things.comment,
    game: things.game,
    season: things.season,
    owner: things.owner,
    username: 'player',
  }
}

function commonBody({ league, things }: Asked): Values {
  return {
    league,
    username: things.member,
    option_id: things.option,
    league_team_id: things.team,
    season: things.season,
    new_password: NEW_PASSWORD,
    password: NEW_PASSWORD,
  }
}

/** What a call has no field for is left out; a value that is undefined leaves the field out. */
function changes(operation: Operation, place: Change['place'], values: Values): Change[] {
  return fieldsOf(operation)
    .filter((field) => field.place === place && field.name in values)
    .map((field) => {
      const value = values[field.name]
      if (value === undefined) return { ...field, text: null }
      return {
        ...field,
        text: place === 'body' ? JSON.stringify(value) : encodeURIComponent(value as string),
      }
    })
}

function aForm(
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
const named = (actor: Actor) => (actor === 'nobody' ? 'player' : actor)
export const passwordOf = (actor: Actor) => `${named(actor)}-has-a-secret`

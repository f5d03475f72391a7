import { buffer } from 'node:stream/consumers'
import type { LeagueSeason } from '@fieldhouse/domain/season'
import { postFiles } from './a-form.ts'
import { aGame, aSeason, aSide, aTeam } from './a-season.ts'
import { aPhoto } from './media-files.ts'
import { messageBox } from './message-box.ts'
import { ADMIN_CODE, startApp, type TestApp, type Visitor } from './start-app.ts'

/** A skipper is admin of the league Harbour, a rival of the league Island, and neither is in the other. */
export const ACTORS = ['nobody', 'stranger', 'viewer', 'player', 'skipper', 'rival', 'staff', 'boss'] as const
export type Actor = (typeof ACTORS)[number]

export const LEAGUES = ['Harbour', 'Island'] as const
export type League = (typeof LEAGUES)[number]

/** What there is in a league that a call can name. */
export type Things = {
  post: number
  comment: number
  proposal: number
  option: number
  media: number
  merge: number
  /** Its only game. */
  game: number
  team: number
  /** A season that the other league has not. */
  season: number
  /** Two owners that are not merged. */
  owner: string
  otherOwner: string
  /** A player who made the items, and has a pick in week 1. */
  member: string
  espnId: number
}

export type TwoLeagues = {
  world: TestApp
  visitors: Record<Actor, Visitor>
  things: Record<League, Things>
  /** A reset link that was sent to the viewer. */
  reset: { uid: string; token: string }
  /** Harbour, exported. */
  archive: Uint8Array<ArrayBuffer>
  /** Of a channel that takes every message. */
  webhook: string
}

const PLACES: Record<League, Place> = {
  Harbour: {
    espnId: 4711,
    season: 2026,
    firstTeam: 1,
    owners: ['Ada Marlow', 'Ben Okafor', 'Cal Winter', 'Dee Finch'],
    member: 'player',
    game: 1,
  },
  Island: {
    espnId: 4712,
    season: 2025,
    firstTeam: 11,
    owners: ['Ivy Stone', 'Jon Reed', 'Kay Lind', 'Lou Harper'],
    member: 'neighbour',
    game: 7,
  },
}

type Place = Pick<Things, 'espnId' | 'season' | 'member' | 'game'> & {
  firstTeam: number
  owners: [string, string, string, string]
}

/** Two leagues in which everything was done once that a later call can name, and everyone whom calls tell apart. */
export async function twoLeagues(...options: Parameters<typeof startApp>): Promise<TwoLeagues> {
  const [settings, more] = options
  // A link that is answered is written before the answer, so that nothing changes after it.
  const channel = await messageBox()
  const DISCORD_BASE_URL = channel.url.slice(0, -1)
  const started = await startApp({ DEV_LINKS: true, DISCORD_BASE_URL, ...settings }, more)
  const close = async () => {
    await started.close()
    await channel[Symbol.asyncDispose]()
  }
  const world = { ...started, close }
  const webhook = `${channel.url}api/webhooks/1/token`
  world.sheet.rows = [
    ['Owner', 'W1'],
    ['player', 'Bears (-110)'],
    ['neighbour', 'Lions (+120)'],
  ]
  world.provider.read = ({ leagueId, season }) => {
    const place = Object.values(PLACES).find(({ espnId }) => espnId === leagueId)
    return place === undefined ? null : seasonOf(place, season)
  }
  const visitors = await everyone(world)
  const things = {
    Harbour: await furnished(visitors.boss, 'Harbour', visitors.player),
    Island: await furnished(visitors.boss, 'Island', await world.member('neighbour')),
  }
  for (const [username, league, role] of [
    ['viewer', 'Harbour', 'viewer'],
    ['skipper', 'Harbour', 'admin'],
    ['rival', 'Island', 'admin'],
  ] as const)
    await done(visitors.boss.post('/api/assign-user/', { username, league, role }))
  for (const league of LEAGUES)
    await done(visitors.boss.post(`/api/league/${league}/webhook/`, { address: webhook }))
  for (const league of LEAGUES)
    await done(visitors.stranger.post('/api/request-league/', { league, message: 'Me too' }))
  const { link } = await done(
    visitors.nobody.post('/api/password-reset/request/', { username_or_email: 'viewer' }),
  )
  // The server's own keys are made when they are first asked for.
  await done(visitors.boss.get('/api/notifications/'))
  const query = new URL(link).searchParams
  for (const visitor of Object.values(visitors)) await visitor.get('/api/csrf/')
  return {
    world,
    visitors,
    things,
    reset: { uid: query.get('uid') ?? '', token: query.get('token') ?? '' },
    archive: await exported(world, visitors.boss),
    webhook,
  }
}

async function everyone(world: TestApp): Promise<Record<Actor, Visitor>> {
  const boss = await world.member('boss', { role: 'admin', admin_code: ADMIN_CODE })
  const others = ['stranger', 'player', 'skipper', 'rival', 'staff'] as const
  const visitors = { nobody: world.visitor(), boss } as Record<Actor, Visitor>
  for (const name of others) visitors[name] = await world.member(name)
  visitors.viewer = await world.member('viewer', { email: 'viewer@example.org' })
  await done(boss.post('/api/users/set-staff/', { username: 'staff', is_staff: true }))
  return visitors
}

async function furnished(boss: Visitor, league: League, author: Visitor): Promise<Things> {
  const { espnId, season, firstTeam, owners, member, game } = PLACES[league]
  const path = `/api/league/${league}`
  const google_sheet_id = `1${league}Picks-abcdefghijklmnop`
  await done(boss.post('/api/create-league/', { name: league, espn_league_id: espnId, google_sheet_id }))
  await done(boss.post('/api/refresh-espn/', { name: league, season }))
  await done(boss.post(`${path}/settings/`, { has_betslip: true }))
  await done(boss.post('/api/assign-user/', { username: member, league, role: 'player' }))
  await done(boss.post(`${path}/assign-team/`, { league_team_id: firstTeam, username: member }))
  await done(boss.post(`${path}/bets/admin/refresh/`, {}))
  await done(boss.post(`${path}/history/merges/`, { owner: owners[3], into: owners[2] }))
  const { merges } = await done(boss.get(`${path}/history/merges/`))
  return {
    ...(await itemsIn(league, author)),
    merge: merges[0].id,
    game,
    team: firstTeam,
    season,
    owner: owners[0],
    otherOwner: owners[1],
    member,
    espnId,
  }
}

async function itemsIn(league: League, author: Visitor) {
  const social = `/api/league/${league}/social`
  const post = await done(author.post(`${social}/posts/`, { content: `Hello ${league}` }))
  const comment = await done(author.post(`${social}/posts/${post.id}/comments/`, { body: 'Hello again' }))
  const options = ['Ann', 'Bob']
  const proposal = await done(author.post(`${social}/proposals/`, { question: 'Who?', options }))
  const media = await done(
    postFiles(author, `${social}/media/`, [{ name: 'us.jpg', content: await aPhoto() }]),
  )
  return {
    post: post.id,
    comment: comment.id,
    proposal: proposal.id,
    option: proposal.options[0].id,
    media: media.items[0].id,
  }
}

/** Four teams, of which the first two have played the season's one game. */
function seasonOf(place: Place, season: number): LeagueSeason {
  const { espnId, firstTeam, owners, game } = place
  const memberIds = owners.map((name) => `{${name}}`)
  return aSeason({
    providerLeagueId: espnId,
    season,
    size: owners.length,
    members: owners.map((name, index) => ({
      memberId: `{${name}}`,
      name,
      isManager: index === 0,
      isCreator: false,
    })),
    teams: memberIds.map((memberId, index) =>
      aTeam({ teamId: firstTeam + index, name: `Team of ${owners[index]}`, ownerIds: [memberId] }),
    ),
    games: [
      aGame({
        gameId: game,
        home: aSide({ teamId: firstTeam }),
        away: aSide({ teamId: firstTeam + 1 }),
        result: 'tie',
      }),
    ],
  })
}

async function exported(world: TestApp, boss: Visitor): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await world.app.inject({
    url: '/api/league/Harbour/export/',
    cookies: Object.fromEntries(boss.cookies),
    payloadAsStream: true,
  })
  return Buffer.from(await buffer(answer.stream()))
}

/** What a call answered that the furnishing needs. Throws when it was refused. */
async function done(answering: ReturnType<Visitor['post']>) {
  const { status, body } = await answering
  if (status !== 200) throw new Error(`the world was refused: ${status} ${JSON.stringify(body)}`)
  return body
}

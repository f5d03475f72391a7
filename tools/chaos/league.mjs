import { createClient } from './client.mjs'
import { ADMIN_CODE, LEAGUE_NAME } from './server.mjs'

/**
 * @typedef {import('./client.mjs').Client} Client
 * @typedef {{ admin: Client, writers: Client[], post: number, proposal: number, options: number[], week: BetWeek | null }} League
 * @typedef {{ season: number, week: number }} BetWeek a week whose picks are still open
 */

export const LEAGUE_PATH = `/api/league/${LEAGUE_NAME}`
export const SOCIAL_PATH = `${LEAGUE_PATH}/social`

/**
 * Creates a league with members, a post to comment on, and a proposal to vote on.
 * @param {string} address
 * @param {{ writers?: number, espnLeagueId?: number }} [options]
 * @returns {Promise<League>}
 */
export async function createLeague(address, { writers: count = 8, espnLeagueId = 4711 } = {}) {
  const admin = createClient(address, 'commissioner')
  await register(admin, { role: 'admin', admin_code: ADMIN_CODE })
  await admin.requestOrThrow('POST', '/api/create-league/', {
    name: LEAGUE_NAME,
    espn_league_id: espnLeagueId,
  })
  const writers = Array.from({ length: count }, (_, index) => createClient(address, `writer-${index + 1}`))
  for (const writer of writers) await register(writer)
  for (const { name } of writers) {
    await admin.requestOrThrow('POST', '/api/assign-user/', {
      username: name,
      league: LEAGUE_NAME,
      role: 'player',
    })
  }
  const post = await admin.requestOrThrow('POST', `${SOCIAL_PATH}/posts/`, { content: 'Who wins this week?' })
  /** @type {{ id: number, options: { id: number }[] }} */
  const proposal = await admin.requestOrThrow('POST', `${SOCIAL_PATH}/proposals/`, {
    question: 'Where is the draft?',
    options: ['At the harbor', 'On the pier', 'At home'],
  })
  const options = proposal.options.map(({ id }) => id)
  return {
    admin,
    writers,
    post: post.id,
    proposal: proposal.id,
    options,
    week: await findOpenWeek(admin),
  }
}

/**
 * @param {Client} client
 * @param {Record<string, string>} [fields]
 */
export async function register(client, fields = {}) {
  await client.requestOrThrow('POST', '/api/register/', {
    username: client.name,
    password: passwordOf(client.name),
    ...fields,
  })
}

/** @param {string} name */
export function passwordOf(name) {
  return `${name}-has-a-secret`
}

/**
 * Returns null between seasons, when every week is over.
 * @param {Client} client
 * @returns {Promise<BetWeek | null>}
 */
async function findOpenWeek(client) {
  /** @type {{ season: number, weeks: { week: number, locked: boolean }[] }} */
  const { season, weeks } = await client.requestOrThrow('GET', `${LEAGUE_PATH}/bets/`)
  const open = weeks.findLast(({ locked }) => !locked)
  return open === undefined ? null : { season, week: open.week }
}

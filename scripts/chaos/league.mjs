import { createClient } from './client.mjs'
import { ADMIN_CODE, LEAGUE_NAME } from './server.mjs'

/**
 * @typedef {import('./client.mjs').Client} Client
 * @typedef {{ admin: Client, writers: Client[], post: number, proposal: number, options: number[], week: BetWeek | null }} League
 * @typedef {{ season: number, week: number }} BetWeek one whose picks are still open
 */

export const LEAGUE_PATH = `/api/league/${LEAGUE_NAME}`
export const SOCIAL_PATH = `${LEAGUE_PATH}/social`

/**
 * A league with people who write: a post to comment on, a proposal to vote on, a week to bet on.
 * @param {string} address
 * @param {{ writers?: number, espnLeagueId?: number }} [options]
 * @returns {Promise<League>}
 */
export async function createLeague(address, { writers: count = 8, espnLeagueId = 4711 } = {}) {
  const boss = createClient(address, 'boss')
  await register(boss, { role: 'admin', admin_code: ADMIN_CODE })
  await boss.requestOrThrow('POST', '/api/create-league/', {
    name: LEAGUE_NAME,
    espn_league_id: espnLeagueId,
  })
  const writers = Array.from({ length: count }, (_, index) => createClient(address, `writer-${index + 1}`))
  for (const person of writers) await register(person)
  for (const { name } of writers) {
    await boss.requestOrThrow('POST', '/api/assign-user/', {
      username: name,
      league: LEAGUE_NAME,
      role: 'player',
    })
  }
  const post = await boss.requestOrThrow('POST', `${SOCIAL_PATH}/posts/`, { content: 'What do you say?' })
  /** @type {{ id: number, options: { id: number }[] }} */
  const proposal = await boss.requestOrThrow('POST', `${SOCIAL_PATH}/proposals/`, {
    question: 'Where is the draft?',
    options: ['In the harbour', 'On the pier', 'At home'],
  })
  const options = proposal.options.map(({ id }) => id)
  return {
    admin: boss,
    writers,
    post: post.id,
    proposal: proposal.id,
    options,
    week: await findOpenWeek(boss),
  }
}

/**
 * @param {Client} person
 * @param {Record<string, string>} [more]
 */
export async function register(person, more = {}) {
  await person.requestOrThrow('POST', '/api/register/', {
    username: person.name,
    password: passwordOf(person.name),
    ...more,
  })
}

/** @param {string} name */
export function passwordOf(name) {
  return `${name}-has-a-secret`
}

/**
 * null between the seasons, when every week is over.
 * @param {Client} person
 * @returns {Promise<BetWeek | null>}
 */
async function findOpenWeek(person) {
  /** @type {{ season: number, weeks: { week: number, locked: boolean }[] }} */
  const { season, weeks } = await person.requestOrThrow('GET', `${LEAGUE_PATH}/bets/`)
  const open = weeks.findLast(({ locked }) => !locked)
  return open === undefined ? null : { season, week: open.week }
}

import { personAt } from './person.mjs'
import { ADMIN_CODE, LEAGUE } from './server.mjs'

/**
 * @typedef {import('./person.mjs').Person} Person
 * @typedef {{ boss: Person, writers: Person[], post: number, proposal: number, options: number[], week: BetWeek | null }} League
 * @typedef {{ season: number, week: number }} BetWeek one whose picks are still open
 */

export const PATH = `/api/league/${LEAGUE}`
export const SOCIAL = `${PATH}/social`

/**
 * A league with people who write: a post to comment on, a proposal to vote on, a week to bet on.
 * @param {string} address
 * @param {{ writers?: number, espnLeagueId?: number }} [options]
 * @returns {Promise<League>}
 */
export async function aLeagueAt(address, { writers: count = 8, espnLeagueId = 4711 } = {}) {
  const boss = personAt(address, 'boss')
  await register(boss, { role: 'admin', admin_code: ADMIN_CODE })
  await boss.sure('POST', '/api/create-league/', { name: LEAGUE, espn_league_id: espnLeagueId })
  const writers = Array.from({ length: count }, (_, index) => personAt(address, `writer-${index + 1}`))
  for (const person of writers) await register(person)
  for (const { name } of writers) {
    await boss.sure('POST', '/api/assign-user/', { username: name, league: LEAGUE, role: 'player' })
  }
  const post = await boss.sure('POST', `${SOCIAL}/posts/`, { content: 'What do you say?' })
  /** @type {{ id: number, options: { id: number }[] }} */
  const proposal = await boss.sure('POST', `${SOCIAL}/proposals/`, {
    question: 'Where is the draft?',
    options: ['In the harbour', 'On the pier', 'At home'],
  })
  const options = proposal.options.map(({ id }) => id)
  return { boss, writers, post: post.id, proposal: proposal.id, options, week: await openWeek(boss) }
}

/**
 * @param {Person} person
 * @param {Record<string, string>} [more]
 */
export async function register(person, more = {}) {
  await person.sure('POST', '/api/register/', {
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
 * @param {Person} person
 * @returns {Promise<BetWeek | null>}
 */
async function openWeek(person) {
  /** @type {{ season: number, weeks: { week: number, locked: boolean }[] }} */
  const { season, weeks } = await person.sure('GET', `${PATH}/bets/`)
  const open = weeks.findLast(({ locked }) => !locked)
  return open === undefined ? null : { season, week: open.week }
}

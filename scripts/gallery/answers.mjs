/**
 * What a scene changes in the answers that the page gets: each takes the body of an answer and the
 * path that was asked, and gives the body that the page sees.
 * @typedef {(body: any, path: string) => any} Change
 */

const TAIL = ' of the Honorable Wednesday Evening Supper and Debating Society'

/** Fields that name a team, an owner or a person. A league’s own name is part of addresses and stays. */
const NAMES =
  /^(?:name|team|team_name|owner|user|author|by|home_team|away_team|home_owner|away_owner|commissioner|first_name|last_name|alias)$/

const KEEP = /\/(?:user-leagues|leagues|snapshot|events)\/|\/meta\/$/

/** @type {Change} */
export function withLongNames(body, path) {
  return KEEP.test(path) ? body : renamed(body)
}

/**
 * What the page asks about somebody whose name was made long.
 * @param {string} url
 */
export function withoutLongNames(url) {
  return [encodeURIComponent(TAIL), TAIL.replaceAll(' ', '+'), TAIL.replaceAll(' ', '%20')].reduce(
    (text, tail) => text.replaceAll(tail, ''),
    url,
  )
}

/**
 * @param {any} value
 * @returns {any}
 */
function renamed(value) {
  if (Array.isArray(value)) return value.map(renamed)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      NAMES.test(key) && typeof each === 'string' && each !== '' ? each + TAIL : renamed(each),
    ]),
  )
}

/**
 * As if the league had that many teams: rows are repeated, or left out.
 * @param {number} count
 * @returns {Change}
 */
export function withTeams(count) {
  return (body, path) => {
    if (/\/(?:standings|snapshot)\/$/.test(path) && Array.isArray(body.standings)) {
      return { ...body, standings: repeated(body.standings, count).map((row, index) => numbered(row, index)) }
    }
    if (path.endsWith('/scoreboard/') && Array.isArray(body.matchups)) {
      return { ...body, matchups: repeated(body.matchups, Math.ceil(count / 2)).map(numbered) }
    }
    return body
  }
}

/**
 * @param {any[]} rows
 * @param {number} count
 */
function repeated(rows, count) {
  return Array.from({ length: rows.length === 0 ? 0 : count }, (_, index) => rows[index % rows.length])
}

/**
 * @param {any} row
 * @param {number} index
 */
function numbered(row, index) {
  return {
    ...row,
    ...('rank' in row ? { rank: index + 1 } : {}),
    ...('team_id' in row ? { team_id: index + 1 } : {}),
    ...('id' in row ? { id: index + 1 } : {}),
  }
}

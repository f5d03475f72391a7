import { rounded, table } from './table.mjs'

/**
 * @typedef {{ ms: number, bytes: number, statements: number, rows: number, pages: number }} Cost
 * @typedef {{ name: string, who: string, isRead: boolean, grows: string | null, few: Cost, many: Cost,
 *   plan: string[], whole: string[] }} CallCost
 */

/** A call may take so much longer among many leagues. */
const FLAT = 1.3

/**
 * Every call on both databases: those whose cost must not grow, then those that are as large as there are leagues.
 * @param {readonly CallCost[]} calls
 * @param {{ few: number, many: number }} leagues
 */
export function callTable(calls, leagues) {
  const flat = calls.filter(({ grows }) => grows === null)
  const growing = calls.filter(({ grows }) => grows !== null)
  const heads = [
    'call',
    'by',
    'statements',
    'rows',
    `pages ${leagues.few}`,
    `pages ${leagues.many}`,
    'ratio',
    `ms ${leagues.few}`,
    `ms ${leagues.many}`,
    'ratio',
  ]
  const own = table(
    ['call', 'by', 'rows', 'KB', `ms ${leagues.few}`, `ms ${leagues.many}`, 'because it'],
    growing.map(({ name, who, few, many, grows }) => [
      name,
      who,
      many.rows,
      rounded(many.bytes / 1024),
      rounded(few.ms, 1),
      rounded(many.ms, 1),
      grows ?? '',
    ]),
  )
  return [
    table(heads, flat.map(rowOf)),
    verdictOn(flat),
    own,
    table(
      ['call', 'by', 'found by'],
      flat.map(({ name, who, plan }) => [name, who, plan.join(', ')]),
    ),
  ].join('\n\n')
}

/** @param {CallCost} call */
function rowOf({ name, who, few, many }) {
  return [
    name,
    who,
    many.statements,
    many.rows,
    few.pages,
    many.pages,
    rounded(many.pages / Math.max(1, few.pages), 2),
    rounded(few.ms, 2),
    rounded(many.ms, 2),
    rounded(many.ms / few.ms, 2),
  ]
}

/**
 * Which calls cost more where there are more leagues, and which read a table from one end to the other.
 * @param {readonly CallCost[]} calls
 */
export function verdictOn(calls) {
  const slower = calls.filter(({ few, many }) => many.ms / few.ms > FLAT)
  const wider = calls.filter(({ whole }) => whole.length > 0)
  const named = (/** @type {readonly CallCost[]} */ some) =>
    some.map(({ name, who, whole }) => [`${name} by ${who}`, ...whole].join(': ')).join('; ')
  return [
    slower.length === 0
      ? `No call takes more than ${FLAT} times as long.`
      : `Longer than ${FLAT} times as long: ${named(slower)}.`,
    wider.length === 0
      ? 'No call reads a table that grows from one end to the other.'
      : `Read from one end to the other: ${named(wider)}.`,
  ].join(' ')
}

/** @param {readonly { work: string, ms: number, statements: number, note: string }[]} costs */
export function scheduledTable(costs) {
  return table(
    ['the schedule’s work', 'ms', 'statements', ''],
    costs.map(({ work, ms, statements, note }) => [work, rounded(ms), statements, note]),
  )
}

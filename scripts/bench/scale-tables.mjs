import { rounded, table } from './table.mjs'

/**
 * @typedef {{ ms: number, bytes: number, statements: number, rows: number, pages: number }} Cost
 * @typedef {{ name: string, who: string, isRead: boolean, grows: string | null, costs: Cost[],
 *   plan: string[], whole: string[] }} CallCost the costs from the fewest leagues to the most
 */

/** A call may take so much longer among many leagues. */
const FLAT = 1.3

/**
 * Every call among few leagues and many: those whose cost must not grow, then those that are as large as
 * there are leagues.
 * @param {readonly CallCost[]} calls
 * @param {readonly number[]} leagues how many, in the order of the costs
 */
export function callTable(calls, leagues) {
  const flat = calls.filter(({ grows }) => grows === null)
  const growing = calls.filter(({ grows }) => grows !== null)
  const heads = (/** @type {string} */ what) => leagues.map((count) => `${what} ${count}`)
  return [
    table(
      ['call', 'by', 'statements', 'rows', ...heads('pages'), ...heads('ms'), 'ratio'],
      flat.map((call) => [
        call.name,
        call.who,
        last(call).statements,
        last(call).rows,
        ...call.costs.map(({ pages }) => pages),
        ...call.costs.map(({ ms }) => rounded(ms, 2)),
        rounded(timesAsLong(call), 2),
      ]),
    ),
    verdictOn(flat),
    table(
      ['call', 'by', 'rows', 'KB', ...heads('ms'), 'because it'],
      growing.map((call) => [
        call.name,
        call.who,
        last(call).rows,
        rounded(last(call).bytes / 1024),
        ...call.costs.map(({ ms }) => rounded(ms, 1)),
        call.grows ?? '',
      ]),
    ),
    table(
      ['call', 'by', 'found by'],
      flat.map(({ name, who, plan }) => [name, who, plan.join(', ')]),
    ),
  ].join('\n\n')
}

/** @param {CallCost} call */
function last({ costs }) {
  const cost = costs.at(-1)
  if (cost === undefined) throw new Error('a call has no cost')
  return cost
}

/** @param {CallCost} call */
function timesAsLong(call) {
  return last(call).ms / (call.costs[0]?.ms ?? Number.NaN)
}

/**
 * Which calls cost more where there are more leagues, and which read a table from one end to the other.
 * @param {readonly CallCost[]} calls
 */
export function verdictOn(calls) {
  const slower = calls.filter((call) => timesAsLong(call) > FLAT)
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
